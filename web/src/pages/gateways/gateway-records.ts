import type { Api } from '../../api/types';
import { type Named, resourceOf } from '../../parts/record/resource';

export type Gateway = Named<Api<'GatewayDto'>>;

export const network = { resource: 'networks', by: 'name' } as const;
export const portal = { resource: 'captive-portals', by: 'name' } as const;

export const gateways = resourceOf<Api<'GatewayDto'>>('gateways', {
  names: { network_id: network, captive_portal_id: portal },
});

export const gatewayVendors: readonly Gateway['vendor'][] = [
  'coova',
  'mikrotik',
  'cisco',
  'cisco-cwa',
  'aruba',
  'aruba-roles',
  'fortinet',
  'cambium',
  'extreme',
  'ruckus',
  'ruckus-smartzone',
  'meraki',
  'opennds',
  'unifi',
  'omada',
  'generic',
];
