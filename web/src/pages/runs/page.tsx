import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../api/client';
import { pageOf } from '../../api/types';
import { type Column, DataTable, type ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';
import { Empty } from '../../parts/page-state';
import { Ago } from '../../parts/time';
import { type Run, runColours, useRunWords } from './run-words';

const route = getRouteApi('/shell/runs');

const runs = (search: ListSearch): ListRequest<Run> => ({
  queryKey: ['runs', search],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/runs', { params: { query: listQuery(search) }, signal });
    return pageOf<Run>(data!);
  },
});

export const rowsOf = (search: ListSearch) => runs({ sort: 'created_at:desc', ...search });

/** The lists that were read and what came of them, over all connections. */
export function RunsPage() {
  const { t } = useLingui();
  const words = useRunWords();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const columns: Column<Run>[] = [
    {
      id: 'mode',
      title: t`Run`,
      sortable: true,
      cell: ({ id, mode }) => (
        <Anchor renderRoot={(props) => <Link to="/runs/$id" params={{ id }} search={{}} {...props} />}>
          {words.mode[mode]}
        </Anchor>
      ),
    },
    {
      id: 'status',
      title: t`Status`,
      sortable: true,
      cell: ({ status, waits_for: hindrance }) => (
        <>
          <Badge color={runColours[status]} variant="dot">
            {words.status[status]}
          </Badge>
          {hindrance && <Text size="sm">{words.waitsFor[hindrance]}</Text>}
        </>
      ),
    },
    { id: 'held', title: t`Held back`, cell: ({ held }) => held || null },
    { id: 'changed', title: t`Changed`, cell: ({ changed, seen }) => `${changed} / ${seen}` },
    { id: 'requested_by', title: t`Requested by`, cell: ({ requested_by }) => requested_by },
    { id: 'created_at', title: t`When`, sortable: true, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return (
    <>
      <Title order={1} mb="md">
        <Trans>Runs</Trans>
      </Title>
      <DataTable
        label={t`Runs`}
        columns={columns}
        fields={[
          { name: 'status', values: Object.keys(words.status) },
          { name: 'mode', values: Object.keys(words.mode) },
        ]}
        query={runs({ sort: 'created_at:desc', ...search })}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`No runs yet`}>
            <Trans>A run starts whenever a connection reads its list.</Trans>
          </Empty>
        }
      />
    </>
  );
}
