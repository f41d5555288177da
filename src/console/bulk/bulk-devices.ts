import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import type { DeviceFields, DeviceKey } from '../devices/device.js';
import { deviceFields, mac } from '../devices/device-fields.js';
import { DeviceSet } from '../devices/device-set.js';
import { text } from '../set/fields.js';
import type { BulkResult } from './bulk.js';
import { type OperationRules, readOperation } from './bulk-operation.js';
import { type BulkResource, resultOf } from './bulk-resource.js';

const rules: OperationRules<DeviceFields, DeviceKey> = {
  fields: deviceFields,
  match: { mac: { key: 'mac', read: mac }, external_id: { key: 'externalId', read: text(255) } },
  natural: 'mac',
};

@Injectable()
export class BulkDevices implements BulkResource {
  readonly name = 'devices';

  constructor(private readonly devices: DeviceSet) {}

  async run(context: Context, operations: readonly unknown[], from: number): Promise<BulkResult[]> {
    const steps = operations.map((raw) => readOperation(raw, rules));
    const results = await this.devices.apply(context, steps);
    return results.map((result, place) => resultOf(this.name, 'device', from + place, operations[place], steps[place], result));
  }
}
