import type { CsvSettings } from './csv.settings.js';
import { aliases, type CsvField, type CsvRow, fields } from './csv.wire.js';

/** Which cell is which field. */
export interface CsvColumns {
  readonly width: number;
  readonly places: readonly (readonly [CsvField, number])[];
  /** Unknown headers: their cells are not read. */
  readonly ignored: readonly string[];
  readonly wrong: string | null;
}

/** Finds columns by header name, in any order; unknown columns are dropped before anything is stored. */
export function columnsOf(header: readonly string[], settings: Pick<CsvSettings, 'columns' | 'delimiter'>): CsvColumns {
  const named = new Map(
    settings.columns.map((each) => each.split('=', 2)).map(([field, name]) => [normal(name), field.trim() as CsvField]),
  );
  const taken = new Set(named.values());
  const known = new Map(
    fields
      .filter((field) => !taken.has(field))
      .flatMap((field) => aliases[field].map((name) => [name, field] as const)),
  );
  const found = header.map((name) => named.get(normal(name)) ?? known.get(normal(name)));
  const places = found.flatMap((field, index) => (field ? [[field, index] as const] : []));
  return {
    width: header.length,
    places,
    ignored: header.filter((_, index) => !found[index]),
    wrong: wrongWith(header, places, [...taken]),
  };
}

function wrongWith(header: readonly string[], places: CsvColumns['places'], named: readonly CsvField[]): string | null {
  const have = places.map(([field]) => field);
  const unknown = named.find((field) => !fields.includes(field));
  if (unknown) return 'the setting columns names a field that there is not';
  const twice = have.find((field, index) => have.indexOf(field) !== index);
  if (twice) return `two columns are ${twice}; name the right one in the setting columns`;
  const missing = [...new Set<CsvField>(['employee_number', ...named])].filter((field) => !have.includes(field));
  if (missing.length === 0) return null;
  const hint = header.length === 1 ? '; the header is one single cell, so the delimiter may be another' : '';
  return `no column is ${missing.join(', ')}${hint}`;
}

export function rowOf(cells: readonly string[], { places }: CsvColumns): CsvRow {
  return Object.fromEntries(places.map(([field, index]) => [field, cells[index].trim().normalize('NFC')]));
}

function normal(header: string): string {
  return header
    .normalize('NFC')
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s._-]+/g, '_');
}
