import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemNotice } from '../../parts/page-state';
import { ShownOnce } from '../../parts/record/shown-once';
import { SwitchButton } from '../../parts/record/switch-button';
import { Time } from '../../parts/time';
import { LinkedAccounts } from './linked-accounts';
import { OwnKeys } from './own-keys';
import { inviteAgain, type Operator, operators, signOutEverywhere } from './operator-records';

interface Props {
  readonly operator: Operator;
  /** Of one who was invited just now. */
  readonly madeLink: string | null | undefined;
  readonly mayChange: boolean;
}

/** Whether somebody can sign in, and what can be done about it. */
export function OperatorState({ operator, madeLink, mayChange }: Props) {
  const { t } = useLingui();
  const { id, name, status, disabled, totp, invitation_expires_at } = operator;
  const queryClient = useQueryClient();
  const [newLink, setNewLink] = useState<string | null>();
  const inviting = useMutation({
    mutationFn: () => inviteAgain(id),
    onSuccess: (link) => {
      setNewLink(link);
      return queryClient.invalidateQueries({ queryKey: ['operators'] });
    },
  });
  const ending = useMutation({
    mutationFn: () => signOutEverywhere(id),
    onSuccess: () => notifications.show({ message: t`${name} was signed out everywhere.`, color: 'green' }),
  });
  const link = newLink ?? madeLink;
  return (
    <Stack gap="sm">
      {link && (
        <ShownOnce
          title={t`Invitation link, shown only once`}
          hint={t`Send it to ${name}. It works once, expires in 7 days, and asks for a password.`}
          text={link}
        />
      )}
      {status === 'invited' && (
        <Text size="sm">
          {invitation_expires_at && Date.parse(invitation_expires_at) > Date.now() ? (
            <Trans>
              Invited; the link expires <Time at={invitation_expires_at} />.
            </Trans>
          ) : (
            <Trans>Invited; the link has expired.</Trans>
          )}
        </Text>
      )}
      {disabled === 1 && (
        <Alert color="red">
          <Trans>Blocked: can no longer sign in.</Trans>
        </Alert>
      )}
      <LinkedAccounts operatorId={id} name={name} mayChange={mayChange} />
      <OwnKeys operatorId={id} />
      {mayChange && (
        <Group>
          <Button variant="default" loading={inviting.isPending} onClick={() => inviting.mutate()}>
            {status === 'invited' ? t`Invite again` : t`Send a password reset link`}
          </Button>
          {status !== 'invited' && (
            <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate()}>
              <Trans>Sign out everywhere</Trans>
            </Button>
          )}
          {totp === 1 && (
            <SwitchButton
              resource={operators}
              id={id}
              label={t`Disable two-factor authentication`}
              changes={{ totp: 0 }}
            />
          )}
          <SwitchButton
            resource={operators}
            id={id}
            label={disabled === 1 ? t`Unblock` : t`Block`}
            changes={{ disabled: disabled === 1 ? 0 : 1 }}
          />
        </Group>
      )}
      {(inviting.error ?? ending.error) && <ProblemNotice problem={(inviting.error ?? ending.error)!} />}
    </Stack>
  );
}
