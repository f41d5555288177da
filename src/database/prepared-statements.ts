import type { DataSource } from 'typeorm';
import type pg from 'pg';
import { poolOf } from './data-source.js';
import { databaseRefusal } from './database-refusal.js';

/**
 * Which of two connections asks. A pooler may give out the server that was returned last or the one that waited
 * longest; either way one connection meets a server that another has used.
 */
const turns = [0, 1, 1, 0, 0, 1, 0, 1, 1, 1, 0, 0];
const asked = { name: 'usher_kept', text: 'select 1' };

/** Whether a connection finds its prepared statements again: behind a transaction pooler another server may answer. */
export async function keepsPreparedStatements(dataSource: DataSource): Promise<boolean> {
  const pool = poolOf(dataSource);
  const clients: pg.PoolClient[] = [];
  try {
    for (const turn of turns) {
      clients[turn] ??= await pool.connect();
      await clients[turn].query(asked);
    }
    return true;
  } catch (error) {
    if (databaseRefusal(error)?.refusal === 'prepared_statements_lost') return false;
    throw error;
  } finally {
    for (const client of clients) client.release();
  }
}
