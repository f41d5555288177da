import type { Furnished, Thing } from './one-of-everything.js';

const things: Readonly<Record<string, Thing>> = {
  users: 'user',
  'user-groups': 'group',
  vouchers: 'voucher',
  keys: 'key',
  roles: 'role',
  organizations: 'annex',
  attributes: 'attribute',
  connections: 'connection',
  files: 'file',
  runs: 'run',
  subjects: 'subject',
  events: 'event',
  operations: 'operation',
  deliveries: 'credentialDelivery',
  bulk: 'bulkJob',
  hooks: 'connection',
  webhooks: 'webhook',
  operators: 'operator',
  devices: 'device',
  'radius-servers': 'radiusServer',
  networks: 'network',
  'captive-portals': 'portal',
  gateways: 'gateway',
  registrations: 'registration',
  payments: 'payment',
  'payment-providers': 'paymentProvider',
  'voucher-presets': 'voucherPreset',
  'room-postings': 'roomPosting',
  'portal-attempts': 'portalAttempt',
  online: 'session',
  guests: 'subject',
  logins: 'login',
  'authentication-providers': 'provider',
  'alert-contacts': 'alertContact',
  alertcontacts: 'alertcontact',
  alerts: 'alert',
  certificates: 'certificate',
  profiles: 'profile',
  policies: 'policy',
  dictionary: 'user',
  vendors: 'user',
  audit: 'auditEntry',
  'report-schedules': 'reportSchedule',
  'voucher-batches': 'voucherBatch',
};

/** The path with real ids: of records that are there to be read and changed. */
export function realPathIn(house: Furnished, path: string): string {
  const [, area] = path.split('/');
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'resource') return 'users';
    if (name === 'report_id') return '110';
    if (name === 'task_name') return house.ids.reportTask;
    if (name === 'account') return house.ids.linkedAccount;
    if (path.startsWith('/webhooks/deliveries/')) return house.ids.delivery;
    if (path.startsWith('/certificates/authorities/')) return house.ids.authority;
    return name === 'key' ? 'mews' : name === 'path' ? 'anything' : house.ids[things[area]];
  });
}
