import { Injectable } from '@nestjs/common';
import { Database, replanned, type Statement, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../../kernel/context.js';
import { type LogKind, logKinds } from './log-kinds.js';

const rowsAtOnce = 5000;
const everywhere = systemContext(everyOrganization, 'log upkeep');

/** Retention in days of each organization that differs from the deployment's default. */
const overrides = statement(
  'log_partitions_wishes',
  `
  select id as "organizationId", (retention ->> $1)::int as days from organizations where retention ? $1
    and (retention ->> $1)::int <> $2`,
);

const removals: Readonly<Record<string, Statement>> = Object.fromEntries(
  logKinds.map(({ table, time }) => [
    table,
    replanned(
      `log_partitions_remove_${table}`,
      `
  delete from ${table} where organization_id = $1 and ${time} < $2 and (${time}, id) in (
    select ${time}, id from ${table} where organization_id = $1 and ${time} < $2 order by ${time} limit ${rowsAtOnce})
  returning id`,
    ),
  ]),
);
const expired: Readonly<Record<string, Statement>> = Object.fromEntries(
  logKinds.map(({ table, time }) => [
    table,
    replanned(
      `log_partitions_expired_${table}`,
      `
  select distinct organization_id as "organizationId" from (
    select organization_id from ${table} where not organization_id = any($1::uuid[]) and ${time} < $2
      limit ${rowsAtOnce}) as rows`,
    ),
  ]),
);

/** Rows of the logs that go sooner than their months. */
@Injectable()
export class LogPartitionsRepository {
  constructor(private readonly database: Database) {}

  overrides({ retention }: LogKind, defaultDays: number): Promise<{ organizationId: string; days: number }[]> {
    return this.database.query(everywhere, overrides, [retention, defaultDays]);
  }

  /** Deletes at most 5,000 rows of one organization; returns how many. */
  async remove({ table }: LogKind, organizationId: string, before: Instant): Promise<number> {
    return (await this.database.query({ ...everywhere, organizationId }, removals[table], [organizationId, before]))
      .length;
  }

  /** Some organizations, other than these, that have older rows. */
  async expired({ table }: LogKind, but: readonly string[], before: Instant): Promise<string[]> {
    const rows = await this.database.query<{ organizationId: string }>(everywhere, expired[table], [but, before]);
    return rows.map(({ organizationId }) => organizationId);
  }
}
