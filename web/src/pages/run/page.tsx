import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AsCurl } from '../../parts/as-curl';
import { type Column, DataTable } from '../../parts/data-table';
import { PageProblem } from '../../parts/page-problem';
import type { ListSearch } from '../../parts/list-search';
import { Empty, PageLoading } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { runColours, useRunWords } from '../runs/run-words';
import { Cancel } from './cancel';
import { Decision } from './decision';
import { Decisions } from './decisions';
import { PlanChanges } from './plan-changes';
import { usePlanWords } from './plan-words';
import { type PlanItem, planQuery, runQuery, whoIsIn } from './run-records';

const route = getRouteApi('/shell/runs/$id');

export const rowsOf = (search: ListSearch, { id }: { readonly id: string }) => planQuery(id, search);

export const askFirst = (queryClient: QueryClient, _search: unknown, { id }: { readonly id: string }) =>
  queryClient.prefetchQuery(runQuery(id));

/** A run and its plan: what would happen to whom, and the decision about exactly that. */
export function RunPage() {
  const { t } = useLingui();
  const words = useRunWords();
  const planWords = usePlanWords();
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useQuery(runQuery(id));
  if (!data) return error ? <PageProblem problem={error} retry={() => void refetch()} /> : <PageLoading />;
  const { run, summary } = data;
  const online = new Set(summary.online.map(({ subject_id }) => subject_id));
  const columns: Column<PlanItem>[] = [
    {
      id: 'account',
      title: t`Who`,
      sortable: true,
      cell: (item) => (
        <Group gap="xs" wrap="nowrap">
          <Text size="sm">{whoIsIn(item)}</Text>
          {item.subject_id && online.has(item.subject_id) && (
            <Badge color="orange" variant="dot">
              <Trans>Online now</Trans>
            </Badge>
          )}
        </Group>
      ),
    },
    { id: 'kind', title: t`What`, sortable: true, cell: ({ kind }) => planWords.kinds[kind] ?? kind },
    { id: 'change', title: t`Change`, cell: (item) => <PlanChanges item={item} /> },
    { id: 'detail', title: t`Why`, cell: ({ detail }) => detail },
  ];
  return (
    <Stack>
      <Stack gap="xs">
        <Anchor size="sm" renderRoot={(props) => <Link to="/runs" search={{}} {...props} />}>
          <Trans>Runs</Trans>
        </Anchor>
        <Group justify="space-between">
          <Group>
            <Title order={1}>{words.mode[run.mode]}</Title>
            <Badge color={runColours[run.status]} variant="dot">
              {words.status[run.status]}
            </Badge>
          </Group>
          <Group>
            <Cancel run={run} />
            <AsCurl path={`/runs/${id}`} />
          </Group>
        </Group>
        <Group gap="xs">
          {summary.by_kind.map(({ kind, count }) => (
            <Badge key={kind} variant="default" size="lg" tt="none">
              {count} × {planWords.kinds[kind] ?? kind}
            </Badge>
          ))}
        </Group>
        {summary.by_group.length > 1 && (
          <Text size="sm">
            {summary.by_group
              .map(({ kind, group, count }) => `${group ?? t`No group`}: ${planWords.kinds[kind] ?? kind} ${count}`)
              .join(' · ')}
          </Text>
        )}
        <Text c="dimmed">
          <Trans>
            Records read: {run.seen}. New or changed: {run.changed}. Missing: {run.missing}.
          </Trans>{' '}
          <Time at={run.created_at} />
        </Text>
        {run.waits_for && <Text c="orange">{words.waitsFor[run.waits_for]}</Text>}
        {run.problem && <Text c="red">{run.problem.detail}</Text>}
        <Decisions decisions={run.decisions} />
      </Stack>
      {run.status === 'held' && <Decision run={run} onlineCount={summary.online_count} online={summary.online} />}
      <Title order={2} size="h3">
        <Trans>Plan</Trans>
      </Title>
      <DataTable
        label={t`Plan`}
        columns={columns}
        fields={[{ name: 'kind', values: summary.by_kind.map(({ kind }) => kind) }, { name: 'account' }]}
        query={planQuery(id, search)}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        empty={<Empty title={t`This plan changes nothing`} />}
      />
    </Stack>
  );
}
