import { writtenInstant } from '../../kernel/clock.js';
import { Problem } from '../../kernel/errors.js';
import { isUuid } from '../../kernel/ids.js';
import type { FieldType, ListField } from './list-fields.js';

export type FilterValue = string | number | boolean | null;

type Reader = (value: string | number | boolean) => FilterValue | undefined;

const readers: Record<FieldType, { readonly expects: string; readonly read: Reader }> = {
  // PostgreSQL stores no NUL in a text, so nothing could match it.
  text: { expects: 'a text', read: (value) => (String(value).includes('\0') ? undefined : String(value)) },
  uuid: { expects: 'an id (UUID)', read: (value) => (isUuid(String(value)) ? String(value).toLowerCase() : undefined) },
  integer: {
    expects: 'a whole number',
    read: (value) => (/^-?\d{1,15}$/.test(String(value)) ? Number(value) : undefined),
  },
  boolean: { expects: 'true or false', read: (value) => truth.get(String(value)) },
  flag: { expects: '0 or 1', read: (value) => truth.get(String(value)) },
  instant: { expects: 'an ISO 8601 time such as 2026-05-14T13:00:00Z', read: readInstant },
};

const truth: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

/** A filter's value in the column's type. A wrong one is a `malformed` Problem that names the place. */
export function readFilterValue(place: string, value: unknown, field: ListField): FilterValue {
  if (value === null) return null;
  const { expects, read } = readers[field.type];
  const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  const understood = isPlain ? read(value) : undefined;
  if (understood === undefined) throw new Problem('malformed', `${place}: expected ${expects}`);
  return field.fold && typeof understood === 'string' ? field.fold(understood) : understood;
}

function readInstant(value: string | number | boolean): string | undefined {
  // In a URL an unescaped + arrives as a space.
  const text = String(value).replace(/ (?=\d{2}:\d{2}$)/, '+');
  // A day alone is its first moment, UTC.
  return writtenInstant(text.includes('T') ? text : `${text}T00:00Z`);
}
