import { Injectable } from '@nestjs/common';
import { Alarms } from '../../../kernel/alarms.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { Connection } from '../../connection/connection.js';
import { RunRepository } from '../run-queue/run.repository.js';

const holdSeconds = 86_400;

/** Plans that wait for a person, who is told so. A connection has one at most. */
@Injectable()
export class HeldPlans {
  constructor(
    private readonly runs: RunRepository,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
  ) {}

  /** Void after a day in which nobody decides. */
  async hold(
    inside: Context,
    connection: Connection,
    runId: string,
    plan: { readonly held: number; readonly hash: string },
  ): Promise<void> {
    const expiresAt = laterBy(this.clock.instant(), holdSeconds);
    if (!(await this.runs.hold(inside, runId, { ...plan, expiresAt }))) return;
    await this.alarms.raise(inside, [
      {
        event: 'plan.held',
        subjectId: connection.id,
        subjectName: connection.name,
        state: plan.hash,
        detail: `${plan.held} ${plan.held === 1 ? 'removal waits' : 'removals wait'} for a decision`,
        facts: { run_id: runId, plan_hash: plan.hash, held: plan.held, expires_at: expiresAt },
      },
    ]);
  }

  /** It was decided about, or is void. */
  over(inside: Context, connectionId: string): Promise<void> {
    return this.alarms.end(inside, ['plan.held'], [connectionId]);
  }
}
