import type { Change } from '../provisioning/connector/change.js';
import { snakeCased } from '../provisioning/facts/facts.js';
import { table } from './remote/output.js';

/** Wider cells are cut. */
const widestCell = 32;
const mostRows = 100;

/** What records mean, as a table for the terminal: a row for each, a column for each fact that one of them has. */
export function firstPageTable(changes: readonly Change[]): string {
  const rows = changes.slice(0, mostRows).map(rowOf);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shown = table(
    names,
    rows.map((row) => names.map((name) => row[name])),
  );
  return changes.length > mostRows ? `${shown}\n… and ${changes.length - mostRows} more` : shown;
}

function rowOf(change: Change): Readonly<Record<string, string>> {
  switch (change.kind) {
    case 'record': {
      const { kind: _, status, ...facts } = snakeCased(change.record.facts);
      return { status: String(status), key: cut(change.record.key), ...cellsOf(facts) };
    }
    case 'patch':
      return { status: 'gone', key: cut(change.key) };
    case 'malformed':
      return {
        status: 'not understood',
        key: cut(change.problem.key ?? ''),
        problem: change.problem.detail,
      };
    case 'renamed':
      return { status: 'merged', key: cut(change.from), into: cut(change.to) };
    case 'ignored':
      return { status: 'ignored', key: '', problem: change.reason };
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
  const shown = [...text];
  return shown.length > widestCell ? `${shown.slice(0, widestCell - 1).join('')}…` : text;
}
