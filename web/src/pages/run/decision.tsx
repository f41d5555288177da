import { Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { Time } from '../../parts/time';
import type { Run } from '../runs/run-words';
import { approve, reject } from './run-records';

/** More removals than this are typed out before they are approved. */
const typedFrom = 50;

/** The plan waits: exactly this one is approved, or none. */
export function Decision({ run, onlineCount }: { readonly run: Run; readonly onlineCount: number }) {
  const { t } = useLingui();
  const mayDecide = useMay('connections:write');
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const hash = run.plan_hash ?? '';
  const decide = useMutation({
    mutationFn: (isApproved: boolean) => (isApproved ? approve(run.id, hash) : reject(run.id)),
    onSuccess: () => setAsking(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['runs'] }),
  });
  const count = run.held;
  const mustType = count >= typedFrom;
  return (
    <Alert color="orange" title={t`${count} people would lose access`}>
      <Stack gap="sm">
        <Text>
          <Trans>
            These are more at once than the limits of this connection allow, so nothing happens until somebody decides.
          </Trans>
        </Text>
        {onlineCount > 0 && (
          <Text fw={600}>
            <Trans>{onlineCount} of them are online now.</Trans>
          </Text>
        )}
        {run.expires_at && (
          <Text>
            <Trans>
              Without a decision the plan lapses on <Time at={run.expires_at} />.
            </Trans>
          </Text>
        )}
        {decide.error && !isAsking && <ProblemNotice problem={decide.error} />}
        {mayDecide && (
          <Group>
            <Button color="red.9" onClick={() => setAsking(true)}>
              <Trans>Approve this plan</Trans>
            </Button>
            <Button variant="default" loading={decide.isPending && !isAsking} onClick={() => decide.mutate(false)}>
              <Trans>Reject</Trans>
            </Button>
          </Group>
        )}
      </Stack>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={t`Approve exactly this plan`}>
        <Stack>
          <Text>
            <Trans>
              {count} accounts end. Of those, {onlineCount} are online now and are disconnected.
            </Trans>
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {hash}
          </Text>
          {mustType && (
            <TextInput
              label={t`Type ${count} to confirm`}
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          )}
          {decide.error && <ProblemNotice problem={decide.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)}>
              <Trans>Not now</Trans>
            </Button>
            <Button
              color="red.9"
              loading={decide.isPending}
              disabled={mustType && typed.trim() !== String(count)}
              onClick={() => decide.mutate(true)}
            >
              <Trans>Approve</Trans>
            </Button>
          </Group>
        </Stack>
      </Modal>
    </Alert>
  );
}
