import type { Instant } from '../../kernel/clock.js';
import { hasControl, readText, Wrong } from '../../http/body/readers.js';
import { FieldTable } from '../set/fields.js';

/** FreeRADIUS' four classic tables: what a user or group must bring, and what it is given. */
export const attributeTables = ['radcheck', 'radreply', 'radgroupcheck', 'radgroupreply'] as const;
export type AttributeTable = (typeof attributeTables)[number];

export const attributeOperators = ['=', ':=', '==', '+=', '!=', '>', '>=', '<', '<=', '=~', '!~', '=*', '!*'] as const;

/**
 * One attribute. Some have no row of their own, as they are how the older form speaks of a user's or group's own
 * fields: their ids begin with the field, `password-<user id>` (own-fields.ts).
 */
export interface RadiusAttribute {
  readonly id: string;
  readonly table: AttributeTable;
  /** The user's id; in the group tables the group's. */
  readonly ownerId: string;
  readonly name: string;
  readonly operator: string;
  /** Null: secret, never shown. */
  readonly value: string | null;
  readonly createdAt: Instant;
}

export interface AttributeValues {
  readonly ownerId: string;
  readonly name: string;
  readonly operator: string;
  readonly table: AttributeTable;
  readonly value: string;
}

export const attributeFields = new FieldTable<AttributeValues>([
  { api: 'userid', name: 'ownerId', read: readText(64) },
  { api: 'attribute', name: 'name', read: attributeName },
  { api: 'operator', name: 'operator', read: oneOf(attributeOperators) },
  { api: 'table', name: 'table', read: oneOf(attributeTables) },
  { api: 'value', name: 'value', read: attributeValue },
]);

export function isOfGroup(table: AttributeTable): boolean {
  return table.startsWith('radgroup');
}

export function isSecret(name: string): boolean {
  return /password|secret/i.test(name);
}

function attributeName(value: unknown): unknown {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9.-]{0,124}(:\d{1,2})?$/.test(value)
    ? value
    : new Wrong('must be a RADIUS attribute name such as Tunnel-Type');
}

/** As typed: blanks may belong to a password. An attribute carries at most 253 octets (RFC 2865, section 5). */
function attributeValue(value: unknown): unknown {
  if (typeof value !== 'string' || Buffer.byteLength(value) > 253)
    return new Wrong('must be text of at most 253 bytes');
  return hasControl(value) ? new Wrong('must not contain control characters') : value;
}

function oneOf(words: readonly string[]) {
  return (value: unknown) => (words.includes(value as string) ? value : new Wrong(`must be one of ${words.join(' ')}`));
}
