import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Group, SegmentedControl, Text, Title } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AsCurl } from '../../parts/as-curl';
import { type Column, DataTable } from '../../parts/data-table';
import { Empty } from '../../parts/page-state';
import { Time } from '../../parts/time';
import { useReasonWords } from '../login/login-words';
import { loginQueryOf, type LoginRow, loginRows, reportIdOf } from './login-rows';
import { type LoginsSearch, spans, views } from './search';

const route = getRouteApi('/shell/logins');

export const rowsOf = loginRows;

/** What RADIUS decided, latest first, as it happens: who was let in and who was not, and why. */
export function LoginsPage() {
  const { t } = useLingui();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { view = 'all', since = '-24h', ...list } = search;
  const go = (next: LoginsSearch) => void navigate({ search: next });
  const chosen = (next: { readonly view?: string; readonly since?: string }): LoginsSearch => {
    // The columns of both kinds of list differ, and so do their filters and orders.
    const { page: _page, sort: _sort, ...kept } = list;
    const wanted = { view, since, ...next };
    return {
      ...(next.view === undefined || (next.view === 'devices') === (view === 'devices') ? kept : {}),
      ...(wanted.view === 'all' ? {} : { view: wanted.view as NonNullable<LoginsSearch['view']> }),
      ...(wanted.since === '-24h' ? {} : { since: wanted.since as NonNullable<LoginsSearch['since']> }),
    };
  };
  const viewNames = { all: t`All`, accepted: t`Accepted`, rejected: t`Rejected`, devices: t`Rejected by device` };
  const spanNames = { '-1h': t`1 hour`, '-24h': t`24 hours`, '-7d': t`7 days` };
  const fields = view === 'devices' ? ['username', 'mac', 'reason', 'access_point'] : allFields;
  return (
    <>
      <Group justify="space-between" mb="md">
        <Title order={1}>
          <Trans>Logins</Trans>
        </Title>
        <AsCurl path={`/reports/${reportIdOf(search)}?${new URLSearchParams(texts(loginQueryOf(search)))}`} />
      </Group>
      <Group mb="md">
        <SegmentedControl
          aria-label={t`Logins`}
          value={view}
          data={views.map((value) => ({ value, label: viewNames[value] }))}
          onChange={(next) => go(chosen({ view: next }))}
        />
        <SegmentedControl
          aria-label={t`Since`}
          value={since}
          data={spans.map((value) => ({ value, label: spanNames[value] }))}
          onChange={(next) => go(chosen({ since: next }))}
        />
      </Group>
      <DataTable
        key={view === 'devices' ? 'devices' : 'each'}
        label={t`Logins`}
        columns={useColumns(view === 'devices')}
        fields={fields.map((name) => ({ name, ...(name === 'outcome' ? { values: ['accepted', 'rejected'] } : {}) }))}
        query={loginRows(search)}
        search={list}
        onSearch={(next) => go({ ...chosen({}), ...next })}
        empty={
          <Empty title={t`No logins yet`}>
            <Text c="dimmed">
              <Trans>Logins appear when an access point sends a sign-in request.</Trans>
            </Text>
          </Empty>
        }
      />
    </>
  );
}

const allFields = ['username', 'mac', 'outcome', 'reason', 'ssid', 'access_point', 'auth_method', 'vlan'];

function useColumns(isByDevice: boolean): Column<LoginRow>[] {
  const { t } = useLingui();
  const reasons = useReasonWords();
  const whoOrWhat = ({ username, mac }: LoginRow) => username || mac || '–';
  const columns: (Column<LoginRow> & { readonly isOfEach?: boolean })[] = [
    {
      id: 'username',
      title: t`Who`,
      sortable: true,
      cell: (row) => (
        <Anchor renderRoot={(props) => <Link to="/logins/$id" params={{ id: row.id }} {...props} />}>
          {whoOrWhat(row)}
        </Anchor>
      ),
    },
    { id: 'outcome', title: t`Outcome`, isOfEach: true, sortable: true, cell: (row) => <Outcome row={row} /> },
    {
      id: 'reason',
      title: t`Why`,
      sortable: true,
      cell: ({ reason }) => (reason ? (reasons[reason] ?? reason) : null),
    },
    { id: 'mac', title: t`Device`, sortable: true, cell: ({ mac }) => mac },
    { id: 'ssid', title: t`Wi-Fi name`, isOfEach: true, sortable: true, cell: ({ ssid }) => ssid },
    { id: 'access_point', title: t`Access point`, sortable: true, cell: ({ access_point }) => access_point },
    { id: 'auth_method', title: t`Method`, isOfEach: true, sortable: true, cell: ({ auth_method }) => auth_method },
    { id: 'vlan', title: t`VLAN`, isOfEach: true, cell: ({ vlan }) => vlan },
  ];
  return [
    // First, as in any log: on a narrow page it is the last column that is out of sight.
    { id: isByDevice ? 'last_at' : 'at', title: t`When`, sortable: true, cell: ({ at }) => <Time at={at} /> },
    ...columns.filter(({ isOfEach }) => !(isByDevice && isOfEach)),
    ...(isByDevice
      ? [{ id: 'rejected', title: t`Attempts`, sortable: true, cell: ({ count }: LoginRow) => count }]
      : []),
  ];
}

function Outcome({ row: { outcome } }: { readonly row: LoginRow }) {
  return outcome === 'accepted' ? (
    <Badge color="green" variant="dot">
      <Trans>Accepted</Trans>
    </Badge>
  ) : (
    <Badge color="red" variant="dot">
      <Trans>Rejected</Trans>
    </Badge>
  );
}

const texts = (query: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
