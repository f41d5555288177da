import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { keptTotal, type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { macPattern } from '../../kernel/mac-address.js';
import type { Device } from './device.js';
import { deviceColumns } from './device-set.repository.js';

export const deviceListFields = listFields({
  id: 'd.id',
  fields: {
    id: { column: 'd.id', type: 'uuid' },
    mac: { column: 'd.mac', type: 'text', fold: macPattern, isBytewise: true },
    name: { column: 'd.name', type: 'text' },
    type: { column: 'd.type', type: 'text' },
    os: { column: 'd.os', type: 'text' },
    user_id: { column: 'd.user_id', type: 'uuid' },
    table_id: { column: 'd.group_id', type: 'uuid' },
    disabled: { column: 'd.disabled', type: 'flag' },
    valid_until: { column: 'd.valid_until', type: 'instant' },
    external_id: { column: 'd.external_id', type: 'text' },
    source: { column: 'd.source_connection_id', type: 'uuid' },
    created_at: { column: 'd.created_at', type: 'instant' },
    updated_at: { column: 'd.updated_at', type: 'instant' },
  },
});

const find = statement(
  'devices_find',
  `select ${deviceColumns} from devices d where d.organization_id = $1 and d.id = $2`,
);

@Injectable()
export class DevicesRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Device>> {
    return listRows<Device>(this.database, context, list, {
      name: 'devices',
      select: deviceColumns,
      from: 'devices d',
      where: 'd.organization_id = $1',
      values: [context.organizationId],
      total: keptTotal('devices'),
    });
  }

  find(context: Context, id: string): Promise<Device | undefined> {
    return this.database.one<Device>(context, find, [context.organizationId, id]);
  }
}
