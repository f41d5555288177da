import { type Clock, laterBy } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Cursor, SnapshotPage, Snapshots } from '../../../provisioning/connector/connector.js';
import { ConnectorProblem } from '../../../provisioning/connector/connector-problem.js';
import type { BambooHrClient } from './bamboohr.client.js';
import { changeOf } from './bamboohr.mapping.js';
import type { BambooHrSettings } from './bamboohr.settings.js';
import type { BambooStatusRow } from './bamboohr.wire.js';

const keptDays = 90;

/** Everybody, with future entries; nothing is kept of people who left long ago. */
export class BambooHrSnapshots implements Snapshots {
  constructor(
    private readonly client: BambooHrClient,
    private readonly settings: BambooHrSettings,
    private readonly clock: Clock,
  ) {}

  async *all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage> {
    const rows = await this.rowsByPerson(signal);
    for (let page = cursor === null ? 1 : pageFrom(cursor); ; page += 1) {
      const readAt = this.clock.instant();
      const { employees, meta } = await this.client.page(page, signal);
      const changes = employees.map((employee) =>
        recent(
          changeOf(
            {
              employee: { ...employee, id: String(employee.id) },
              rows: rows && (rows.get(String(employee.id)) ?? []),
              readAt,
            },
            this.settings,
          ),
          readAt,
        ),
      );
      if (page >= meta.totalPages)
        return yield { changes, cursor: { page: page + 1 }, complete: { declaredTotal: meta.totalItems } };
      yield { changes, cursor: { page: page + 1 } };
    }
  }

  private async rowsByPerson(signal: AbortSignal): Promise<ReadonlyMap<string, readonly BambooStatusRow[]> | null> {
    const rows = await this.client.statusRows('all', signal);
    if (!rows) return null;
    const byPerson = new Map<string, BambooStatusRow[]>();
    for (const row of rows) {
      const those = byPerson.get(String(row.employeeId)) ?? [];
      those.push(row);
      byPerson.set(String(row.employeeId), those);
    }
    return byPerson;
  }
}

function recent(change: Change, readAt: string): Change {
  if (change.kind !== 'record' || change.record.facts.kind !== 'employment') return change;
  const { status, endDate } = change.record.facts;
  return status === 'terminated' && endDate && endDate < laterBy(readAt, -keptDays * 86_400).slice(0, 10)
    ? { kind: 'ignored', reason: 'left long ago' }
    : change;
}

function pageFrom({ page }: Cursor): number {
  if (typeof page !== 'number') throw new ConnectorProblem('cursor_expired', 'The cursor of the scan cannot be read');
  return page;
}
