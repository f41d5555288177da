import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Button, Group, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../api/client';
import { useMay } from '../../app/session';
import { type Api, pageOf } from '../../api/types';
import { type Column, DataTable, type ListRequest } from '../../parts/data-table';
import { listQuery, type ListSearch } from '../../parts/list-search';
import { Empty } from '../../parts/page-state';
import { Ago, Lasting, Time } from '../../parts/time';
import { colours, useConnectionWords } from './status';

type Connection = Api<'ConnectionDto'>;

const route = getRouteApi('/shell/connections');

/** A change that waits as long is worth a look. */
const lateSeconds = 60;

const connections = (search: ListSearch): ListRequest<Connection> => ({
  queryKey: ['connections', search],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/connections', { params: { query: listQuery(search) }, signal });
    return pageOf<Connection>(data!);
  },
});

export const rowsOf = connections;

export function ConnectionsPage() {
  const { t } = useLingui();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const words = useConnectionWords();
  const mayWrite = useMay('connections:write');
  const columns: Column<Connection>[] = [
    {
      id: 'name',
      title: t`Name`,
      sortable: true,
      cell: ({ id, name }) => (
        <Anchor fw={500} renderRoot={(props) => <Link to="/connections/$id" params={{ id }} {...props} />}>
          {name}
        </Anchor>
      ),
    },
    { id: 'connector', title: t`System`, sortable: true, cell: ({ connector_name }) => connector_name },
    {
      id: 'status',
      title: t`Status`,
      sortable: true,
      cell: ({ status, last_problem, oldest_dirty_seconds: seconds }) => (
        <Group gap="xs">
          <Badge color={colours[status]} variant="dot">
            {words[status]}
          </Badge>
          {last_problem && (
            <Text size="sm" c="red">
              {last_problem.detail}
            </Text>
          )}
          {seconds >= lateSeconds && (
            <Text size="sm">
              <Trans>
                A change is pending since <Lasting seconds={seconds} />.
              </Trans>
            </Text>
          )}
        </Group>
      ),
    },
    { id: 'heard', title: t`Last seen`, cell: ({ link }) => <Ago at={link?.last_heard_at} /> },
    {
      id: 'last_full_scan_at',
      title: t`Last full list`,
      sortable: true,
      cell: (row) => <Ago at={row.last_full_scan_at} />,
    },
    { id: 'next_full_at', title: t`Next full list`, cell: ({ next_full_at }) => <Time at={next_full_at} /> },
  ];
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1}>
          <Trans>Connections</Trans>
        </Title>
        {mayWrite && (
          <Button renderRoot={(props) => <Link to="/connections/new" search={{}} {...props} />}>
            <Trans>Connect a system</Trans>
          </Button>
        )}
      </Group>
      <DataTable
        label={t`Connections`}
        columns={columns}
        fields={[{ name: 'name' }, { name: 'connector' }, { name: 'status', values: Object.keys(words) }]}
        query={connections(search)}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`No systems connected yet`}>
            <Trans>Connect the system that knows who is here. Wi-Fi access follows it automatically.</Trans>
          </Empty>
        }
      />
    </>
  );
}
