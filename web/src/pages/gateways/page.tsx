import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import type { Column } from '../../parts/data-table';
import type { FormField } from '../../parts/form/form-field';
import { RecordList } from '../../parts/record/record-list';
import { Ago } from '../../parts/time';
import { GatewayAbove } from './gateway-above';
import { type Gateway, gateways, gatewayVendors, network, portal } from './gateway-records';

const route = getRouteApi('/shell/gateways');

export const rowsOf = gateways.list;

/** What sends guests to a portal and lets them in. */
export function GatewaysPage() {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  const make: FormField = {
    name: 'vendor',
    label: t`Vendor`,
    kind: 'choice',
    required: true,
    values: gatewayVendors,
    description: t`It cannot be changed later.`,
  };
  const fields: FormField[] = [
    { name: 'name', label: t`Name`, kind: 'text', required: true },
    { name: 'network_id', label: t`Network`, kind: 'record', required: true, lookup: network },
    {
      name: 'captive_portal_id',
      label: t`Portal`,
      kind: 'record',
      lookup: portal,
      description: t`Empty: the portal of the network.`,
    },
    {
      name: 'login_hosts',
      label: t`Gateway login addresses`,
      kind: 'choices',
      description: t`Guests are never redirected anywhere else.`,
    },
    {
      name: 'controller',
      label: t`Controller`,
      kind: 'json',
      example: '{"url": "https://controller.example:8443", "site": "default"}',
    },
    {
      name: 'hand_over',
      label: t`Parameter names`,
      kind: 'json',
      example: '{"mac_in": "mac", "path": "/login", "username_field": "username", "password_field": "password"}',
      description: t`Generic gateways only: names of parameters and fields.`,
    },
    {
      name: 'mac_auth',
      label: t`MAC authentication`,
      kind: 'json',
      example: '{"captive_role": "guest-logon", "role": "guest"}',
      description: t`cisco-cwa and aruba-roles only: what RADIUS sends them.`,
    },
    {
      name: 'secrets',
      label: t`Secrets`,
      kind: 'json',
      example: '{"uamsecret": "…"}',
      keptDescription: t`Never shown. Leave empty to keep them.`,
    },
  ];
  const columns: Column<Gateway>[] = [
    { id: 'name', title: t`Name`, sortable: true, cell: ({ name }) => name },
    { id: 'vendor', title: t`Vendor`, sortable: true, cell: ({ vendor }) => vendor },
    { id: 'network_id', title: t`Network`, cell: ({ network_id, names }) => names?.[network_id] },
    {
      id: 'captive_portal_id',
      title: t`Portal`,
      cell: ({ captive_portal_id: id, names }) => (id ? names?.[id] : t`from the network`),
    },
    {
      id: 'last_arrival_at',
      title: t`Last guest`,
      sortable: true,
      cell: ({ last_arrival_at }) => <Ago at={last_arrival_at} />,
    },
  ];
  return (
    <RecordList<Gateway>
      title={t`Gateways`}
      columns={columns}
      filters={[{ name: 'name' }, { name: 'vendor', values: gatewayVendors }]}
      search={route.useSearch()}
      onSearch={(search) => void navigate({ search })}
      add={t`Add a gateway`}
      empty={{ title: t`No gateways yet`, hint: t`Gateways redirect guests to the portal.` }}
      view={{
        resource: gateways,
        area: 'gateways',
        titleOf: ({ name }) => name,
        fields,
        unmade: { title: t`New gateway`, values: {}, fields: [make, ...fields] },
        above: (gateway) => <GatewayAbove gateway={gateway} />,
        removal: {
          label: t`Delete`,
          question: ({ name }) => t`Delete ${name}?`,
          consequence: t`Guests it redirects will no longer see the page, and those it let in are disconnected.`,
        },
      }}
    />
  );
}
