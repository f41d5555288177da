import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '../../parts/data-table';
import { RecordList } from '../../parts/record/record-list';
import { Ago } from '../../parts/time';
import { type Device, devices } from './device-records';
import { DeviceState } from './device-state';
import { useDeviceFields } from './device-fields';

const route = getRouteApi('/shell/devices');

export const rowsOf = devices.list;

/** What signs in by its address: printers, televisions, what a guest's own devices are known by. */
export function DevicesPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const fields = useDeviceFields();
  const columns: Column<Device>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name, mac }) => name ?? mac },
    { id: 'mac', title: t`Address`, sortable: true, cell: ({ mac }) => mac },
    { id: 'type', title: t`Type`, sortable: true, cell: ({ type, os }) => [type, os].filter(Boolean).join(' · ') },
    { id: 'owner', title: t`Owner`, cell: ({ user_id, names }) => user_id && names?.[user_id] },
    { id: 'table_id', title: t`Group`, cell: ({ table_id, names }) => table_id && names?.[table_id] },
    {
      id: 'disabled',
      title: t`Status`,
      sortable: true,
      cell: ({ disabled }) =>
        disabled === 1 && (
          <Badge color="red" variant="dot">
            <Trans>Blocked</Trans>
          </Badge>
        ),
    },
    { id: 'created_at', title: t`Added`, sortable: true, cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
  return (
    <RecordList<Device>
      title={t`Devices`}
      columns={columns}
      filters={[
        { name: 'name' },
        { name: 'mac' },
        { name: 'type' },
        { name: 'os' },
        { name: 'disabled', values: ['0', '1'] },
        { name: 'external_id' },
      ]}
      bulk={[
        { label: t`Block`, op: 'update', data: { disabled: 1 } },
        { label: t`Unblock`, op: 'update', data: { disabled: 0 } },
        {
          label: t`Delete`,
          op: 'delete',
          consequence: t`Their MAC addresses no longer get access, and their sessions end.`,
        },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a device`}
      empty={{ title: t`No devices yet`, hint: t`Add devices that sign in by MAC address, such as printers and TVs.` }}
      view={{
        resource: devices,
        area: 'devices',
        titleOf: ({ name, mac }) => name ?? mac,
        fields,
        unmade: { title: t`New device`, values: {} },
        above: (device) => <DeviceState device={device} />,
        removal: {
          label: t`Delete`,
          question: ({ name, mac }) => t`Delete ${name ?? mac}?`,
          consequence: t`Its MAC address no longer gets access, and its session ends.`,
        },
      }}
    />
  );
}
