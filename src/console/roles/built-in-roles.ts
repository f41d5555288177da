import { allPermissions, areas, reading, readingAndWriting } from './permission-vocabulary.js';

export interface BuiltInRole {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
}

/** The same in every organization; nobody can change them. The ids are part of the API. */
export const ownerRole: BuiltInRole = { id: '00000000-0000-7000-8000-000000000101', name: 'owner', permissions: ['*'] };

export const builtInRoles: readonly BuiltInRole[] = [
  ownerRole,
  {
    id: '00000000-0000-7000-8000-000000000102',
    name: 'administrator',
    permissions: allPermissions.filter((permission) => permission !== 'organizations:write'),
  },
  {
    id: '00000000-0000-7000-8000-000000000103',
    name: 'reception',
    permissions: [
      ...readingAndWriting(
        'users',
        'vouchers',
        'devices',
        'deliveries',
        'registrations',
        'payments',
        'portal-attempts',
        'online',
        'guests',
      ),
      ...reading('user-groups'),
    ],
  },
  { id: '00000000-0000-7000-8000-000000000104', name: 'auditor', permissions: reading(...areas) },
];

export function builtInRole(id: string | null): BuiltInRole | undefined {
  return builtInRoles.find((role) => role.id === id);
}
