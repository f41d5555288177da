import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Anchor, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Api } from '../../api/types';
import { useMay } from '../../app/session';
import { ProblemNotice } from '../../parts/page-state';
import { Time } from '../../parts/time';
import type { Run } from '../runs/run-words';
import { approve, reject } from './run-records';
import { Dialog } from '../../parts/dialog';

/** More removals than this are typed out before they are approved. */
const typedFrom = 50;

/** So many of them by name; the others are marked in the plan. */
const mostNamed = 12;

interface DecisionProps {
  readonly run: Run;
  readonly onlineCount: number;
  readonly online: Api<'RunSummaryDto'>['online'];
}

/** The plan waits: exactly this one is approved, or none. */
export function Decision({ run, onlineCount, online }: DecisionProps) {
  const { t } = useLingui();
  const mayDecide = useMay('connections:write');
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const count = run.held;
  const first = run.decisions.find(
    ({ decision, plan_hash }) => decision === 'approved' && plan_hash === run.plan_hash,
  )?.by;
  return (
    <Alert
      color="orange"
      title={<Plural value={count} one="# person would lose access" other="# people would lose access" />}
    >
      <Stack gap="sm">
        <Text>
          <Trans>This exceeds the limits of the connection, so nothing happens until somebody decides.</Trans>
        </Text>
        {onlineCount > 0 && (
          <div>
            <Text fw={600}>
              <Plural value={onlineCount} one="# of them is online now." other="# of them are online now." />
            </Text>
            <Group gap="xs">
              {online.slice(0, mostNamed).map(({ subject_id: id, room, username }) => (
                <Anchor
                  key={id}
                  c="inherit"
                  underline="always"
                  renderRoot={(props) => <Link to="/people/$id" params={{ id }} {...props} />}
                >
                  {[room, username].filter(Boolean).join(' · ')}
                </Anchor>
              ))}
            </Group>
          </div>
        )}
        {run.needs_two && (
          <Text fw={600}>
            {first ? (
              <Trans>{first} approved this plan. It needs one more approval, by somebody else.</Trans>
            ) : (
              <Trans>Two operators must approve it.</Trans>
            )}
          </Text>
        )}
        {run.expires_at && (
          <Text>
            <Trans>
              The plan expires on <Time at={run.expires_at} /> if nobody decides.
            </Trans>
          </Text>
        )}
        {mayDecide && (
          <Group>
            <Button color="red.9" aria-haspopup="dialog" onClick={() => setAsked('approve')}>
              <Trans>Approve this plan</Trans>
            </Button>
            <Button variant="default" aria-haspopup="dialog" onClick={() => setAsked('reject')}>
              <Trans>Reject</Trans>
            </Button>
          </Group>
        )}
      </Stack>
      <Dialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 'reject' ? t`Reject this plan` : t`Approve this plan as shown`}
      >
        {asked && (
          <Question run={run} isApproval={asked === 'approve'} onlineCount={onlineCount} close={() => setAsked(null)} />
        )}
      </Dialog>
    </Alert>
  );
}

function Question({
  run,
  isApproval,
  onlineCount,
  close,
}: {
  readonly run: Run;
  readonly isApproval: boolean;
  readonly onlineCount: number;
  readonly close: () => void;
}) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [comment, setComment] = useState('');
  const { held: count, plan_hash: hash } = run;
  const mustType = isApproval && count >= typedFrom;
  const decide = useMutation({
    mutationFn: () => {
      const said = comment.trim() || null;
      return isApproval ? approve(run.id, hash ?? '', said) : reject(run.id, said);
    },
    onSuccess: close,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['runs'] }),
  });
  return (
    <Stack>
      <Text>
        {isApproval ? (
          <>
            <Plural value={count} one="# account ends." other="# accounts end." />{' '}
            <Plural
              value={onlineCount}
              _0="Nobody of them is online now."
              one="# of them is online now and is disconnected."
              other="# of them are online now and are disconnected."
            />
          </>
        ) : (
          <Trans>Everybody keeps access until the system leaves them out again.</Trans>
        )}
      </Text>
      {isApproval && (
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {hash}
        </Text>
      )}
      <Textarea
        label={t`Why`}
        description={t`Optional note for later.`}
        maxLength={500}
        autosize
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      {mustType && (
        <TextInput
          label={t`Type ${count} to confirm`}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      {decide.error && <ProblemNotice problem={decide.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          <Trans>Not now</Trans>
        </Button>
        <Button
          color={isApproval ? 'red.9' : undefined}
          loading={decide.isPending}
          disabled={mustType && typed.trim() !== String(count)}
          onClick={() => decide.mutate()}
        >
          {isApproval ? <Trans>Approve</Trans> : <Trans>Reject</Trans>}
        </Button>
      </Group>
    </Stack>
  );
}
