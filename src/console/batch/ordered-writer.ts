import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Database, sqlState, statement } from '../../database/database.js';
import type { SetResult } from './set-result.js';

export interface WritePlan {
  /** The plan knows that it must be made again. */
  readonly isLost?: boolean;
  readonly results: SetResult[];
  /** Writes the plan. False if another transaction was faster with some row. */
  readonly write: () => Promise<boolean>;
}

const savepoint = statement('set_savepoint', 'savepoint ordered_set');
const giveUp = statement('set_rollback_to_savepoint', 'rollback to savepoint ordered_set');
const keep = statement('set_release_savepoint', 'release savepoint ordered_set');

/**
 * Between reading and writing, another transaction may change a record or take a name. The write then rolls back to a
 * savepoint and the plan is made again from a fresh read: a race ends in a clean result, never in an exception.
 */
@Injectable()
export class OrderedWriter {
  constructor(private readonly database: Database) {}

  write(context: Context, plan: (inside: Context) => Promise<WritePlan>): Promise<SetResult[]> {
    return this.database.transaction(context, async (inside) => {
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        const { results, write, isLost } = await plan(inside);
        if (!isLost && (await this.attempt(inside, async () => (await write()) || undefined))) return results;
      }
      throw new Problem('unavailable', 'Others keep changing the same records; try again');
    });
  }

  /** Writes. Rolls back if `write` answers undefined, or meets a taken key or a record that is gone. */
  async attempt<T>(context: Context, write: () => Promise<T | undefined>): Promise<T | undefined> {
    await this.database.query(context, savepoint);
    const done = await write().catch((error: unknown) => {
      if (['23505', '23503'].includes(sqlState(error))) return undefined;
      throw error;
    });
    await this.database.query(context, done === undefined ? giveUp : keep);
    return done;
  }
}
