import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client';
import { ProblemNotice } from '../../parts/page-state';
import { planQuery, runQuery, whoIsIn } from '../run/run-records';
import { PlanTable } from './plan-table';

interface Props {
  readonly id: string;
  readonly runId: string | undefined;
  readonly onRun: (id: string) => void;
}

const lookMilliseconds = 1_000;

/** Reads the whole list and says what would come of it; nothing is written. */
export function ListPreview({ id, runId, onRun }: Props) {
  const starting = useMutation({
    mutationFn: async () => {
      const body = { mode: 'full', dry_run: true } as const;
      return (await api.POST('/connections/{id}/sync', { params: { path: { id } }, body })).data!.id;
    },
    onSuccess: onRun,
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Text>
        <Trans>Reads all its records once. Nothing is changed.</Trans>
      </Text>
      <Button variant="default" loading={starting.isPending} onClick={() => starting.mutate()}>
        {runId ? <Trans>Refresh</Trans> : <Trans>Preview</Trans>}
      </Button>
      {starting.error && <ProblemNotice problem={starting.error} />}
      {runId && <DryRun key={runId} id={runId} />}
    </Stack>
  );
}

function DryRun({ id }: { readonly id: string }) {
  const { data, error } = useQuery({
    ...runQuery(id),
    refetchInterval: ({ state }) => (state.data && isOver(state.data.run.status) ? false : lookMilliseconds),
  });
  const over = data !== undefined && isOver(data.run.status);
  const plan = useQuery({ ...planQuery(id, { size: 25 }), enabled: over });
  if (error) return <ProblemNotice problem={error} />;
  if (!data || !over)
    return (
      <Group role="status">
        <Loader size="sm" aria-hidden="true" />
        <Text>
          <Trans>Its records are being read.</Trans>
        </Text>
      </Group>
    );
  const { run, summary } = data;
  return (
    <Stack gap="xs" w="100%">
      {run.problem && <Text c="var(--mantine-color-error)">{run.problem.detail}</Text>}
      <Text>
        <Trans>Records read: {run.seen}.</Trans>
      </Text>
      {plan.data && (
        <PlanTable
          rows={plan.data.rows.map((item) => ({ ...item, who: whoIsIn(item) }))}
          counts={Object.fromEntries(summary.by_kind.map(({ kind, count }) => [kind, count]))}
        />
      )}
      <Anchor renderRoot={(props) => <Link to="/runs/$id" params={{ id }} search={{}} {...props} />}>
        <Trans>The whole plan</Trans>
      </Anchor>
    </Stack>
  );
}

function isOver(status: string): boolean {
  return status !== 'queued' && status !== 'running';
}
