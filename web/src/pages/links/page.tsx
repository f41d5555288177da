import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { api } from '../../api/client';
import { pageOf } from '../../api/types';
import { type Column, DataTable, type ListRequest } from '../../parts/data-table';
import { LinkStrip, type Health } from '../../parts/link-strip/link-strip';
import { useLinkWords } from '../../parts/link-strip/link-words';
import { listQuery, type ListSearch } from '../../parts/list-search';
import { Empty } from '../../parts/page-state';
import { Ago } from '../../parts/time';

const route = getRouteApi('/shell/links');

const links = (search: ListSearch): ListRequest<Health> => ({
  queryKey: ['connections', 'health', search],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/connections/health', { params: { query: listQuery(search) }, signal });
    return pageOf<Health>(data!);
  },
});

const colours = { connected: 'green', degraded: 'yellow', silent: 'orange', down: 'red', quarantined: 'red' } as const;

export const rowsOf = links;

/** Every link of this organization and of those beneath it, the ones in trouble first. */
export function LinksPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const words = useLinkWords();
  const columns: Column<Health>[] = [
    {
      id: 'name',
      title: t`Name`,
      cell: ({ id, name, organization_id: org }) => (
        <Anchor
          fw={500}
          renderRoot={(props) => <Link to="/connections/$id" params={{ id }} search={{ org }} {...props} />}
        >
          {name}
        </Anchor>
      ),
    },
    { id: 'organization', title: t`Organization`, cell: ({ organization_name }) => organization_name },
    {
      id: 'state',
      title: t`Status`,
      cell: ({ state, pieces }) => (
        <>
          <Badge color={colours[state as keyof typeof colours] ?? 'gray'} variant="dot">
            {words[state]}
          </Badge>
          {pieces.at(-1)?.reason && <Text size="sm">{pieces.at(-1)?.reason}</Text>}
        </>
      ),
    },
    { id: 'strip', title: t`Last 24 hours`, cell: (health) => <LinkStrip health={health} /> },
    { id: 'last_heard_at', title: t`Last seen`, cell: ({ last_heard_at }) => <Ago at={last_heard_at} /> },
  ];
  return (
    <>
      <Title order={1} mb="md">
        <Trans>Links</Trans>
      </Title>
      <DataTable
        label={t`Links`}
        columns={columns}
        fields={[
          { name: 'name' },
          { name: 'connector' },
          { name: 'organization_name' },
          { name: 'state', values: Object.keys(words) },
        ]}
        query={links(route.useSearch())}
        search={route.useSearch()}
        onSearch={(search) => void navigate({ search })}
        empty={<Empty title={t`No systems connected yet`} />}
      />
    </>
  );
}
