import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { AccountsOnDelete, StoredConnection } from '../connection/stored-connection.js';
import { operationPriority } from '../wifi-console/port/wifi-console.js';

/** A shared account continues under the connection of its oldest other entitlement. */
const handOver = statement(
  'closing_hand_over',
  `
  update identities i set connection_id = o.connection_id, updated_at = $3
  from (select distinct on (e.identity_id) e.identity_id, e.connection_id from entitlements e
    where e.organization_id = $1 and e.connection_id <> $2 and not e.revoked and (e.valid_until_at is null
      or e.valid_until_at > $3)
    order by e.identity_id, e.created_at, e.id) o
  where i.organization_id = $1 and i.connection_id = $2 and i.id = o.identity_id`,
);

const release = statement(
  'closing_release',
  `
  update bindings b set state = 'removed', ownership = 'released', updated_at = $3 from identities i
  where b.organization_id = $1 and i.organization_id = $1 and i.id = b.identity_id and i.connection_id = $2`,
);

const rest = statement(
  'closing_rest',
  `
  update identities set done_rev = want_rev, due_at = null, problem = null, lease_owner = null, lease_until_at = null,
    token = token + 1
  where organization_id = $1 and connection_id = $2`,
);

const mark = statement(
  'closing_mark',
  `
  update identities i set want_rev = i.want_rev + 1, due_at = $3, priority = $4, attempts = 0, problem = null,
    cause = $5::jsonb, updated_at = $3
  where i.organization_id = $1 and (i.connection_id = $2 or i.id in (select e.identity_id from entitlements e
    where e.organization_id = $1 and e.connection_id = $2))
    and (exists (select 1 from bindings b where b.organization_id = $1 and b.identity_id = i.id
      and b.state <> 'removed')
      or exists (select 1 from operations o where o.organization_id = $1 and o.identity_id = i.id
        and o.state in ('inflight', 'unknown')))`,
);

const settleOthers = statement(
  'closing_settle_others',
  `
  update identities i set done_rev = want_rev, due_at = null, problem = null
  where i.organization_id = $1 and i.connection_id = $2 and i.want_rev > i.done_rev and i.updated_at < $3`,
);

const revoke = statement(
  'closing_revoke',
  `
  update entitlements e set revoked = true, valid_until_at = least(e.valid_until_at, $3), updated_at = $3,
    spec = case when e.kind = 'user' then e.spec || $4::jsonb else e.spec end
  where e.organization_id = $1 and e.connection_id = $2`,
);

const policy = statement(
  'closing_policy',
  `
  update bindings b set applied = b.applied || $3::jsonb from identities i
  where b.organization_id = $1 and b.kind = 'user' and i.organization_id = $1 and i.id = b.identity_id
    and i.connection_id = $2`,
);

/** Separates from a connection's accounts: leaves them as they are, or ends them all. */
@Injectable()
export class AccountsClosing {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Called in the transaction that closes the connection. `keep`: releases the bindings, so the accounts are no longer
   * ours. `disable`, `delete`: ends every entitlement and marks the identities dirty with priority. The connection's
   * row stays (disabled, `closing` set) until none of its identities is dirty.
   */
  async close(inside: Context, connection: StoredConnection, fate: AccountsOnDelete): Promise<void> {
    const scope = [inside.organizationId, connection.id];
    const now = this.clock.instant();
    await this.database.query(inside, handOver, [...scope, now]);
    if (fate === 'keep') {
      await this.database.query(inside, release, [...scope, now]);
      await this.database.query(inside, rest, scope);
      return;
    }
    // Nobody comes back to delete it later: by then the connection that would know is gone.
    const ending = JSON.stringify({ onEnd: fate, deleteAfterSeconds: null });
    const cause = JSON.stringify({ kind: 'operator', id: inside.actor.id, actor: inside.actor.name });
    await this.database.query(inside, revoke, [...scope, now, ending]);
    await this.database.query(inside, policy, [...scope, ending]);
    await this.database.query(inside, mark, [...scope, now, operationPriority.revoke, cause]);
    await this.database.query(inside, settleOthers, [...scope, now]);
  }
}
