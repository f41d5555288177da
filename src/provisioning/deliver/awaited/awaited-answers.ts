import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';

export interface AwaitedMessage {
  readonly eventId: string;
  readonly sourceKey: string | null;
  readonly isUnderstood: boolean;
}

/** A new credential arrives within a second and answers by itself; only what is left over is checked. */
const firstLookSeconds = 2;

const add = statement(
  'awaited_answers_add',
  `
  insert into awaited_answers (organization_id, event_id, connection_id, source_key, is_understood, due_at, created_at)
  select $1, r.event_id, $2, r.source_key, r.is_understood, $4, $5 from json_to_recordset($3::json) as r (event_id uuid,
    source_key text, is_understood boolean)
  on conflict do nothing`,
);

/** Notes, in the transaction that absorbs a message, that its sender waits for the outcome. */
@Injectable()
export class AwaitedAnswers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async note(inside: Context, connectionId: string, awaited: readonly AwaitedMessage[]): Promise<void> {
    if (awaited.length === 0) return;
    const rows = awaited.map(({ eventId, sourceKey, isUnderstood }) => ({
      event_id: eventId,
      source_key: sourceKey,
      is_understood: isUnderstood,
    }));
    const now = this.clock.instant();
    await this.database.query(inside, add, [
      inside.organizationId,
      connectionId,
      JSON.stringify(rows),
      laterBy(now, firstLookSeconds),
      now,
    ]);
  }
}
