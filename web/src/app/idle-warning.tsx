import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lastUse } from '../api/client';
import { Dialog } from '../parts/dialog';
import { sessionQuery, useSession } from './session';

const warnsSecondsBefore = 120;
const looksEveryMilliseconds = 5_000;

/** Two minutes before the session ends for want of use: one press, and it stays. */
export function IdleWarning() {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const session = useSession();
  const [isNear, setIsNear] = useState(false);
  useInterval(
    () => {
      const { dataUpdatedAt = 0 } = queryClient.getQueryState(sessionQuery.queryKey) ?? {};
      if (!session) return setIsNear(false);
      // The answer says when it would have ended; each use since then has moved that.
      const idleMilliseconds = Date.parse(session.idle_expires_at) - dataUpdatedAt;
      const left = lastUse.at + idleMilliseconds - Date.now();
      setIsNear(left > 0 && left < warnsSecondsBefore * 1000);
    },
    looksEveryMilliseconds,
    { autoInvoke: true },
  );
  const stay = async () => {
    await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    setIsNear(false);
  };
  return (
    <Dialog isUnasked opened={isNear} onClose={() => void stay()} title={t`Are you still there?`} centered>
      <Stack>
        <Text>
          <Trans>You have been inactive. You will be signed out in two minutes.</Trans>
        </Text>
        <Group justify="flex-end">
          <Button data-autofocus onClick={() => void stay()}>
            <Trans>Stay signed in</Trans>
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
