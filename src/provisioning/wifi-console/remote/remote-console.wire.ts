/**
 * Field names of the console's REST interface: those of the reference, and extensions of some servers. Everything read
 * here comes from outside and may have any form.
 */
import type { Instant } from '../../../kernel/clock.js';
import { isObject } from '../../../kernel/json/is-object.js';
import type { ConsoleUser, UserSpec, VoucherSpec } from '../port/wifi-console.js';

export type WireBody = Readonly<Record<string, unknown>>;

/** Beyond the reference; a server may refuse each of them. */
export const extensionFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'valid_from',
  'valid_until',
  'max_devices',
  'comment',
  'external_id',
] as const;

/** About the person alone: an account without them gives the same access. */
export const personFields = ['first_name', 'last_name', 'email', 'phone', 'comment'] as const;

export const usernameField = 'username';
export const externalIdField = 'external_id';
export const groupNameField = 'name';

/**
 * Documented for the list of users: with it, deletions move nobody to a page that was already read (see
 * RemoteUsers.all).
 */
export const oldestFirst = { sort: 'created_at:asc' };

export function filtered(field: string, value: string): Readonly<Record<string, string>> {
  return { [`filter[${field}]`]: value };
}

/** The record has fields beyond the reference, even if empty. */
export function showsExtensions(row: unknown): boolean {
  return isObject(row) && ('valid_until' in row || externalIdField in row);
}

/** The refusal concerns the group of an account. */
export function namesGroup({ detail, fields }: WireProblem): boolean {
  return fields.includes('table_id') || detail.includes('table_id');
}

interface WantedUser {
  readonly fields: Partial<UserSpec>;
  readonly password: string | null;
  readonly groupId: string | null;
  readonly externalId?: string;
}

/** UserInput with extensions. `creating` leaves out empty fields; a change clears with null. */
export function userBody({ fields, password, groupId, externalId }: WantedUser, creating: boolean): WireBody {
  const body: Record<string, unknown> = {
    username: fields.username,
    password: password ?? undefined,
    table_id: groupId ?? (fields.groupName === null ? null : undefined),
    disabled: fields.disabled === undefined ? undefined : Number(fields.disabled),
    first_name: fields.firstName,
    last_name: fields.lastName,
    email: fields.email,
    phone: fields.phone,
    valid_from: fields.validFrom,
    valid_until: fields.validUntil,
    max_devices: fields.maxDevices,
    comment: fields.comment,
    external_id: externalId,
  };
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && !(creating && value === null)),
  );
}

