import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { ListeningConnection } from '../../connection/stored-connection.js';
import type { Link } from '../../connector/listens.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { AbsenceRepository } from '../../subject/absence.repository.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import { ListedRunRepository } from '../run-queue/listed-run.repository.js';
import { listBroken } from '../run-queue/listed-snapshots.js';
import { RunQueue } from '../run-queue/run-queue.js';
import { RunRepository } from '../run-queue/run.repository.js';
import type { LinkListener } from './listener.js';

/** The outside system silently ignores a needless request for its list. */
const answerSeconds = 60;
/** How often the outside system is asked for its list at most because a process died. */
const owedEverySeconds = 3_600;
const owedBy = 'lost link';

/** The full lists that come over links: which are wanted, which are owed, what is requested, what was broken off. */
@Injectable()
export class LinkLists {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly absences: AbsenceRepository,
    private readonly runs: RunRepository,
    private readonly listed: ListedRunRepository,
    private readonly queue: RunQueue,
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly host: ConnectorHost,
    private readonly clock: Clock,
  ) {}

  /** The connections of these connectors that listen, with who holds each and whether a list is wanted or owed. */
  listening(everywhere: Context, connectors: readonly string[]): Promise<readonly ListeningConnection[]> {
    const now = this.clock.instant();
    const owed = { requestedBy: owedBy, since: laterBy(now, -owedEverySeconds) };
    return this.connections.listening(everywhere, connectors, now, owed);
  }

  /**
   * What was requested over the former link will not be answered here, and what came over it may have been lost in
   * between: an operator's list is requested again, and one is owed if there was none.
   */
  async recover(context: Context, connectionId: string, wasLeft: boolean): Promise<void> {
    await this.database.transaction(context, async (inside) => {
      const { isAsked, unanswered } = await this.listed.askAgain(inside, connectionId);
      const now = this.clock.instant();
      for (const id of unanswered) await this.runs.finish(inside, id, 'failed', now, { problem: listBroken });
      if (!isAsked && (wasLeft || unanswered.length > 0)) await this.connections.oweList(inside, connectionId, now);
    });
  }

  async queueOwed(context: Context, connectionId: string): Promise<void> {
    await this.database.transaction(context, async (inside) => {
      await this.connections.listAsked(inside, connectionId);
      await this.queue.add(inside, connectionId, { mode: 'full', dryRun: false, cause: 'source', requestedBy: owedBy });
    });
  }

  /** Over its link, when a run waits for it. Lists that are read page by page are the run worker's. */
  async requestWanted(context: Context, listener: LinkListener): Promise<void> {
    const { connection } = listener;
    if (this.host.definitionOf(connection).abilities.includes('snapshots')) return;
    const open = await this.runs.open(context, connection.id, 'full');
    if (open?.status !== 'queued') return;
    await this.database.transaction(context, async (inside) => {
      // A list that begins now counts as the answer only once it is certain that it was requested.
      if (!(await this.lock.tryTake(inside, connection.id))) return;
      const now = this.clock.instant();
      if (!(await this.listed.claimForListener(inside, connection.id, now, laterBy(now, answerSeconds)))) return;
      if (!listener.askForFullList()) await this.runs.handBack(inside, open.id, 'listener');
    });
  }

  /** Read under the lease: before it was had, another process may have heard more. Each new try reads again. */
  async historyOf(context: Context, connectionId: string, wasLeft: boolean): Promise<Link['history']> {
    const [connection, knownRecords, list] = await Promise.all([
      this.connections.load(context, connectionId),
      this.absences.countLiving(context, connectionId),
      this.runs.open(context, connectionId, 'full'),
    ]);
    return {
      knownRecords,
      lastHeardAt: connection.link?.lastHeardAt ?? null,
      position: connection.link?.position ?? null,
      lastFullListAt: connection.lastFullScanAt,
      isListUnderWay: !wasLeft && list?.status === 'running' && list.collectedAt === null,
      wasLeft,
    };
  }
}
