import type { Database } from '../../src/database/database.js';
import { RowRetention } from '../../src/database/retention/row-retention.js';
import type { Clock } from '../../src/kernel/clock.js';
import { retentionTable } from '../../src/retention/retention-table.js';

/** One sweep of these rules of the table; how many rows went. */
export async function letGo(database: Database, clock: Pick<Clock, 'instant'>, ...names: string[]): Promise<number> {
  let gone = 0;
  for (const name of names) {
    const rule = retentionTable.find((each) => each.name === name);
    if (!rule) throw new Error(`No rule is named ${name}`);
    gone += await new RowRetention(database).sweep(rule, clock.instant());
  }
  return gone;
}
