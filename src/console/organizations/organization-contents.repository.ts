import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { builtInRole } from '../roles/built-in-roles.js';

/** How many records of one kind an organization holds. */
export interface Content {
  readonly what: string;
  readonly count: number;
}

/**
 * Every table whose rows belong to an organization, read from the schema, so that a resource added later needs no
 * change here. What refers to it "on delete cascade" is deleted with it. Usher's own bookkeeping (counts, leases,
 * budgets, kept answers, logs) refers to no organization and is dropped, and so is what nobody could delete (below).
 */
const tables = statement(
  'organizations_tables',
  `
  select distinct c.conrelid::regclass::text as "table" from pg_constraint c
  where c.contype = 'f' and c.confrelid = 'organizations'::regclass and c.conrelid <> 'organizations'::regclass
    and c.confdeltype <> 'c' order by 1`,
);
const below = statement('organizations_below', 'select count(*)::int as count from organizations where parent_id = $1');
const remove = statement('organizations_remove', 'delete from organizations where id = $1');
/**
 * Which rows of a table count, where not all do: others stay although their resource was deleted, or are traces of work
 * that is done. An organization that has been emptied is not kept for them.
 */
const counted: Readonly<Record<string, string>> = {
  departed_operators: 'false',
  bulk_jobs: "t.status in ('queued', 'running')",
  identities: 'false',
  operator_links: 'false',
  outbox_events: 'false',
  retired_gateways: 'false',
  // A group cannot go before its vouchers, and those that are over do not go by themselves.
  user_groups: 'not exists (select from vouchers v where v.organization_id = $1 and v.group_id = t.id)',
  vouchers: 't.revoked_at is null and t.ends_at > now()',
};
/** In this order: a row goes before what it refers to. */
const keeping = [
  'resource_counts',
  'leases',
  'rate_windows',
  'idempotency_keys',
  'authentication_log',
  'accounting_sessions',
  'guest_registrations',
  'operations',
  'bindings',
  'entitlements',
  ...Object.keys(counted).filter((table) => table !== 'user_groups'),
  'user_groups',
].map((table) => statement(`organizations_drop_${table}`, `delete from ${table} where organization_id = $1`));
const dropRevokedKeys = statement(
  'organizations_drop_revoked_keys',
  'delete from api_keys where organization_id = $1 and revoked_at is not null',
);

/** Live keys and operators, there and below. */
const powersWithin = statement(
  'organizations_powers_within',
  `
  with within as (select id from organizations where path @> array[$1::uuid]),
    acting as (
      select organization_id, role_id, permissions from api_keys
        where organization_id in (select id from within) and revoked_at is null and (expires_at is null
          or expires_at > $2)
      union all
      select organization_id, role_id, null from operators where organization_id in (select id from within) and
        not disabled)
  select distinct a.role_id as "roleId", coalesce(a.permissions, r.permissions) as permissions
  from acting a left join roles r on r.organization_id = a.organization_id and r.id = a.role_id`,
);

/** Looks into an organization as its context, each call within that context's transaction. */
@Injectable()
export class OrganizationContentsRepository {
  // Organizations below are other tenants to the caller.
  private readonly everywhere = systemContext(everyOrganization, 'organization contents');

  constructor(private readonly database: Database) {}

  /** What it holds, without empty tables. Revoked keys do not count. */
  async contents(inside: Context): Promise<Content[]> {
    const organizationId = inside.organizationId;
    await this.database.query(inside, dropRevokedKeys, [organizationId]);
    const children = await this.database.one<{ count: number }>(inside, below, [organizationId]);
    const found: Content[] = [{ what: 'organizations', count: children?.count ?? 0 }];
    for (const { table } of await this.database.query<{ table: string }>(inside, tables)) {
      // regclass::text quotes what needs quoting.
      const count = statement(
        `organizations_count_${table}`,
        `select count(*)::int as count from ${table} t where t.organization_id = $1 and ${counted[table] ?? 'true'}`,
      );
      const row = await this.database.one<{ count: number }>(inside, count, [organizationId]);
      found.push({ what: table, count: row?.count ?? 0 });
    }
    return found.filter((each) => each.count > 0);
  }

  /** Every permission that somebody has in the organization or below it. */
  async permissionsWithin(id: string, now: Instant): Promise<string[]> {
    const powers = await this.database.query<{ roleId: string | null; permissions: string[] | null }>(
      this.everywhere,
      powersWithin,
      [id, now],
    );
    return [
      ...new Set(powers.flatMap(({ roleId, permissions }) => builtInRole(roleId)?.permissions ?? permissions ?? [])),
    ].toSorted();
  }

  async remove(inside: Context): Promise<void> {
    for (const drop of keeping) await this.database.query(inside, drop, [inside.organizationId]);
    await this.database.query(inside, remove, [inside.organizationId]);
  }
}
