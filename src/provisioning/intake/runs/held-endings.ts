import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Alarms } from '../../../kernel/alarms.js';
import { Clock } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { Connection } from '../../connection/connection.js';
import { DueEndings } from '../changes/due-endings.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import * as sql from './held-endings.statements.js';
import { RunItemsRepository } from '../run-queue/run-items.repository.js';
import { RunRepository } from '../run-queue/run.repository.js';

interface Held {
  readonly held: number;
  /** The same for the same records in the same versions. */
  readonly hash: string;
}

/** Leavers reported in a storm, as the plan of one run per connection, which an operator decides on. */
@Injectable()
export class HeldEndings {
  constructor(
    private readonly database: Database,
    private readonly lock: SubjectLock,
    private readonly due: DueEndings,
    private readonly runs: RunRepository,
    private readonly items: RunItemsRepository,
    private readonly connections: ConnectionRepository,
    private readonly alarms: Alarms,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** Updates every plan to what is held now: it grows with the storm, and shrinks as people come back. */
  async look(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'held-endings');
    for (const { organizationId, connectionId } of await this.database.query<{
      organizationId: string;
      connectionId: string;
    }>(everywhere, sql.connectionsWith)) {
      await this.database.transaction({ ...everywhere, organizationId }, async (inside) => {
        if (await this.lock.tryTake(inside, connectionId))
          await this.plan(inside, await this.connections.load(inside, connectionId));
      });
    }
  }

  async held(inside: Context, connectionId: string): Promise<Held> {
    return (await this.database.one<Held>(inside, sql.heldEndings, [inside.organizationId, connectionId]))!;
  }

  /** They did leave: their time has come. `carryOut` follows after the commit. */
  async approve(inside: Context, connectionId: string): Promise<void> {
    await this.database.query(inside, sql.approve, [inside.organizationId, connectionId, this.clock.instant()]);
  }

  async carryOut(context: Context, runId: string): Promise<void> {
    const run = await this.runs.find(context, runId);
    if (run?.mode === 'endings') await this.due.end(context, run.connectionId, { kind: 'run', id: runId });
  }

  /** It was a mistake: they keep access until something new is reported about them. */
  async dismiss(inside: Context, connectionId: string): Promise<void> {
    await this.database.query(inside, sql.dismiss, [inside.organizationId, connectionId, this.clock.instant()]);
  }

  over(inside: Context, connectionId: string): Promise<void> {
    return this.alarms.end(inside, ['endings.held'], [connectionId]);
  }

  /** Returns the run with the plan. The caller has the connection's SubjectLock. */
  async plan(inside: Context, connection: Connection): Promise<string | null> {
    const { held, hash } = await this.held(inside, connection.id);
    const before = (await this.runs.heldOf(inside, connection.id, 'endings'))[0];
    if (held === 0) {
      if (!before) return null;
      const problem = { code: 'nobody_left', detail: 'Everybody it was about was said to be there again' };
      await this.runs.finish(inside, before.id, 'done', this.clock.instant(), { problem });
      await this.over(inside, connection.id);
      return null;
    }
    if (before?.planHash === hash) return before.id;
    const runId = before?.id ?? this.ids.next();
    if (!before)
      await this.database.query(inside, sql.openEndingsRun, [
        inside.organizationId,
        runId,
        connection.id,
        this.clock.instant(),
      ]);
    await this.items.drop(inside, runId, ['ending']);
    await this.database.query(inside, sql.addEndingItems, [inside.organizationId, connection.id, runId]);
    await this.runs.hold(inside, runId, { held, hash, expiresAt: null });
    await this.alarms.raise(inside, [
      {
        event: 'endings.held',
        subjectId: connection.id,
        subjectName: connection.name,
        state: runId,
        detail:
          'More people are said to have left within a day than its safety allows; they keep access until ' +
          'somebody decides',
        facts: { run_id: runId },
      },
    ]);
    return runId;
  }
}
