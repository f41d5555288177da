import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { RecordList } from '../../parts/record/record-list';
import { ClientsInput } from './clients-input';
import { Contacts } from './contacts';
import { type Network, networks } from './network-records';
import { SiteCertificates } from './site-certificates';

const route = getRouteApi('/shell/networks');

export const rowsOf = networks.list;

/** Wi-Fi networks with their access points, and what was heard of each. */
export function NetworksPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const rules = { reject: t`rejected`, accept: t`accepted` };
  const fields: FormField[] = [
    { name: 'name', label: t`Name`, kind: 'text', required: true },
    {
      name: 'ssid',
      label: t`Wi-Fi name`,
      kind: 'text',
      description: t`Empty: every SSID of its access points that no other network uses.`,
    },
    {
      name: 'unknown_users',
      label: t`Unknown guests are`,
      kind: 'choice',
      required: true,
      values: ['reject', 'accept'],
      labels: rules,
    },
    {
      name: 'default_table_id',
      label: t`Default group`,
      kind: 'record',
      lookup: { resource: 'user-groups', by: 'name' },
    },
    {
      name: 'radius_server_id',
      label: t`RADIUS server`,
      kind: 'record',
      lookup: { resource: 'radius-servers', by: 'name' },
    },
    { name: 'clients', label: t`Access points`, kind: 'own', own: (input) => <ClientsInput {...input} /> },
  ];
  const columns: Column<Network>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'ssid', title: t`Wi-Fi name`, sortable: true, cell: ({ ssid }) => ssid },
    { id: 'clients', title: t`Access points`, cell: ({ clients }) => clients.length },
    { id: 'unknown_users', title: t`Unknown guests are`, cell: ({ unknown_users }) => rules[unknown_users] },
    { id: 'group', title: t`Group`, cell: ({ default_table_id: id, names }) => id && names?.[id] },
    { id: 'server', title: t`RADIUS server`, cell: ({ radius_server_id: id, names }) => id && names?.[id] },
  ];
  return (
    <RecordList<Network>
      title={t`Networks`}
      columns={columns}
      filters={[{ name: 'name' }, { name: 'ssid' }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a network`}
      empty={{ title: t`No networks yet`, hint: t`Networks define which access points may send requests.` }}
      view={{
        resource: networks,
        area: 'networks',
        titleOf: ({ name }) => name,
        fields,
        unmade: { title: t`New network`, values: { unknown_users: 'reject', clients: [] } },
        above: (network) => (
          <>
            <Contacts network={network} />
            <SiteCertificates network={network} />
          </>
        ),
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Its access points get no more answers, so nobody can connect through them.`,
          word: ({ name }) => name,
        },
      }}
    />
  );
}
