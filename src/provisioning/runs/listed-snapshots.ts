import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import type { StoredConnection } from '../connection/stored-connection.js';
import type { Change } from '../connector/change.js';
import { Doorbell } from '../doorbell/doorbell.js';
import { RunRepository } from './run.repository.js';

/** A list that has begun and does not end within this time was broken off. */
const longestSeconds = 900;

type Phase = Extract<Change, { kind: 'snapshot' }>['phase'];

/** Full lists that the outside sends over a listener's link: the same run as a scan of ours, only that the pages are its messages. */
@Injectable()
export class ListedSnapshots {
  constructor(
    private readonly database: Database, private readonly runs: RunRepository, private readonly doorbell: Doorbell, private readonly ids: Ids, private readonly clock: Clock,
  ) {}

  /** The run of the list that is being sent. */
  open(inside: Context, connectionId: string): Promise<string | undefined> {
    return this.runs.listed(inside, connectionId);
  }

  async turn(inside: Context, connection: StoredConnection, phase: Phase, message: { readonly receivedAt: Instant }): Promise<void> {
    // A replayed list says nothing about today.
    if (connection.lastFullScanAt && message.receivedAt <= connection.lastFullScanAt) return;
    const now = this.clock.instant();
    if (phase === 'begin') {
      await this.runs.beginListed(inside, this.ids.next(), connection.id, now, message.receivedAt, laterBy(now, longestSeconds));
      return;
    }
    const run = await this.runs.listed(inside, connection.id);
    if (!run) return;
    if (phase === 'complete') await this.runs.completeListed(inside, run, now);
    else await this.runs.finish(inside, run, 'failed', now, { problem: { code: 'list_broken', detail: 'The list broke off; nobody was removed' } });
    const { organizationId, id: key } = connection;
    this.database.afterCommit(inside, () => this.doorbell.ring({ topic: 'runs', organizationId, key }));
  }
}
