import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Alert, Button, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemNotice } from '../page-state';
import { type BulkChange, isOver, readJob, type Selected, startJob } from './bulk-job';
import { Dialog } from '../dialog';

export interface BulkAction extends BulkChange {
  readonly label: string;
  /** What follows from it, where nothing brings it back: it is asked for first. */
  readonly consequence?: string;
}

interface Props {
  readonly resource: string;
  readonly actions: readonly BulkAction[];
  readonly selected: Selected;
  readonly count: number;
  readonly clear: () => void;
}

/** More than these are typed out before they are deleted. */
const typedFrom = 50;

/** Does the same to all that are selected, as a job that goes on when the page is left. */
export function BulkActions({ resource, actions, selected, count, clear }: Props) {
  const [chosen, setChosen] = useState<BulkAction | null>(null);
  const [jobId, setJobId] = useState<string | null>(null);
  const starting = useMutation({
    mutationFn: (action: BulkAction) => startJob(resource, action, selected),
    onSuccess: setJobId,
  });
  const choose = (action: BulkAction) => {
    starting.reset();
    setJobId(null);
    setChosen(action);
    if (!action.consequence) starting.mutate(action);
  };
  const close = () => {
    setChosen(null);
    if (jobId) clear();
  };
  return (
    <>
      <Group gap="xs">
        {actions.map((action) => (
          <Button key={action.label} size="xs" variant="default" aria-haspopup="dialog" onClick={() => choose(action)}>
            {action.label}
          </Button>
        ))}
      </Group>
      <Dialog opened={chosen !== null} onClose={close} title={chosen?.label}>
        {starting.error && <ProblemNotice problem={starting.error} />}
        {chosen && jobId === null && chosen.consequence && (
          <Question
            action={chosen}
            count={count}
            isBusy={starting.isPending}
            onYes={() => starting.mutate(chosen)}
            onNo={close}
          />
        )}
        {jobId !== null && <JobProgress resource={resource} jobId={jobId} onClose={close} />}
      </Dialog>
    </>
  );
}

interface QuestionProps {
  readonly action: BulkAction;
  readonly count: number;
  readonly isBusy: boolean;
  readonly onYes: () => void;
  readonly onNo: () => void;
}

function Question({ action, count, isBusy, onYes, onNo }: QuestionProps) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const mustType = count >= typedFrom;
  return (
    <Stack>
      <Text fw={600}>
        <Plural value={count} one="# record" other="# records" />
      </Text>
      <Text>{action.consequence}</Text>
      {mustType && (
        <TextInput
          label={t`Type ${count} to confirm`}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onNo}>
          <Trans>Cancel</Trans>
        </Button>
        <Button color="red.9" loading={isBusy} disabled={mustType && typed.trim() !== String(count)} onClick={onYes}>
          {action.label}
        </Button>
      </Group>
    </Stack>
  );
}

interface ProgressProps {
  readonly resource: string;
  readonly jobId: string;
  readonly onClose: () => void;
}

function JobProgress({ resource, jobId, onClose }: ProgressProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { data: job, error } = useQuery({
    queryKey: ['bulk', jobId],
    queryFn: async ({ signal }) => {
      const read = await readJob(jobId, signal);
      if (isOver(read)) void queryClient.invalidateQueries({ queryKey: [resource] });
      return read;
    },
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 500),
  });
  if (error) return <ProblemNotice problem={error} />;
  const { processed = 0, total = 1, summary } = job ?? {};
  const done = summary ? summary.updated + summary.deleted + summary.unchanged : 0;
  return (
    <Stack>
      <Progress value={(processed / total) * 100} aria-label={t`Progress`} />
      <Text role="status">
        {job && isOver(job) ? (
          <Trans>{done} done</Trans>
        ) : (
          <Trans>
            {processed} of {total}
          </Trans>
        )}
      </Text>
      {job?.error && <Alert color="red">{job.error.detail as string}</Alert>}
      {summary && summary.failed > 0 && (
        <Alert color="red" title={t`${summary.failed} failed`}>
          {job?.results.map(({ index, error: why }) => (
            <Text key={index} size="sm">
              {(why as { detail?: string } | undefined)?.detail}
            </Text>
          ))}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </Group>
    </Stack>
  );
}
