import { laterBy } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { ListWords } from '../../../provisioning/connector/define-connector.js';
import type { BambooHrClient } from './bamboohr.client.js';
import { changeOf } from './bamboohr.mapping.js';
import type { BambooHrSettings } from './bamboohr.settings.js';
import type { BambooStatusRow } from './bamboohr.wire.js';

const keptDays = 90;

type RowsByPerson = ReadonlyMap<string, readonly BambooStatusRow[]> | null;

/** Everybody, with future entries; nothing is kept of people who left long ago. */
export const bambooList: ListWords<BambooHrSettings, BambooHrClient, { readonly page: number }, RowsByPerson> = {
  begin: async ({ api }, signal) => rowsByPerson(await api.statusRows('all', signal)),
  first: () => ({ page: 1 }),
  resumed: ({ page }) => (typeof page === 'number' ? { page } : undefined),
  page: async ({ api, settings, clock }, { page }, signal, rows) => {
    const readAt = clock.instant();
    const { employees, meta } = await api.page(page, signal);
    const changes = employees.map(({ id, ...employee }) => {
      const those = rows && (rows.get(String(id)) ?? []);
      return recent(changeOf({ employee: { ...employee, id: String(id) }, rows: those, readAt }, settings), readAt);
    });
    return { changes, next: page >= meta.totalPages ? null : { page: page + 1 }, total: meta.totalItems };
  },
};

function rowsByPerson(rows: readonly BambooStatusRow[] | null): RowsByPerson {
  if (!rows) return null;
  const byPerson = new Map<string, BambooStatusRow[]>();
  for (const row of rows) {
    const those = byPerson.get(String(row.employeeId)) ?? [];
    those.push(row);
    byPerson.set(String(row.employeeId), those);
  }
  return byPerson;
}

function recent(change: Change, readAt: string): Change {
  if (change.kind !== 'record' || change.record.facts.kind !== 'employment') return change;
  const { status, endDate } = change.record.facts;
  return status === 'terminated' && endDate && endDate < laterBy(readAt, -keptDays * 86_400).slice(0, 10)
    ? { kind: 'ignored', reason: 'left long ago' }
    : change;
}
