import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';

/**
 * One writer of a connection's subjects at a time, over all processes. The transaction holds it, so it ends with a dead
 * process; a host that vanished is given up after 30 s.
 */
@Injectable()
export class SubjectLock {
  constructor(private readonly database: Database) {}

  /**
   * False at once when another worker is already trying, and after a second while somebody else still writes; pages of
   * a list do not overtake a worker that waits this way.
   */
  async tryTake(inside: Context, connectionId: string): Promise<boolean> {
    return (await this.database.one<{ taken: boolean }>(inside, tryLock, [keyOf(connectionId)]))?.taken ?? false;
  }

  /** Waits until nobody else writes. */
  async take(inside: Context, connectionId: string): Promise<void> {
    await this.database.query(inside, lock, [keyOf(connectionId)]);
  }

  /**
   * For the pages of one list, which are compared while changes of earlier ones are written: never the same subjects,
   * see PendingChanges.
   */
  async share(inside: Context, connectionId: string): Promise<void> {
    await this.database.query(inside, shared, [keyOf(connectionId)]);
  }
}

function keyOf(connectionId: string): string {
  return `subjects ${connectionId}`;
}

const patience = "set_config('idle_in_transaction_session_timeout', '30s', true)";
const tryLock = statement('subjects_try_lock', `select try_lock_subjects($1) as taken, ${patience}`);
const lock = statement('subjects_lock', `select pg_advisory_xact_lock(hashtextextended($1, 0))::text, ${patience}`);
const shared = statement(
  'subjects_share',
  `select pg_advisory_xact_lock_shared(hashtextextended($1, 0))::text, ${patience}`,
);
