import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client';
import { type Api, pageOf } from '../../api/types';
import { type Column, DataTable, type ListRequest } from '../../parts/data-table';
import { type LinkState, useLinkWords } from '../../parts/link-strip/link-words';
import { listQuery, type ListSearch } from '../../parts/list-search';

type Organization = Api<'OrganizationOverviewDto'>;

const lookMilliseconds = 10_000;

const organizations = (search: ListSearch): ListRequest<Organization> => ({
  queryKey: ['overview', 'organizations', search],
  queryFn: async ({ signal }) => {
    const { data } = await api.GET('/overview/organizations', { params: { query: listQuery(search) }, signal });
    return pageOf<Organization>(data!);
  },
  refetchInterval: lookMilliseconds,
});

/** Those beneath, the one that needs somebody soonest first. */
export function Organizations() {
  const { t } = useLingui();
  const words = useLinkWords();
  const [search, setSearch] = useState<ListSearch>({});
  const columns: Column<Organization>[] = [
    {
      id: 'name',
      title: t`Organization`,
      cell: ({ id, name }) => (
        <Anchor renderRoot={(props) => <Link to="/now" search={{ org: id }} {...props} />}>{name}</Anchor>
      ),
    },
    {
      id: 'links',
      title: t`Systems`,
      cell: ({ connections }) =>
        connections && (
          <Group gap={4}>
            {Object.entries(connections).map(
              ([state, count]) =>
                count > 0 && (
                  <Badge key={state} variant="dot" color={colourOf(state)}>
                    {words[state as LinkState]}: {count}
                  </Badge>
                ),
            )}
          </Group>
        ),
    },
    { id: 'held', title: t`Plans awaiting approval`, cell: ({ held_runs }) => held_runs || null },
    { id: 'alerts', title: t`Alerts`, cell: ({ open_alerts }) => open_alerts || null },
    { id: 'online', title: t`Connected devices`, cell: ({ online }) => online?.devices ?? null },
  ];
  return (
    <>
      <Title order={2} size="h3">
        <Trans>Organizations</Trans>
      </Title>
      <DataTable
        label={t`Organizations`}
        columns={columns}
        query={organizations(search)}
        search={search}
        onSearch={setSearch}
        empty={null}
      />
    </>
  );
}

function colourOf(state: string): string {
  if (state === 'connected') return 'green';
  if (['down', 'quarantined', 'silent'].includes(state)) return 'red';
  return state === 'degraded' ? 'yellow' : 'gray';
}
