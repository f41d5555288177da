import { Trans, useLingui } from '@lingui/react/macro';
import { Anchor, Badge, Group, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type Column, DataTable } from '../../parts/data-table';
import { Empty } from '../../parts/page-state';
import { Ago, Time } from '../../parts/time';
import { Because } from './because';
import { type Online, onlineList, whoIs } from './online-records';
import { SessionDrawer } from './session-drawer';
import { Speed } from './speed';
import { Volume } from './volume';

const route = getRouteApi('/shell/online');

export const rowsOf = onlineList;

/** Who is on the Wi-Fi now, and why: a row is a device. */
export function OnlinePage() {
  const { t } = useLingui();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const columns: Column<Online>[] = [
    {
      id: 'username',
      title: t`Who`,
      sortable: true,
      cell: (row) => (
        <Anchor
          component="button"
          ta="start"
          aria-haspopup="dialog"
          onClick={() => void navigate({ search: { ...search, id: row.id } })}
        >
          {whoIs(row)}
        </Anchor>
      ),
    },
    { id: 'room', title: t`Room`, cell: ({ room }) => room, isExtra: true },
    { id: 'why', title: t`Why`, cell: (row) => <Because session={row} /> },
    { id: 'mac', title: t`Device`, sortable: true, cell: ({ device, mac }) => device?.name ?? mac },
    { id: 'access_point', title: t`Access point`, sortable: true, cell: ({ access_point }) => access_point },
    { id: 'vlan', title: t`VLAN`, cell: ({ vlan }) => vlan },
    {
      id: 'since',
      title: t`Since`,
      sortable: true,
      cell: ({ since, stale, waiting_at_portal: isWaiting }) => (
        <Group gap="xs" wrap="nowrap">
          <Ago at={since} />
          {isWaiting && (
            <Badge color="yellow" variant="light">
              <Trans>At the portal</Trans>
            </Badge>
          )}
          {stale && (
            <Badge color="gray" variant="dot">
              <Trans>Silent</Trans>
            </Badge>
          )}
        </Group>
      ),
    },
    { id: 'until', title: t`Until`, cell: ({ until }) => until && <Time at={until} /> },
    { id: 'speed', title: t`Speed`, cell: (row) => <Speed session={row} /> },
    { id: 'bytes_down', title: t`Data`, sortable: true, isExtra: true, cell: (row) => <Volume session={row} /> },
  ];
  const { id, ...list } = search;
  return (
    <>
      <Title order={1} mb="md">
        <Trans>Online now</Trans>
      </Title>
      <DataTable
        label={t`Devices that are online`}
        columns={columns}
        words={t`Room, name, e-mail address or user name`}
        fields={['username', 'mac', 'access_point', 'ssid', 'network_id'].map((name) => ({ name }))}
        query={onlineList(list)}
        search={list}
        onSearch={(next) => void navigate({ search: next })}
        empty={
          <Empty title={t`Nobody is on the Wi-Fi`}>
            <Text c="dimmed">
              <Trans>Devices appear when an access point reports a session.</Trans>
            </Text>
          </Empty>
        }
      />
      {id !== undefined && <SessionDrawer id={id} onClose={() => void navigate({ search: list })} />}
    </>
  );
}
