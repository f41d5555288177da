import { permits } from '../../http/access/permits.js';
import type { Actor } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';

/** Areas of permissions; each can be read and written. */
export const areas = [
  'users',
  'user-groups',
  'vouchers',
  'devices',
  'certificates',
  'profiles',
  'radius-servers',
  'networks',
  'captive-portals',
  'gateways',
  'registrations',
  'payments',
  'payment-providers',
  'portal-attempts',
  'online',
  'guests',
  'authentication-providers',
  'policies',
  'organizations',
  'operators',
  'roles',
  'keys',
  'reports',
  'bulk',
  'dictionary',
  'alertcontacts',
  'webhooks',
  'connections',
  'files',
  'operations',
  'deliveries',
  'privacy',
  'audit',
] as const;

export type PermissionArea = (typeof areas)[number];
export type AreaPermission = `${PermissionArea}:read` | `${PermissionArea}:write`;

export const allPermissions: readonly AreaPermission[] = areas.flatMap(
  (area) => [`${area}:read`, `${area}:write`] as const,
);

export function reading(...of: readonly PermissionArea[]): AreaPermission[] {
  return of.map((area) => `${area}:read` as const);
}

export function readingAndWriting(...of: readonly PermissionArea[]): AreaPermission[] {
  return of.flatMap((area) => [`${area}:read`, `${area}:write`] as const);
}

/** Nobody grants more than they have: throws `forbidden` naming what the actor lacks. */
export function requireGrantable(actor: Pick<Actor, 'kind' | 'permissions'>, permissions: readonly string[]): void {
  const lacking = permissions.filter((each) => !permits(actor, each));
  if (lacking.length > 0)
    throw new Problem(
      'forbidden',
      `Nobody grants above their own permissions: ${actor.kind === 'operator' ? 'your role' : 'the API key'} ` +
        `lacks ${lacking.join(', ')}`,
    );
}

/** Managing somebody requires at least their permissions: throws `forbidden` naming what the actor lacks. */
export function requirePowerOver(
  actor: Pick<Actor, 'kind' | 'permissions'>,
  whom: string,
  permissions: readonly string[],
): void {
  const lacking = permissions.filter((each) => !permits(actor, each));
  if (lacking.length === 0) return;
  throw new Problem(
    'forbidden',
    `Power over ${whom} takes at least theirs: ${actor.kind === 'operator' ? 'your role' : 'the API key'} ` +
      `lacks ${lacking.join(', ')}. Let somebody do it who has that`,
  );
}
