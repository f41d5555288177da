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
    { id: 'type', title: t`Kind`, sortable: true, cell: ({ type, os }) => [type, os].filter(Boolean).join(' · ') },
    { id: 'owner', title: t`Owner`, cell: ({ user_id, names }) => user_id && names?.[user_id] },
    { id: 'table_id', title: t`Group`, cell: ({ table_id, names }) => table_id && names?.[table_id] },
    {
      id: 'disabled',
      title: t`State`,
      sortable: true,
      cell: ({ disabled }) =>
        disabled === 1 && (
          <Badge color="red" variant="dot">
            <Trans>Blocked</Trans>
          </Badge>
        ),
    },
    { id: 'created_at', title: t`Known`, sortable: true, cell: ({ created_at }) => <Ago at={created_at} /> },
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
        { label: t`Let in again`, op: 'update', data: { disabled: 0 } },
        {
          label: t`Delete`,
          op: 'delete',
          consequence: t`They are no longer let in by their addresses, and their sessions end.`,
        },
      ]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a device`}
      empty={{ title: t`No device is known`, hint: t`Add what signs in by its address: a printer, a television.` }}
      view={{
        resource: devices,
        area: 'devices',
        titleOf: ({ name, mac }) => name ?? mac,
        fields,
        unmade: { title: t`A new device`, values: {} },
        above: (device) => <DeviceState device={device} />,
        removal: {
          label: t`Delete`,
          question: ({ name, mac }) => t`Delete ${name ?? mac}?`,
          consequence: t`It is no longer let in by its address, and its session ends.`,
        },
      }}
    />
  );
}
