import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';

const blocksAtOnce = 100;

/**
 * The oldest blocks of each chain, at most a hundred, that are past the organization's retention, or the default one.
 * $1: now.
 */
const due = statement(
  'audit_retention_due',
  `
  select h.organization_id as "organizationId", oldest.number as "upTo" from audit_heads h
  left join organizations o on o.id = h.organization_id
  cross join lateral (
    select max(number) as number from audit_blocks b
    where b.organization_id = h.organization_id and b.number > h.dropped_number
      and b.number <= h.dropped_number + ${blocksAtOnce} 
      and b.sealed_at < $1::timestamptz - make_interval(hours => 24 * coalesce((o.retention ->> 'audit_log_days')::int,
        $2))) as oldest
  where oldest.number is not null`,
);

const drop = statement(
  'audit_retention_drop',
  'select entries, until_at as "untilAt", hash from usher_audit_drop($1, $2)',
);

export interface DueChain {
  readonly organizationId: string;
  /** Number of the last block to drop. */
  readonly upTo: number;
}

export interface Dropped {
  /** Number dropped so far. */
  readonly entries: number;
  readonly untilAt: Instant;
  readonly hash: Buffer;
}

@Injectable()
export class AuditRetentionRepository {
  constructor(private readonly database: Database) {}

  due(everywhere: Context, now: Instant, usualDays: number): Promise<DueChain[]> {
    return this.database.query<DueChain>(everywhere, due, [now, usualDays]);
  }

  async drop(inside: Context, upTo: number): Promise<Dropped> {
    const [dropped] = await this.database.query<Dropped>(inside, drop, [inside.organizationId, upTo]);
    return dropped;
  }
}
