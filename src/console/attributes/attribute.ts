import type { Instant } from '../../kernel/clock.js';

/** FreeRADIUS' four classic tables: what a user's or group's request must contain, and what its reply gets. */
export const attributeTables = ['radcheck', 'radreply', 'radgroupcheck', 'radgroupreply'] as const;
export type AttributeTable = (typeof attributeTables)[number];

export const attributeOperators = ['=', ':=', '==', '+=', '!=', '>', '>=', '<', '<=', '=~', '!~', '=*', '!*'] as const;

/**
 * One attribute. Those that the older form uses for a user's or group's own fields have no row; their ids begin with
 * the field, `password-<user id>` (own-fields.ts).
 */
export interface RadiusAttribute {
  readonly id: string;
  readonly table: AttributeTable;
  /** The user's id; in the group tables the group's. */
  readonly ownerId: string;
  readonly attribute: string;
  readonly operator: string;
  /** Null for secrets, which are never shown. */
  readonly value: string | null;
  readonly createdAt: Instant;
}

export interface AttributeValues {
  readonly ownerId: string;
  readonly attribute: string;
  readonly operator: string;
  readonly table: AttributeTable;
  readonly value: string;
}

export function isOfGroup(table: AttributeTable): boolean {
  return table.startsWith('radgroup');
}

export function isSecret(name: string): boolean {
  return /password|secret/i.test(name);
}
