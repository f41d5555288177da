import { Wrong } from '../../http/body/readers.js';

/** Makes of access points. The make decides which attributes express a policy, and how a portal signs a guest in. */
export const accessPointVendors = [
  'generic',
  'aruba',
  'cambium',
  'cisco',
  'coova',
  'extreme',
  'fortinet',
  'grandstream',
  'huawei',
  'juniper',
  'meraki',
  'mikrotik',
  'mist',
  'nomadix',
  'omada',
  'openwrt',
  'other',
  'ruckus',
  'ubiquiti',
  'unifi',
] as const;

export function accessPointVendor(value: unknown): unknown {
  const name = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return (accessPointVendors as readonly string[]).includes(name)
    ? name
    : new Wrong(`must be one of ${accessPointVendors.join(', ')}`);
}
