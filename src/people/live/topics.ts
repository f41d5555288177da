import type { AreaPermission } from '../../console/roles/permission-vocabulary.js';

/** What a listener may ask for, and the permission to read it. */
export const topicPermissions = {
  connections: 'connections:read',
  runs: 'connections:read',
  guests: 'guests:read',
  files: 'files:read',
  operations: 'operations:read',
  online: 'online:read',
  logins: 'reports:read',
  alerts: 'alertcontacts:read',
  bulk: 'bulk:read',
  users: 'users:read',
  'user-groups': 'user-groups:read',
  vouchers: 'vouchers:read',
  devices: 'devices:read',
  policies: 'policies:read',
  certificates: 'certificates:read',
  networks: 'networks:read',
  'captive-portals': 'captive-portals:read',
  gateways: 'gateways:read',
  registrations: 'registrations:read',
  'authentication-providers': 'authentication-providers:read',
  webhooks: 'webhooks:read',
  operators: 'operators:read',
  roles: 'roles:read',
  keys: 'keys:read',
  organizations: 'organizations:read',
} as const satisfies Readonly<Record<string, AreaPermission>>;

export type Topic = keyof typeof topicPermissions;

export const topics = Object.keys(topicPermissions) as readonly Topic[];

export function isTopic(text: string): text is Topic {
  return text in topicPermissions;
}

/** What changed; `many`: too much to name, read all of them. Ids are keys, never contents. */
export interface LiveChange {
  readonly organizationId: string;
  readonly topic: Topic;
  readonly ids: readonly string[] | 'many';
}
