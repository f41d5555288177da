import type { Change } from '../provisioning/connector/change.js';
import { snakeCased } from '../provisioning/facts/facts.js';

/** Wider cells are cut. */
const widestCell = 32;
const mostRows = 100;

/** What records mean, as a table for the terminal: a row for each, a column for each fact that one of them has. */
export function firstPageTable(changes: readonly Change[]): readonly string[] {
  const rows = changes.slice(0, mostRows).map(rowOf);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => widthOf(row[name] ?? ''))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell + ' '.repeat(widths[column] - widthOf(cell)))
      .join('  ')
      .trimEnd();
  return [
    line(names),
    line(widths.map((width) => '-'.repeat(width))),
    ...rows.map((row) => line(names.map((name) => row[name] ?? ''))),
    ...(changes.length > mostRows ? [`… and ${changes.length - mostRows} more`] : []),
  ];
}

function rowOf(change: Change): Readonly<Record<string, string>> {
  switch (change.kind) {
    case 'record': {
      const { kind: _, status, ...facts } = snakeCased(change.record.facts);
      return { status: status as string, key: cut(change.record.key), ...cellsOf(facts) };
    }
    case 'patch':
      return { status: 'gone', key: cut(change.key) };
    case 'malformed':
      return {
        status: 'not understood',
        key: cut(change.problem.key ?? ''),
        problem: printable(change.problem.detail),
      };
    case 'renamed':
      return { status: 'merged', key: cut(change.from), into: cut(change.to) };
    case 'ignored':
      return { status: 'ignored', key: '', problem: printable(change.reason) };
    default:
      return { status: change.kind, key: '' };
  }
}

function cellsOf(facts: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, cut(Array.isArray(fact) ? fact.join(', ') : String(fact))]),
  );
}

function cut(text: string): string {
  const shown = [...printable(text)];
  return shown.length > widestCell ? `${shown.slice(0, widestCell - 1).join('')}…` : shown.join('');
}

function widthOf(text: string): number {
  return [...text].length;
}

/** Without what would move the cursor, colour the terminal or turn the writing round: a stranger may have sent it. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, '\ufffd');
}
