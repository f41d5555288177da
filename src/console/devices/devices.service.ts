import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { idOf, revisionOf } from '../batch/set-problem.js';
import type { Device, DeviceFields, NewDevice } from './device.js';
import { DeviceSet } from './device-set.js';
import { DevicesRepository } from './devices.repository.js';

/** Devices that sign in by MAC address, one at a time. Refusals are Problems. */
@Injectable()
export class DevicesService {
  constructor(
    private readonly database: Database,
    private readonly devices: DevicesRepository,
    private readonly set: DeviceSet,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Device>> {
    return this.devices.list(context, list);
  }

  async read(context: Context, id: string): Promise<Device> {
    const device = await this.devices.find(context, id);
    if (!device) throw Problem.notFound('device', id);
    return device;
  }

  create(context: Context, values: NewDevice): Promise<Device> {
    return this.database.transaction(context, async (inside) => {
      const [result] = await this.set.createMany(inside, [values]);
      return this.read(inside, idOf(result, 'device', ''));
    });
  }

  change(context: Context, id: string, changes: Partial<DeviceFields>, expected: Expected): Promise<Device> {
    return this.database.transaction(context, async (inside) => {
      const [result] = await this.set.changeMany(inside, [{ id, changes, ifRevision: revisionOf(expected) }]);
      return this.read(inside, idOf(result, 'device', id));
    });
  }

  async remove(context: Context, id: string, expected: Expected): Promise<void> {
    const [result] = await this.set.deleteMany(context, [id], revisionOf(expected));
    idOf(result, 'device', id);
  }
}
