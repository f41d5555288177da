import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import { Database } from '../../database/database.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { DisconnectAnswer } from '../../radius/disconnect/disconnects.js';
import type { DueSession } from './session-endings.repository.js';

/** A busy access point may refuse or miss one request. */
const toldAtAttempt = 2;
/** After this time silent sessions have been closed. */
const toldSeconds = 86_400;

/** Alerts once that an access point does not end sessions whose access is over, and once that it does again. */
@Injectable()
export class AccessPointTroubles {
  /**
   * Saves a query, as most answers change nothing. Kept briefly: another process may have raised the alert meanwhile.
   */
  private readonly fine = new LRUCache<string, true>({ ...atMost(10_000), ttl: 60_000 });

  constructor(
    private readonly alarms: Alarms,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async heard(
    context: Context,
    client: NonNullable<DueSession['client']>,
    { outcome, errorCause }: DisconnectAnswer,
    attempts: number,
  ): Promise<void> {
    const isFine = outcome === 'acknowledged';
    if (isFine ? this.fine.has(client.id) : attempts !== toldAtAttempt) return;
    await this.database.transaction(context, (inside) =>
      isFine
        ? this.alarms.end(inside, ['session.not_ended'], [client.id])
        : this.alarms.raise(inside, [
            {
              event: 'session.not_ended',
              subjectId: client.id,
              subjectName: client.name,
              state: outcome,
              detail: detailOf(outcome, errorCause),
              endsAt: laterBy(this.clock.instant(), toldSeconds),
            },
          ]),
    );
    if (isFine) this.fine.set(client.id, true);
    else this.fine.delete(client.id);
  }
}

function detailOf(outcome: DisconnectAnswer['outcome'], errorCause: number | null): string {
  if (outcome === 'unanswered') return `It does not answer a Disconnect-Request, asked again after ten seconds`;
  const cause = errorCause === null ? '' : ` (Error-Cause ${errorCause})`;
  return `It refuses a Disconnect-Request${cause}, asked again after ten seconds`;
}
