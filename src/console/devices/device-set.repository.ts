import { Injectable } from '@nestjs/common';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Database, replanned, type Statement, statement } from '../../database/database.js';
import type { Update } from '../batch/batch-in-memory.js';
import { deviceTable } from './device.entity.js';
import type { Device } from './device.js';

export interface DeviceKeys {
  readonly ids: readonly string[];
  readonly macs: readonly string[];
  readonly externalIds: readonly string[];
}

export const deviceColumns = deviceTable.select('d');

const written = deviceTable.without('organizationId', 'createdAt', 'updatedAt');
const changed = deviceTable.without('organizationId', 'id', 'createdAt', 'updatedAt');

const find = replanned(
  'devices_find_by_keys',
  `
  select ${deviceColumns} from devices d
  where d.organization_id = $1 and (d.id = any($2::uuid[]) or d.mac = any($3::text[])
    or d.external_id = any($4::text[]))
  order by d.id`,
);

/** Locked until the transaction ends, so that neither can be deleted under its devices. */
const holdUsers = statement(
  'devices_hold_users',
  'select id from users where organization_id = $1 and id = any($2::uuid[]) order by id for key share',
);
const holdGroups = statement(
  'devices_hold_groups',
  'select id from user_groups where organization_id = $1 and id = any($2::uuid[]) order by id for key share',
);

const insert = statement(
  'devices_insert',
  `
  insert into devices (organization_id, ${written.names}, created_at, updated_at)
  select $1, ${written.names}, $3, $3 from json_to_recordset($2::json) as r (${written.types})
  order by mac
  on conflict do nothing returning id`,
);

const update = replanned(
  'devices_update',
  `
  update devices d set ${changed.setFrom('r')}, updated_at = $3
  from json_to_recordset($2::json) as r (${written.types}, was_revision int)
  where d.organization_id = $1 and d.id = r.id and d.revision = r.was_revision
  returning d.id`,
);

/** Keys that no client can choose, so that circular changes never collide on the way. */
const park = statement(
  'devices_park_keys',
  `
  update devices set mac = ' moving ' || id, external_id = null where organization_id = $1 and id = any($2::uuid[])`,
);

const remove = replanned(
  'devices_delete',
  `
  delete from devices d using unnest($2::uuid[], $3::int[]) as r (id, was_revision)
  where d.organization_id = $1 and d.id = r.id and d.revision = r.was_revision returning d.id`,
);

@Injectable()
export class DeviceSetRepository {
  constructor(private readonly database: Database) {}

  /** Every device with one of these keys. Not locked: a writer names the revision that it read. */
  find(context: Context, { ids, macs, externalIds }: DeviceKeys): Promise<Device[]> {
    return this.database.query(context, find, [context.organizationId, ids, macs, externalIds]);
  }

  /** The existing ones of these users, locked until the transaction ends. */
  holdUsers(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.hold(context, holdUsers, ids);
  }

  holdGroups(context: Context, ids: readonly string[]): Promise<ReadonlySet<string>> {
    return this.hold(context, holdGroups, ids);
  }

  /** How many were inserted. For the others, address or external id was taken meanwhile. */
  async insert(context: Context, devices: readonly Device[], at: Instant): Promise<number> {
    return (
      await this.database.query(context, insert, [
        context.organizationId,
        JSON.stringify(devices.map((device) => written.rowOf(device))),
        at,
      ])
    ).length;
  }

  /** How many were still as read, and were written. */
  async update(context: Context, devices: readonly Update<Device>[], at: Instant): Promise<number> {
    const rows = devices.map(({ before, after }) => ({ ...written.rowOf(after), was_revision: before.revision }));
    return (await this.database.query(context, update, [context.organizationId, JSON.stringify(rows), at])).length;
  }

  async park(context: Context, ids: readonly string[]): Promise<void> {
    await this.database.query(context, park, [context.organizationId, ids]);
  }

  /** How many were still as read, and were deleted. */
  async delete(context: Context, devices: readonly Device[]): Promise<number> {
    const values = [devices.map(({ id }) => id), devices.map(({ revision }) => revision)];
    return (await this.database.query(context, remove, [context.organizationId, ...values])).length;
  }

  private async hold(context: Context, sql: Statement, ids: readonly string[]): Promise<ReadonlySet<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.query<{ id: string }>(context, sql, [context.organizationId, ids]);
    return new Set(rows.map(({ id }) => id));
  }
}
