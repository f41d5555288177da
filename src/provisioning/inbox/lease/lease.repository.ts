import { Injectable } from '@nestjs/common';
import { Database, type Statement, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';

export interface Acquired {
  /** For fencing. */
  readonly token: number;
  /** The previous owner ended without a release: killed, or cut off. */
  readonly wasLeft: boolean;
}

@Injectable()
export class LeaseRepository {
  constructor(private readonly database: Database) {}

  /** Undefined while another owner's lease runs; a lease of `gone` counts as over. */
  acquire(
    context: Context,
    name: string,
    owner: string,
    now: Instant,
    untilAt: Instant,
    gone: string | null = null,
  ): Promise<Acquired | undefined> {
    const values = [context.organizationId, name, owner, now, untilAt, gone];
    if (!this.database.isDistributed) return this.database.one<Acquired>(context, acquire, values);
    return this.database.transaction(context, async (inside) => {
      const before = await this.database.one<{ wasLeft: boolean }>(inside, former, [context.organizationId, name]);
      const acquired = await this.database.one<Acquired>(inside, acquire, values);
      return acquired && { ...acquired, wasLeft: before?.wasLeft ?? false };
    });
  }

  async ownerOf(context: Context, name: string): Promise<string | undefined> {
    return (await this.database.one<{ owner: string }>(context, ownerOf, [context.organizationId, name]))?.owner;
  }

  /** False when another owner has the lease. */
  async renew(context: Context, name: string, token: number, untilAt: Instant): Promise<boolean> {
    return (await this.database.query(context, renew, [context.organizationId, name, token, untilAt])).length > 0;
  }

  async release(context: Context, name: string, token: number, now: Instant): Promise<void> {
    await this.database.query(context, release, [context.organizationId, name, token, now]);
  }
}

const upsert = `
  insert into leases as l (organization_id, name, owner, until_at) values ($1, $2, $3, $5)
  on conflict (organization_id, name) do update set owner = excluded.owner, token = l.token + 1,
    until_at = excluded.until_at, released = false
    where l.until_at <= $4 or l.owner = $6
  returning token`;
const acquire: Statement = {
  ...statement(
    'leases_acquire',
    `
  with former as (select released from leases where organization_id = $1 and name = $2)
  ${upsert}, coalesce((select not released from former), false) as "wasLeft"`,
  ),
  // Citus takes no sub-select beside an INSERT.
  distributed: `${upsert}, false as "wasLeft"`,
};
const former = statement(
  'leases_former',
  'select not released as "wasLeft" from leases where organization_id = $1 and name = $2 for update',
);

const ownerOf = statement(
  'leases_owner_of',
  `
  select owner from leases where organization_id = $1 and name = $2`,
);

const renew = statement(
  'leases_renew',
  `
  update leases set until_at = $4 where organization_id = $1 and name = $2 and token = $3 returning token`,
);

const release = statement(
  'leases_release',
  `
  update leases set until_at = $4, released = true where organization_id = $1 and name = $2 and token = $3
    and until_at > $4`,
);
