import { Injectable } from '@nestjs/common';
import type { DeviceFields, DeviceKey } from '../devices/device.js';
import { DeviceChangeDto, readMac } from '../devices/device.dto.js';
import { DeviceSet } from '../devices/device-set.js';
import { checkOf } from '../../http/body/dto-check.js';
import { readText } from '../../http/body/readers.js';
import { type OperationRules, readOperation } from './bulk-operation.js';
import { type BulkResource, type PreparedOperations, resultOf } from './bulk-resource.js';

const rules: OperationRules<DeviceFields, DeviceKey> = {
  fields: checkOf(DeviceChangeDto),
  match: { mac: { key: 'mac', read: readMac }, external_id: { key: 'externalId', read: readText(255) } },
  natural: 'mac',
};

@Injectable()
export class BulkDevices implements BulkResource {
  readonly name = 'devices';

  constructor(private readonly devices: DeviceSet) {}

  prepare(operations: readonly unknown[], from: number): PreparedOperations {
    const steps = operations.map((raw) => readOperation(raw, rules));
    return async (context) => {
      const results = await this.devices.apply(context, steps);
      return results.map((result, place) =>
        resultOf(this.name, 'device', from + place, operations[place], steps[place], result),
      );
    };
  }
}
