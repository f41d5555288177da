import { Injectable } from '@nestjs/common';
import { Alarms } from '../../../kernel/alarms.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { Connection } from '../../connection/connection.js';
import { RunRepository } from '../run-queue/run.repository.js';

const holdSeconds = 86_400;

/** Plans that wait for a person; raises and clears their alarm. A connection has at most one. */
@Injectable()
export class HeldPlans {
  constructor(
    private readonly runs: RunRepository,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
  ) {}

  /** A plan expires after a day without a decision. */
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

  /** It was decided, or has expired. */
  over(inside: Context, connectionId: string): Promise<void> {
    return this.alarms.end(inside, ['plan.held'], [connectionId]);
  }
}
