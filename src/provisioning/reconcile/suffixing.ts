import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { EntitlementRepository } from '../entitle/entitlement.repository.js';
import type { Account } from '../identity/account.js';

/** The next -2, -3, … that no identity of this target has, counting on from the one that was taken. */
const moveOn = statement(
  'reconcile_move_on_suffix',
  `
  with self as (
    select i.id, i.account_key, e.spec ->> 'wantedKey' as wanted from identities i
    join entitlements e on e.organization_id = $1 and e.identity_id = i.id and e.kind = 'user' and not e.revoked
    where i.organization_id = $1 and i.id = $2 order by e.created_at, e.id limit 1
  ), free as (
    select s.id, s.wanted, n from self s, generate_series(2, 1000) n
    where n > coalesce(substring(substr(s.account_key, length(s.wanted) + 1) from '^-(\\d{1,6})$')::int, 1)
      and not exists (select 1 from identities o where o.organization_id = $1 and o.target_key = $3
        and o.account_key = s.wanted || '-' || n)
    order by n limit 1
  ), moved as (
    update identities i set account_key = f.wanted || '-' || f.n, updated_at = $4 from free f
      where i.organization_id = $1 and i.id = f.id returning i.id
  ), renamed as (
    select e.id, jsonb_set(e.spec, '{username}',
      to_jsonb(left(e.spec ->> 'username', length(f.wanted)) || '-' || f.n)) as spec
    from free f join entitlements e on e.organization_id = $1 and e.identity_id = f.id and e.kind = 'user'
  )
  update entitlements e set updated_at = $4, spec = r.spec from renamed r where e.organization_id = $1 and e.id = r.id`,
);

/** Names that are taken at the console, for connections whose rule is to try the next suffix. */
@Injectable()
export class Suffixing {
  constructor(
    private readonly database: Database,
    private readonly entitlements: EntitlementRepository,
  ) {}

  async moveOn(inside: Context, accounts: readonly Account[], now: Instant): Promise<void> {
    for (const { id, targetKey } of accounts) {
      await this.entitlements.lock(inside, targetKey);
      await this.database.query(inside, moveOn, [inside.organizationId, id, targetKey, now]);
    }
  }
}
