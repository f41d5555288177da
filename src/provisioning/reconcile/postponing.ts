import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { RetryPolicy } from '../../kernel/retry-policy.js';

const postpone = statement(
  'reconcile_postpone_first',
  `
  update identities i set due_at = $4, attempts = i.attempts + 1,
    problem = jsonb_build_object('code', 'failed', 'detail', 'could not be worked off; see the process log')
  from (select id from identities where organization_id = $1 and target_key = $2 and due_at <= $3
    order by priority, due_at limit 1 for update skip locked) first
  where i.organization_id = $1 and i.id = first.id returning i.id`,
);

/** The cause is our own fault, which does not go away by itself. */
const spoiltBatch = new RetryPolicy({ delays: [70], jitter: [30 / 70, 1] });

/** Postpones the identity on which a batch of one failed, so that those behind it do not wait. */
@Injectable()
export class Postponing {
  constructor(
    private readonly database: Database,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  /** False when there was none. */
  async first(context: Context, targetKey: string): Promise<boolean> {
    const now = this.clock.instant();
    const until = spoiltBatch.nextAt(now, 1, this.chance);
    return (await this.database.query(context, postpone, [context.organizationId, targetKey, now, until])).length > 0;
  }
}
