import type { DataSource } from 'typeorm';
import { DatabaseUnavailable } from '../kernel/database-unavailable.js';
import { connectRefusal, databaseRefusal } from './database-refusal.js';
import { sqlState } from './database.js';

const readOnly = "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as \"isReadOnly\"";

/**
 * A megabyte of its own, gone with its transaction: what work writes may fit into pages that are there, and says
 * nothing of the disk.
 */
const space = `
  begin;
  create temporary table usher_space (filler int) with (fillfactor = 10) on commit drop;
  insert into usher_space select generate_series(1, 3000);
  rollback`;

/** Asks the database to be reached, to be written to and to have room. @throws DatabaseUnavailable */
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
      // Who may make no temporary table cannot look for room.
      if (sqlState(error) !== '42501') throw error;
    });
  } catch (error) {
    throw databaseRefusal(error) ?? error;
  } finally {
    await runner.release();
  }
}
