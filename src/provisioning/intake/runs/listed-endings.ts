import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { Connection } from '../../connection/connection.js';
import type { Cause } from '../../identity/cause.js';
import { DueEndings } from '../changes/due-endings.js';
import { type ReportingRun, StormGuard } from '../../subject/storm-guard.js';
import * as sql from '../../subject/storm.statements.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import { HeldEndings } from './held-endings.js';
import { RunRepository } from '../run-queue/run.repository.js';
import { type Claim, type Run, RunLost } from '../run-queue/run.js';

/** How long the leavers of a broken-off list or poll wait for the next one, which should repeat them all. */
const longestWaitSeconds = 3_600;

/**
 * What a list or poll says about leavers takes effect once all of it was read, because only then can it be judged.
 * Until then it is kept with each subject, where a later worker finds it after any interruption.
 */
@Injectable()
export class ListedEndings {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly storm: StormGuard,
    private readonly due: DueEndings,
    private readonly held: HeldEndings,
    private readonly runs: RunRepository,
    private readonly connections: ConnectionRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Judges the leavers of a run that was read to its end, and ends them unless they are held.
   * @throws RunLost
   */
  async settle(context: Context, run: Run, connection: Connection, claim: Claim): Promise<void> {
    if (!(await this.storm.isAwaited(context, connection.id))) return;
    const cause = { kind: 'run', id: run.id } as const;
    await this.database.transaction(context, async (inside) => {
      await this.lock.take(inside, connection.id);
      if (!(await this.runs.renew(inside, run.id, claim))) throw new RunLost();
      const { held, planId } = await this.judge(
        inside,
        connection,
        { runId: run.id, isList: run.mode === 'full' },
        cause,
      );
      if (planId) await this.runs.noteEndings(inside, run.id, held, planId);
    });
    await this.due.end(context, connection.id, cause);
  }

  /**
   * Lists and polls that broke off, without a complete one following for long: their leavers are judged as they stand.
   */
  async sweep(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'listed-endings');
    const before = laterBy(this.clock.instant(), -longestWaitSeconds);
    for (const { organizationId, connectionId } of await this.database.query<{
      organizationId: string;
      connectionId: string;
    }>(everywhere, sql.unjudgedEndings, [before])) {
      const context = { ...everywhere, organizationId };
      const connection = await this.connections.find(context, connectionId);
      if (!connection || connection.pause === 'all') continue;
      await this.database.transaction(context, async (inside) => {
        if (await this.lock.tryTake(inside, connectionId)) await this.judge(inside, connection, null, null);
      });
    }
  }

  private async judge(
    inside: Context,
    connection: Connection,
    heard: ReportingRun,
    cause: Cause | null,
  ): Promise<{ held: number; planId: string | null }> {
    const held = await this.storm.judge(inside, connection, heard, cause);
    return { held, planId: held === 0 ? null : await this.held.plan(inside, connection) };
  }
}
