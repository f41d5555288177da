import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { newPassword, type PersonDetail, setBlocked, unlock } from './people-records';

interface Props {
  readonly person: PersonDetail;
  /** A password that was just given. */
  readonly onPassword?: (password: string) => void;
}

/** A new password, out and in again, unlocked: one touch each, since each can be undone. */
export function PersonActions({ person: { id, account, locks }, onPassword }: Props) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: ['guests'] });
  const giving = useMutation({
    mutationFn: () => newPassword(id),
    onSuccess: ({ password }) => {
      onPassword?.(password);
      return onSuccess();
    },
  });
  const blocking = useMutation({ mutationFn: (isBlocked: boolean) => setBlocked(id, isBlocked), onSuccess });
  const unlocking = useMutation({
    mutationFn: () => unlock(id),
    onSuccess: () => {
      notifications.show({ message: t`They can try the portal again.` });
      return onSuccess();
    },
  });
  // Of what was done last: one that failed before it is over.
  const [last] = [giving, blocking, unlocking].toSorted((one, other) => other.submittedAt - one.submittedAt);
  const problem = last?.error;
  const isBlocked = account?.disabled === 1;
  if (!useMay('guests:write')) return null;
  return (
    <Stack gap="sm">
      <Group>
        <Button loading={giving.isPending} onClick={() => giving.mutate()}>
          <Trans>New password</Trans>
        </Button>
        <Button variant="default" loading={blocking.isPending} onClick={() => blocking.mutate(!isBlocked)}>
          {isBlocked ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
        </Button>
        {locks.length > 0 && (
          <Button variant="default" loading={unlocking.isPending} onClick={() => unlocking.mutate()}>
            <Trans>Unlock</Trans>
          </Button>
        )}
      </Group>
      {problem && <ProblemNotice problem={problem} />}
      {giving.data && (
        <Alert color="green" title={t`New password, shown only once`} role="status">
          <Group>
            <Code fz="xl">{giving.data.password}</Code>
            <CopyButton value={giving.data.password}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-sm" onClick={copy}>
                  {copied ? <Trans>Copied</Trans> : <Trans>Copy</Trans>}
                </Button>
              )}
            </CopyButton>
          </Group>
        </Alert>
      )}
    </Stack>
  );
}
