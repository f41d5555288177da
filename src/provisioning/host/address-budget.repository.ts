import { Injectable } from '@nestjs/common';
import { Database, saidOtherwise, statement } from '../../database/database.js';
import { systemContext, usherOrganizationId } from '../../kernel/context.js';

const context = systemContext(usherOrganizationId, 'address-budget');

/** Requests to hosts that count by source address. They belong to no tenant: all of them ask from one address. */
@Injectable()
export class AddressBudgetRepository {
  constructor(private readonly database: Database) {}

  /** Milliseconds until there may be room; 0: this request is counted, and may be sent. */
  async take(host: string, now: number, requests: number, windowMilliseconds: number): Promise<number> {
    const since = now - windowMilliseconds;
    const rows = await this.database.query(context, take, [usherOrganizationId, host, now, requests, since]);
    if (rows.length > 0) return 0;
    const found = await this.database.one<{ at: string | null }>(context, oldest, [usherOrganizationId, host, since]);
    return Math.max(Number(found?.at ?? now) + windowMilliseconds - now, 1);
  }
}

const take = saidOtherwise(
  statement(
    'address_budgets_take',
    `
  insert into address_budgets as b (organization_id, host, sent_at) values ($1, $2, array[$3::bigint])
  on conflict (organization_id, host) do update
    set sent_at = array(select at from unnest(b.sent_at) at where at > $5::bigint) || $3::bigint
    where (select count(*) from unnest(b.sent_at) at where at > $5::bigint) < $4::int
  returning true as taken`,
  ),
  // A sub-select cannot stand there.
  `
  insert into address_budgets as b (organization_id, host, sent_at) values ($1, $2, array[$3::bigint])
  on conflict (organization_id, host) do update
    set sent_at = usher_later_than(b.sent_at, $5::bigint) || $3::bigint
    where cardinality(usher_later_than(b.sent_at, $5::bigint)) < $4::int
  returning true as taken`,
);

const oldest = statement(
  'address_budgets_oldest',
  `
  select min(at)::text as at from address_budgets b, unnest(b.sent_at) at
  where b.organization_id = $1 and b.host = $2 and at > $3::bigint`,
);
