import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, List, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { ShownOnce } from '../../parts/record/shown-once';
import { type Contact, rotateContactSecret, sendTestMessage } from './contact-records';

interface Props {
  readonly contact: Contact;
  /** Of one that was made just now. */
  readonly madeSecret: string | undefined;
}

/** By which ways the contact is reached, and a test of them. */
export function ContactState({ contact: { id, ways, url }, madeSecret }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const mayWrite = useMay('alertcontacts:write');
  const [rotated, setRotated] = useState<string>();
  const testing = useMutation({
    mutationFn: () => sendTestMessage(id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['alertcontacts', 'messages', id] }),
  });
  const secret = rotated ?? madeSecret;
  const words = { email: t`by e-mail`, webhook: t`by webhook`, phone: t`by phone` };
  return (
    <Stack>
      {secret && (
        <ShownOnce
          title={t`Secret, shown only once`}
          hint={t`The receiver uses it to verify our requests.`}
          text={secret}
        />
      )}
      <List>
        {ways.map(({ way, told, reason }) => (
          <List.Item key={way}>
            {told ? <Trans>Notified {words[way]}</Trans> : <Trans>Not notified {words[way]}</Trans>}{' '}
            {reason && `(${reason})`}
          </List.Item>
        ))}
      </List>
      {mayWrite && (
        <Group>
          <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
            <Trans>Send a test</Trans>
          </Button>
          {url && (
            <ConfirmButton
              label={t`New secret`}
              question={t`Roll the secret?`}
              consequence={t`The old secret stops working immediately.`}
              word={t`new secret`}
              run={async () => setRotated(await rotateContactSecret(id))}
            />
          )}
        </Group>
      )}
      {testing.error && <ProblemNotice problem={testing.error} />}
    </Stack>
  );
}
