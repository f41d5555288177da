import { Trans, useLingui } from '@lingui/react/macro';
import { Badge, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { useMay } from '../../app/session';
import { type Column, DataTable, type ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';
import { Empty } from '../../parts/page-state';
import { ConfirmButton } from '../../parts/record/confirm-button';
import { isOver } from '../../parts/record/bulk-job';
import { Time } from '../../parts/time';

type Job = Api<'BulkJobDto'> & { readonly id: string };

const route = getRouteApi('/shell/jobs');
const colours = { queued: 'gray', running: 'blue', completed: 'green', failed: 'red', cancelled: 'gray' } as const;

const jobs = (search: ListSearch): ListRequest<Job> => ({
  queryKey: ['bulk', 'jobs', search],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/bulk', { params: { query: listQuery(search) }, signal });
    const { rows, total } = pageOf<Api<'BulkJobDto'>>(data!);
    return { rows: rows.map((row) => ({ ...row, id: row.job_id })), total };
  },
});

export const rowsOf = jobs;

/** What is done to many records at once, how far each job is, and what came of it. */
export function JobsPage() {
  const { t } = useLingui();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const mayWrite = useMay('bulk:write');
  const states = {
    queued: t`Queued`,
    running: t`Running`,
    completed: t`Done`,
    failed: t`Failed`,
    cancelled: t`Cancelled`,
  } satisfies Record<Job['status'], string>;
  const resources: Readonly<Record<string, string>> = {
    users: t`Accounts`,
    devices: t`Devices`,
    vouchers: t`Vouchers`,
    'user-groups': t`Groups`,
  };
  const cancel = async (id: string) => {
    await api.POST('/bulk/status/{job_id}/cancel', { params: { path: { job_id: id } } });
    await queryClient.invalidateQueries({ queryKey: ['bulk'] });
  };
  const columns: Column<Job>[] = [
    { id: 'created_at', title: t`Requested`, sortable: true, cell: ({ created_at }) => <Time at={created_at} /> },
    { id: 'resource', title: t`Resource`, sortable: true, cell: ({ resource }) => resources[resource] ?? resource },
    {
      id: 'status',
      title: t`Status`,
      sortable: true,
      cell: ({ status, dry_run }) => (
        <Group gap="xs" wrap="nowrap">
          <Badge variant="dot" color={colours[status]}>
            {states[status]}
          </Badge>
          {dry_run && (
            <Text size="sm">
              <Trans>test only</Trans>
            </Text>
          )}
        </Group>
      ),
    },
    {
      id: 'processed',
      title: t`Progress`,
      cell: ({ processed, total }) => (
        <Stack gap={2} miw={120}>
          <Progress value={(processed / Math.max(total, 1)) * 100} aria-label={t`Progress`} />
          <Text size="sm">
            <Trans>
              {processed} of {total}
            </Trans>
          </Text>
        </Stack>
      ),
    },
    { id: 'summary', title: t`Result`, cell: (job) => <Outcome job={job} /> },
    { id: 'finished_at', title: t`Ended`, sortable: true, cell: ({ finished_at }) => <Time at={finished_at} /> },
    {
      id: 'cancel',
      title: t`How to fix it`,
      cell: (job) =>
        mayWrite &&
        !isOver(job) && (
          <ConfirmButton
            label={t`Stop`}
            question={t`Stop this job?`}
            consequence={t`Changes already made are kept. The rest is cancelled.`}
            run={() => cancel(job.id)}
            button={{ size: 'compact-sm' }}
          />
        ),
    },
  ];
  return (
    <>
      <Title order={1} mb="md">
        <Trans>Bulk jobs</Trans>
      </Title>
      <DataTable
        label={t`Bulk jobs`}
        columns={columns}
        fields={[
          { name: 'status', values: Object.keys(states) },
          { name: 'resource', values: Object.keys(resources) },
          { name: 'created_at' },
        ]}
        query={jobs(search)}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`No bulk jobs yet`}>
            <Trans>Bulk changes appear here and are kept for 30 days.</Trans>
          </Empty>
        }
      />
    </>
  );
}

function Outcome({ job: { summary, error } }: { readonly job: Job }) {
  const { t } = useLingui();
  const counts: readonly (readonly [string, number])[] = [
    [t`created`, summary.created],
    [t`changed`, summary.updated],
    [t`deleted`, summary.deleted],
    [t`unchanged`, summary.unchanged],
    [t`failed`, summary.failed],
  ];
  return (
    <Text size="sm" c={error || summary.failed > 0 ? 'red' : undefined}>
      {[
        ...counts.filter(([, count]) => count > 0).map(([word, count]) => `${word}: ${count}`),
        ...(error ? [String((error as { detail?: string }).detail ?? '')] : []),
      ].join(', ')}
    </Text>
  );
}
