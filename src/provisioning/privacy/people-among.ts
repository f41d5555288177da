import { foldName } from '../access/accepted-last-names.js';

/** A row that names somebody by an address or an account. */
export interface NamedRow {
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** The number that an employer gave them. */
  readonly number?: string | null;
}

export interface PersonAmong<Row extends NamedRow> {
  /** First and last name; empty where no row says one. */
  readonly name: string;
  readonly rows: readonly Row[];
}

/**
 * The people that rows with one address are about: families share one, and a work address goes to the next hire. Rows
 * of one name or of one number are one person. Rows without a name are theirs where there is but one; else nobody can
 * tell whose they are, and they are nobody's. Pure.
 */
export function peopleAmong<Row extends NamedRow>(rows: readonly Row[]): PersonAmong<Row>[] {
  const named = rows.filter((row) => nameOfRow(row) !== '');
  if (named.length === 0) return rows.length > 0 ? [{ name: '', rows }] : [];
  const groups: Row[][] = [];
  for (const row of [...named].sort((one, other) => partsOf(other) - partsOf(one))) {
    const fitting = groups.filter((group) => group.some((each) => isSame(each, row)));
    // A surname that several have means none of them.
    if (fitting.length === 1) fitting[0].push(row);
    else groups.push([row]);
  }
  const nameless = groups.length === 1 ? rows.filter((row) => !named.includes(row)) : [];
  return groups.map((group) => ({ name: nameOfRow(group[0]), rows: [...group, ...nameless] }));
}

/** Whether somebody wrote that name; in whatever order, case and accents. */
export function isCalled({ name }: { readonly name: string }, written: string): boolean {
  return wordsOf(name) === wordsOf(written);
}

function isSame(one: NamedRow, other: NamedRow): boolean {
  if (one.number && one.number === other.number) return true;
  if (wordsOf(nameOfRow(one)) === wordsOf(nameOfRow(other))) return true;
  const isSurnameAlone = [one, other].some(({ firstName }) => !firstName?.trim());
  return isSurnameAlone && wordsOf(one.lastName ?? '') === wordsOf(other.lastName ?? '');
}

/** Records write a whole name in one field, too, and swap its parts. */
function wordsOf(name: string): string {
  const words = name.split(/\s+/).map(foldName);
  return words.filter(Boolean).sort().join(' ');
}

function partsOf({ firstName, lastName }: NamedRow): number {
  return [firstName, lastName].filter((each) => each?.trim()).length;
}

function nameOfRow({ firstName, lastName }: NamedRow): string {
  const parts = [firstName, lastName].map((each) => each?.trim());
  return parts.filter(Boolean).join(' ');
}
