import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { keptTotal, type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { macPattern } from '../../kernel/mac-address.js';
import { deviceTable } from './device.entity.js';
import type { Device } from './device.js';
import { deviceColumns } from './device-set.repository.js';

export const deviceListFields = listFieldsOf(deviceTable, 'd', {
  mac: { column: 'd.mac', type: 'text', fold: macPattern, isBytewise: true },
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
      isRowCostly: true,
    });
  }

  find(context: Context, id: string): Promise<Device | undefined> {
    return this.database.one<Device>(context, find, [context.organizationId, id]);
  }
}
