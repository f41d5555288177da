import type { DataSource } from 'typeorm';
import { DatabaseUnavailable } from '../kernel/database-unavailable.js';
import { connectRefusal, databaseRefusal } from './database-refusal.js';
import { sqlState } from './database.js';

const readOnly = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as \"isReadOnly\"";

/**
 * A megabyte, gone with its transaction. Ordinary writes may fit into existing pages and would not show a full disk.
 */
const space = `
  begin;
  create temporary table usher_space (filler int) with (fillfactor = 10) on commit drop;
  insert into usher_space select generate_series(1, 3000);
  rollback`;

/**
 * Checks that the database can be reached, can be written to and has room.
 * @throws DatabaseUnavailable
 */
export async function probeDatabase(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    await runner.connect().catch((error: unknown) => {
      throw connectRefusal(error);
    });
    const [{ isReadOnly }] = (await runner.query(readOnly)) as { isReadOnly: boolean }[];
    if (isReadOnly) throw new DatabaseUnavailable('read_only', '25006');
    await runner.query(space).catch(async (error: unknown) => {
      await runner.query('rollback').catch(() => undefined);
      // A role without the right to temporary tables cannot check for room.
      if (sqlState(error) !== '42501') throw error;
    });
  } catch (error) {
    throw databaseRefusal(error) ?? error;
  } finally {
    await runner.release();
  }
}
