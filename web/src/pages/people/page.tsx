import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Group, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type Column, DataTable } from '../../parts/data-table';
import { Empty } from '../../parts/page-state';
import { Ago, Time } from '../../parts/time';
import { type Person, peopleList } from './people-records';
import { PersonDrawer } from './person-drawer';
import { useStatusWords } from './person-words';

const route = getRouteApi('/shell/people');
const colours = { in_house: 'green', active: 'green', expected: 'blue', suspended: 'red', left: 'gray' } as const;

export const rowsOf = peopleList;

/** Everybody known, from every system and made by hand: one box finds a room, a name, an address. */
export function PeoplePage() {
  const { t } = useLingui();
  const words = useStatusWords();
  const { id, ...list } = route.useSearch();
  const navigate = route.useNavigate();
  const columns: Column<Person>[] = [
    {
      id: 'last_name',
      title: t`Name`,
      cell: (row) => (
        <Anchor
          component="button"
          ta="start"
          aria-haspopup="dialog"
          onClick={() => void navigate({ search: { ...list, id: row.id } })}
        >
          {row.name ?? row.account?.username ?? row.email}
        </Anchor>
      ),
    },
    { id: 'room', title: t`Room`, cell: ({ room }) => room },
    {
      id: 'status',
      title: t`Status`,
      cell: ({ status }) => (
        <Badge color={colours[status]} variant="dot">
          {words[status]}
        </Badge>
      ),
    },
    {
      id: 'online',
      title: t`Online`,
      cell: ({ online, account }) =>
        online ? (
          <Group gap="xs" wrap="nowrap">
            <Badge color="green" variant="dot">
              {online.devices}
            </Badge>
            <Ago at={online.since} />
          </Group>
        ) : account?.disabled === 1 ? (
          <Badge color="red" variant="dot">
            <Trans>Blocked</Trans>
          </Badge>
        ) : null,
    },
    { id: 'until', title: t`Until`, cell: ({ until }) => <Time at={until} /> },
    { id: 'connection', title: t`From`, cell: ({ connection }) => connection?.name ?? t`Manual` },
  ];
  return (
    <>
      <Title order={1} mb="md">
        <Trans>People</Trans>
      </Title>
      <DataTable
        label={t`People`}
        words={t`Room, name, booking number, e-mail address, user name or MAC address`}
        columns={columns}
        fields={[{ name: 'status', values: Object.keys(words) }, { name: 'room' }, { name: 'kind' }]}
        query={peopleList(list)}
        search={list}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`Nobody yet`}>
            <Trans>People appear when a connected system reports them.</Trans>
          </Empty>
        }
      />
      {id !== undefined && <PersonDrawer id={id} onClose={() => void navigate({ search: list })} />}
    </>
  );
}
