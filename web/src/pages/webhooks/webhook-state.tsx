import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/session';
import { InstantInput } from '../../parts/form/instant-input';
import { ProblemNotice } from '../../parts/page-state';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { ShownOnce } from '../../parts/record/shown-once';
import { Time } from '../../parts/time';
import { recover, rotateSecret, sendTest, type Webhook } from './webhook-records';

interface Props {
  readonly webhook: Webhook;
  /** Of one that was made just now. */
  readonly madeSecret: string | undefined;
}

/** Whether it takes what it is sent; a test, what it missed once more, another secret. */
export function WebhookState({ webhook, madeSecret }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const mayWrite = useMay('webhooks:write');
  const [rotated, setRotated] = useState<string>();
  const [since, setSince] = useState('');
  const { id, disabled, disabled_reason, failing_since } = webhook;
  const again = () => queryClient.invalidateQueries({ queryKey: ['webhooks', 'deliveries', id] });
  const testing = useMutation({ mutationFn: () => sendTest(id), onSuccess: again });
  const recovering = useMutation({ mutationFn: () => recover(id, since), onSuccess: again });
  const secret = rotated ?? madeSecret;
  const problem = testing.error ?? recovering.error;
  return (
    <Stack>
      {secret && (
        <ShownOnce
          title={t`Secret, shown only once`}
          hint={t`The receiver uses it to verify our requests.`}
          text={secret}
        />
      )}
      {disabled_reason && (
        <Alert color="red">
          {disabled_reason === 'gone' ? (
            <Trans>Disabled: the endpoint responded 410 Gone.</Trans>
          ) : (
            <Trans>Disabled: no delivery succeeded for five days.</Trans>
          )}
        </Alert>
      )}
      {failing_since && !disabled_reason && (
        <Alert color="yellow">
          <Trans>
            No successful delivery since <Time at={failing_since} />.
          </Trans>
        </Alert>
      )}
      {mayWrite && disabled === 0 && (
        <>
          <Group>
            <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
              <Trans>Send a test</Trans>
            </Button>
            <ConfirmButton
              label={t`New secret`}
              question={t`Roll the secret?`}
              consequence={t`Requests are signed with both secrets for 24 hours. Then the old one expires.`}
              word={t`new secret`}
              run={async () => setRotated(await rotateSecret(id))}
            />
          </Group>
          <Group align="flex-end">
            <InstantInput label={t`Resend everything since`} value={since} onChange={setSince} />
            <Button
              variant="default"
              disabled={since === ''}
              loading={recovering.isPending}
              onClick={() => recovering.mutate()}
            >
              <Trans>Recover</Trans>
            </Button>
          </Group>
        </>
      )}
      {recovering.data !== undefined && (
        <Alert role="status">
          <Trans>{recovering.data} events will be sent again.</Trans>
        </Alert>
      )}
      {problem && <ProblemNotice problem={problem} />}
    </Stack>
  );
}
