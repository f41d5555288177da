import type { Instant } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { type Database, statement } from '../database.js';

const everywhere = systemContext(everyOrganization, 'log upkeep');
/** This month and the next two, so that nothing need run for that long. */
const monthsMade = 3;

const make = statement('log_partitions_make', 'select usher_make_log_partitions($1, $2, $3) as made');
const drop = statement('log_partitions_drop', 'select usher_drop_log_partitions($1, $2) as dropped');

/**
 * The monthly partitions of logs. Functions of the schema create and drop them, since only the tables' owner may. Any
 * number of processes may try: the database lets one at a time.
 */
export class Partitions {
  constructor(private readonly database: Database) {}

  /** Creates missing months from that of `from` on; returns how many. */
  async make(table: string, from: Instant): Promise<number> {
    const found = await this.database.one<{ made: number }>(everywhere, make, [table, from, monthsMade]);
    return found?.made ?? 0;
  }

  /** Drops whole months that ended before; returns their tables. */
  async drop(table: string, before: Instant): Promise<string[]> {
    const found = await this.database.one<{ dropped: string[] }>(everywhere, drop, [table, before]);
    return found?.dropped ?? [];
  }
}
