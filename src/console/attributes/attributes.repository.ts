import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { RadiusAttribute } from './attribute.js';
import { type AttributeTable, isOfGroup } from './attribute-tables.js';
import { radiusAttributeTable } from './radius-attribute.entity.js';

/** A user or group seen as attributes: its own fields by name. */
export interface AttributedOwner {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly createdAt: Instant;
}

const columns = `${radiusAttributeTable.select('a')}, coalesce(a.user_id, a.group_id) as "ownerId"`;

const written = radiusAttributeTable.without('organizationId');

const ofOwner = statement(
  'attributes_of_owner',
  `
  select ${columns}
  from radius_attributes a where a.organization_id = $1 and a.table_name = $2 and coalesce(a.user_id, a.group_id) = $3
    and (a.user_id = $3 or a.group_id = $3)
  order by a.id`,
);

const find = statement(
  'attributes_find',
  `
  select ${columns} from radius_attributes a where a.organization_id = $1 and a.table_name = $2 and a.id = $3`,
);

const user = statement(
  'attributes_user',
  `
  select json_build_object('password', password_ssha512 is not null, 'disabled', disabled, 'maxDevices', max_devices,
    'validUntil', to_char(valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) as fields, created_at
    as "createdAt"
  from users where organization_id = $1 and id = $2`,
);

const group = statement(
  'attributes_group',
  'select policy as fields, created_at as "createdAt" from user_groups where organization_id = $1 and id = $2',
);
const lockGroup = statement(
  'attributes_lock_group',
  'select policy as fields, created_at as "createdAt" from user_groups where organization_id = $1 and id = ' +
    '$2 for update',
);

const timeZone = statement('attributes_time_zone', 'select time_zone as "timeZone" from organizations where id = $1');

/** Locks the owner so that it cannot be deleted before its attribute is written. */
const holdUser = statement(
  'attributes_hold_user',
  'select 1 from users where organization_id = $1 and id = $2 for key share',
);
const holdGroup = statement(
  'attributes_hold_group',
  'select 1 from user_groups where organization_id = $1 and id = $2 for key share',
);

const insert = statement(
  'attributes_insert',
  `
  insert into radius_attributes (organization_id, ${written.names})
  values ($1, ${written.all.map((_, index) => `$${index + 2}`).join(', ')})`,
);

const remove = statement(
  'attributes_delete',
  'delete from radius_attributes where organization_id = $1 and table_name = $2 and id = $3 returning id',
);

@Injectable()
export class AttributesRepository {
  constructor(private readonly database: Database) {}

  ofOwner(context: Context, table: AttributeTable, ownerId: string): Promise<RadiusAttribute[]> {
    return this.database.query(context, ofOwner, [context.organizationId, table, ownerId]);
  }

  find(context: Context, table: AttributeTable, id: string): Promise<RadiusAttribute | undefined> {
    return this.database.one(context, find, [context.organizationId, table, id]);
  }

  owner(context: Context, table: AttributeTable, id: string): Promise<AttributedOwner | undefined> {
    return this.database.one(context, isOfGroup(table) ? group : user, [context.organizationId, id]);
  }

  /** Inside a transaction: locks the group until it ends. */
  lockGroup(inside: Context, id: string): Promise<AttributedOwner | undefined> {
    return this.database.one(inside, lockGroup, [inside.organizationId, id]);
  }

  async timeZone(context: Context): Promise<string> {
    return (
      (await this.database.one<{ timeZone: string }>(context, timeZone, [context.organizationId]))?.timeZone ?? 'UTC'
    );
  }

  /** False if the owner does not exist. */
  async holdOwner(context: Context, table: AttributeTable, id: string): Promise<boolean> {
    return (
      (await this.database.query(context, isOfGroup(table) ? holdGroup : holdUser, [context.organizationId, id]))
        .length > 0
    );
  }

  async insert(context: Context, attribute: RadiusAttribute, valueSealed: string | null): Promise<void> {
    const { table, ownerId } = attribute;
    const [userId, groupId] = isOfGroup(table) ? [null, ownerId] : [ownerId, null];
    const row = { ...attribute, userId, groupId, valueSealed };
    const values = written.all.map(({ field }) => row[field as keyof typeof row]);
    await this.database.query(context, insert, [context.organizationId, ...values]);
  }

  async delete(context: Context, table: AttributeTable, id: string): Promise<boolean> {
    return (await this.database.query(context, remove, [context.organizationId, table, id])).length > 0;
  }
}