export function voucherBody(voucher: VoucherSpec, groupId: string): WireBody {
  const body = {
    table_id: groupId,
    count: voucher.count,
    duration: voucher.durationSeconds,
    valid_until: voucher.validUntil,
    max_devices: voucher.maxDevices,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** Null takes a limit away. */
export function voucherChangeBody({ durationSeconds, validUntil }: Partial<VoucherSpec>): WireBody {
  return { duration: durationSeconds, valid_until: validUntil };
}

export function without(body: WireBody, refused: ReadonlySet<string>): WireBody {
  return Object.fromEntries(Object.entries(body).filter(([field]) => !refused.has(field)));
}

export function consoleUser(row: unknown): ConsoleUser | null {
  if (!isObject(row)) return null;
  const remoteId = textOf(row.id);
  const username = textOf(row.username);
  if (remoteId === null || username === null) return null;
  return {
    remoteId,
    username,
    disabled: row.disabled === true || Number(row.disabled) === 1,
    groupId: textOf(row.table_id),
    validUntil: instantOf(row.valid_until),
    externalId: textOf(row.external_id),
  };
}

export function groupOf(
  row: unknown,
): { readonly id: string; readonly name: string; readonly createdAt: string } | null {
  const id = isObject(row) ? textOf(row.id) : null;
  const name = isObject(row) ? textOf(row.name) : null;
  return id === null || name === null
    ? null
    : { id, name, createdAt: (isObject(row) ? textOf(row.created_at) : null) ?? '' };
}

export interface WireVoucher {
  readonly remoteId: string;
  readonly code: string;
  readonly groupId: string | null;
}

function voucherOf(row: unknown): WireVoucher | null {
  const remoteId = isObject(row) ? textOf(row.id) : null;
  const code = isObject(row) ? textOf(row.code) : null;
  return remoteId === null || code === null
    ? null
    : { remoteId, code, groupId: isObject(row) ? textOf(row.table_id) : null };
}

/** Vouchers of an answer in any known form: the collection, a bare list, a row of a bulk answer, or a single one. */
export function wireVouchersOf(body: unknown): WireVoucher[] {
  const rows =
    collectionRows(body, 'vouchers') ??
    (isObject(body) && Array.isArray(body.vouchers) ? (body.vouchers as unknown[]) : [body]);
  return rows.map(voucherOf).filter((voucher) => voucher !== null);
}

/** Rows of a HAL collection; null if the body is none. */
export function collectionRows(body: unknown, rel: string): unknown[] | null {
  if (Array.isArray(body)) return body as unknown[];
  if (!isObject(body) || !isObject(body._embedded)) return null;
  const rows = body._embedded[rel];
  return Array.isArray(rows) ? (rows as unknown[]) : null;
}

/** The number of pages the answer gives, and whether another one follows; null if it says nothing. */
export function pagingOf(body: unknown): {
  readonly pages: number | null;
  readonly page: number | null;
  readonly hasNext: boolean | null;
} {
  if (!isObject(body)) return { pages: null, page: null, hasNext: null };
  return {
    pages: numberOf(body.page_count),
    page: numberOf(body.page),
    hasNext: isObject(body._links) ? isObject(body._links.next) : null,
  };
}

export interface WireProblem {
  readonly detail: string;
  /** Fields that the problem names. */
  readonly fields: readonly string[];
}

export function wireProblem(body: unknown, status: number): WireProblem {
  if (!isObject(body)) return { detail: `The console answered ${status}`, fields: [] };
  const told = textOf(body.detail) ?? textOf(body.title) ?? `The console answered ${status}`;
  const named = [...namedByPointer(body.errors), ...namedByMessages(body.validation_messages)];
  const further = named.filter(({ text }) => text !== null && !told.includes(text)).map(fieldAndText);
  return {
    detail: [told, ...further].join('; ').slice(0, 500),
    fields: [...new Set(named.flatMap(({ field }) => field ?? []))],
  };
}

interface NamedProblem {
  readonly field: string | null;
  readonly text: string | null;
}

/** `errors` of RFC 9457: a pointer and a detail each. */
function namedByPointer(errors: unknown): NamedProblem[] {
  if (!Array.isArray(errors)) return [];
  return (errors as unknown[]).filter(isObject).map(({ pointer, detail }) => ({
    field: textOf((textOf(pointer) ?? '').replace(/^#?\/(?:data\/)?/, '')),
    text: textOf(detail),
  }));
}

/** `validation_messages` of Laminas: by field, the messages by the rule that was broken. */
function namedByMessages(messages: unknown): NamedProblem[] {
  if (!isObject(messages)) return [];
  return Object.entries(messages).map(([field, said]) => ({
    field,
    text: textOf((isObject(said) ? Object.values(said) : [said]).flatMap((each) => textOf(each) ?? []).join(', ')),
  }));
}

function fieldAndText({ field, text }: NamedProblem): string {
  return field === null ? String(text) : `${field}: ${text}`;
}

export interface WireBulkResult {
  readonly index: number;
  /** As the single call would have answered. */
  readonly status: number;
  readonly body: unknown;
}

const statusOfWord: Readonly<Record<string, number>> = {
  created: 201,
  updated: 200,
  changed: 200,
  upserted: 200,
  unchanged: 200,
  deleted: 204,
  revoked: 204,
};

/** Results of a bulk call by row; null if they have no known form. */
export function bulkResultsOf(body: unknown): WireBulkResult[] | null {
  if (!isObject(body) || !Array.isArray(body.results)) return null;
  return (body.results as unknown[]).filter(isObject).map((row, position) => {
    const error = isObject(row.error) ? row.error : null;
    const word = textOf(row.status) ?? '';
    const status = numberOf(row.status) ?? statusOfWord[word] ?? (error ? (numberOf(error.status) ?? 422) : 0);
    return { index: numberOf(row.index) ?? position, status, body: error ?? row };
  });
}

export function wireId(body: unknown): string | null {
  return isObject(body) ? textOf(body.id) : null;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function instantOf(value: unknown): Instant | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
