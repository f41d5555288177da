import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { Connection } from '../../connection/connection.js';
import { operationPriority } from '../../wifi-console/port/wifi-console.js';
import type { AppliedUser, DirtyCause } from '../../identity/account.js';

/** A user that the ledger says is ours. */
export interface LedgerUser {
  readonly identityId: string;
  readonly connectionId: string;
  readonly remoteId: string;
  readonly state: string;
  /** Nothing was written to it since the listing began, nor is anything being written. */
  readonly isAtRest: boolean;
  readonly applied: AppliedUser;
}

const columns = `b.identity_id as "identityId", b.connection_id as "connectionId", b.remote_id as "remoteId", b.state,
  b.applied,
  b.updated_at < $4::timestamptz and i.lease_until_at is null as "isAtRest"`;

const byRemoteIds = replanned(
  'drift_by_remote_ids',
  `
  select ${columns} from bindings b join identities i on i.organization_id = $1 and i.id = b.identity_id
  where b.organization_id = $1 and b.target_key = $2 and b.kind = 'user' and b.remote_id = any($3::text[])
    and b.state <> 'removed'`,
);

/** What was written since the listing began, or is being written, may rightly be missing from it. */
const boundBefore = statement(
  'drift_bound_before',
  `
  select ${columns} from bindings b join identities i on i.organization_id = $1 and i.id = b.identity_id
  where b.organization_id = $1 and b.target_key = $2 and b.connection_id = $3 and b.kind = 'user' and b.state = 'bound'
    and b.updated_at < $4
    and i.lease_until_at is null order by b.id`,
);

const forget = replanned(
  'drift_forget',
  `
  update bindings set state = 'removed', updated_at = $3 where organization_id = $1 and identity_id = any($2::uuid[])
    and kind = 'user' and state = 'bound'`,
);

const distrust = replanned(
  'drift_distrust',
  `
  update bindings set state = 'unknown', updated_at = $3 where organization_id = $1 and identity_id = any($2::uuid[])
    and kind = 'user' and state = 'bound'`,
);

const markDirty = replanned(
  'drift_mark_dirty',
  `
  update identities set want_rev = want_rev + 1, due_at = least(due_at, $3::timestamptz), attempts = 0,
    cause = $5::jsonb, updated_at = $3,
    priority = case when want_rev > done_rev then least(priority, $4) else $4 end
  where organization_id = $1 and id = any($2::uuid[])`,
);

@Injectable()
export class DriftRepository {
  constructor(private readonly database: Database) {}

  async byRemoteIds(
    context: Context,
    { targetKey }: Connection,
    remoteIds: readonly string[],
    listingSince: Instant,
  ): Promise<ReadonlyMap<string, LedgerUser>> {
    const rows = await this.database.query<LedgerUser>(context, byRemoteIds, [
      context.organizationId,
      targetKey,
      remoteIds,
      listingSince,
    ]);
    return new Map(rows.map((row) => [row.remoteId, row]));
  }

  boundBefore(context: Context, { targetKey, id }: Connection, at: Instant): Promise<LedgerUser[]> {
    return this.database.query<LedgerUser>(context, boundBefore, [context.organizationId, targetKey, id, at]);
  }

  /** The accounts are gone: created again for whoever should have one. */
  async forget(inside: Context, identityIds: readonly string[], now: Instant): Promise<void> {
    if (identityIds.length > 0) await this.database.query(inside, forget, [inside.organizationId, identityIds, now]);
  }

  /** The reconciler sends every field of these accounts again. */
  async sayAgain(inside: Context, identityIds: readonly string[], cause: DirtyCause, now: Instant): Promise<void> {
    await this.database.query(inside, distrust, [inside.organizationId, identityIds, now]);
    await this.database.query(inside, markDirty, [
      inside.organizationId,
      identityIds,
      now,
      operationPriority.change,
      JSON.stringify(cause),
    ]);
  }
}
