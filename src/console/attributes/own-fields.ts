import type { GroupPolicy } from '../user-groups/group-policy.js';
import type { UserValues } from '../users/user.js';
import { Wrong } from '../../http/body/readers.js';
import type { AttributeTable } from './attribute-tables.js';
import { DateTime } from 'luxon';
import { type Instant, instantAt } from '../../kernel/clock.js';

/** An attribute that the older form uses for a field of a user or group. It is stored only in that field. */
export interface OwnField {
  readonly table: AttributeTable;
  readonly attribute: string;
  /** First part of its id: `expiration-<user id>`. */
  readonly mark: string;
  /** Field of the user, or of the group's policy. */
  readonly field: keyof UserValues | keyof GroupPolicy;
  /** Value of the field once the attribute is deleted. */
  readonly empty: unknown;
  /** Value for the field, which checks its limits itself. */
  read(value: string, timeZone: string): unknown;
  /** Null: set, but never shown. Undefined: not set. */
  write(value: unknown): string | null | undefined;
}

const asIs = (value: string): unknown => value;
const asText = (value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : String(value);
const wholeNumber = (value: string): unknown =>
  /^\d{1,15}$/.test(value) ? Number(value) : new Wrong('must be a whole number');

const password = {
  table: 'radcheck',
  mark: 'password',
  field: 'password',
  empty: null,
  read: asIs,
  write: (isSet: unknown) => (isSet ? null : undefined),
} as const;

const ownFields: readonly OwnField[] = [
  { ...password, attribute: 'Cleartext-Password' },
  { ...password, attribute: 'User-Password' },
  {
    table: 'radcheck',
    attribute: 'Auth-Type',
    mark: 'reject',
    field: 'disabled',
    empty: false,
    read: (value) =>
      value.toLowerCase() === 'reject'
        ? true
        : new Wrong('must be Reject: other ways to authenticate follow from the password'),
    write: (isDisabled) => (isDisabled ? 'Reject' : undefined),
  },
  {
    table: 'radcheck',
    attribute: 'Expiration',
    mark: 'expiration',
    field: 'validUntil',
    empty: null,
    write: expirationText,
    read: (value, timeZone) =>
      readExpiration(value, timeZone) ?? new Wrong('must be a time such as May 16 2026 11:00:00'),
  },
  {
    table: 'radcheck',
    attribute: 'Simultaneous-Use',
    mark: 'simultaneous-use',
    field: 'maxDevices',
    empty: null,
    read: wholeNumber,
    write: asText,
  },
  {
    table: 'radgroupcheck',
    attribute: 'Login-Time',
    mark: 'login-time',
    field: 'login_time',
    empty: undefined,
    read: asIs,
    write: asText,
  },
  ofPolicy('radgroupcheck', 'Simultaneous-Use', 'simultaneous_use'),
  ofPolicy('radgroupreply', 'Session-Timeout', 'session_timeout'),
  ofPolicy('radgroupreply', 'Idle-Timeout', 'idle_timeout'),
  ofPolicy('radgroupreply', 'Acct-Interim-Interval', 'acct_interim_interval'),
  ofPolicy('radgroupreply', 'WISPr-Bandwidth-Max-Down', 'bandwidth_down'),
  ofPolicy('radgroupreply', 'WISPr-Bandwidth-Max-Up', 'bandwidth_up'),
  {
    table: 'radgroupreply',
    attribute: 'Tunnel-Private-Group-Id',
    mark: 'tunnel-private-group-id',
    field: 'vlan',
    empty: undefined,
    read: asIs,
    write: asText,
  },
];

/** Finds one by name, in any case. */
export function ownField(table: AttributeTable, name: string): OwnField | undefined {
  return ownFields.find((own) => own.table === table && own.attribute.toLowerCase() === name.toLowerCase());
}

/** Finds one by the id it was listed under: the field and its owner. */
export function ownFieldOf(
  table: AttributeTable,
  id: string,
): { readonly own: OwnField; readonly ownerId: string } | undefined {
  const own = ownFields.find((each) => each.table === table && id.startsWith(`${each.mark}-`));
  return own && { own, ownerId: id.slice(own.mark.length + 1) };
}

/** The attributes of a table, each field once. */
export function ownFieldsOf(table: AttributeTable): OwnField[] {
  return ownFields.filter((own) => own.table === table && own.attribute !== 'User-Password');
}

function ofPolicy(table: AttributeTable, attribute: string, field: keyof GroupPolicy): OwnField {
  return { table, attribute, mark: attribute.toLowerCase(), field, empty: undefined, read: wholeNumber, write: asText };
}

/** Formats that FreeRADIUS and people write. */
const formats = ['MMMM d yyyy', 'MMM d yyyy', 'd MMMM yyyy', 'd MMM yyyy'].flatMap((day) => [
  `${day} HH:mm:ss`,
  `${day} HH:mm`,
  day,
]);

/**
 * `May 16 2026 11:00:00` in the organization's zone unless it ends in a zone (`UTC`, `+02:00`); ISO 8601; seconds since
 * 1970.
 */
function readExpiration(text: string, timeZone: string): Instant | undefined {
  if (/^\d{9,11}$/.test(text)) return instantAt(Number(text) * 1000);
  const iso = DateTime.fromISO(text, { zone: timeZone });
  if (iso.isValid) return instantAt(iso.toMillis());
  const [, words = '', zone = timeZone] = /^(.*?)\s*(Z|UTC|GMT|[+-]\d\d:?\d\d)?$/i.exec(text.trim()) ?? [];
  const read = formats
    .map((format) => DateTime.fromFormat(words, format, { zone: zoneName(zone), locale: 'en' }))
    .find(({ isValid }) => isValid);
  return read && instantAt(read.toMillis());
}

/** In UTC, which `readExpiration` can read. */
function expirationText(at: unknown): string | undefined {
  return typeof at === 'string'
    ? DateTime.fromISO(at, { zone: 'UTC' }).setLocale('en').toFormat("MMM d yyyy HH:mm:ss 'UTC'")
    : undefined;
}

function zoneName(zone: string): string {
  if (/^(Z|GMT)$/i.test(zone)) return 'UTC';
  return /^[+-]/.test(zone) ? `UTC${zone}` : zone;
}
