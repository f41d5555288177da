import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock, type Instant, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Change } from '../../connector/change.js';
import { WakeUps } from '../../../database/wake-ups.js';
import type { Origin } from '../../subject/subject-set.js';
import { ListedRunRepository } from './listed-run.repository.js';
import { RunRepository } from './run.repository.js';

/** A list that has begun and does not end within this time counts as broken off. */
const longestSeconds = 900;

export const listBroken = { code: 'list_broken', detail: 'The list broke off; nobody was removed' };

type Phase = Extract<Change, { kind: 'snapshot' }>['phase'];

export type OpenList = Pick<Origin, 'seenRunId' | 'begunAfter'>;

/**
 * Full lists that the outside system sends over a listener's link: a run like a scan of ours, except that its pages are
 * messages.
 */
@Injectable()
export class ListedSnapshots {
  constructor(
    private readonly database: Database,
    private readonly runs: RunRepository,
    private readonly listed: ListedRunRepository,
    private readonly wakeUps: WakeUps,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** The mark for records of the list that is being sent, and the place of its beginning in the order of receipt. */
  async open(inside: Context, connectionId: string): Promise<OpenList | undefined> {
    const run = await this.listed.sending(inside, connectionId);
    if (!run) return undefined;
    const begunAfter = run.cursor?.listing;
    return { seenRunId: run.passId, ...(typeof begunAfter === 'number' ? { begunAfter } : {}) };
  }

  async turn(
    inside: Context,
    connection: StoredConnection,
    phase: Phase,
    message: { readonly receivedAt: Instant; readonly seq: number },
  ): Promise<void> {
    // A replayed list says nothing about today.
    if (connection.lastFullScanAt && message.receivedAt <= connection.lastFullScanAt) return;
    const now = this.clock.instant();
    const run = await this.listed.sending(inside, connection.id);
    if (phase === 'complete') {
      if (run) await this.listed.complete(inside, run.id, now);
    } else if (run) {
      // Its rest will not come, and what follows does not belong to it.
      await this.runs.finish(inside, run.id, 'failed', now, { problem: listBroken });
    }
    if (phase === 'begin')
      await this.listed.begin(
        inside,
        this.ids.next(),
        connection.id,
        now,
        message.receivedAt,
        laterBy(now, longestSeconds),
        message.seq,
      );
    const { organizationId, id: key } = connection;
    if (run) this.database.afterCommit(inside, () => this.wakeUps.publish({ topic: 'runs', organizationId, key }));
  }
}
