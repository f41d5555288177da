import type { Instant } from '../../kernel/clock.js';
import type { FieldProblem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { macDigits } from '../../kernel/mac-address.js';
import type { SetTarget } from '../batch/set-result.js';
import type { RecordRules } from '../batch/batch-in-memory.js';
import { deviceTable } from './device.entity.js';
import type { Device, DeviceFields, DeviceKey } from './device.js';

const usual = deviceTable.usual as Omit<DeviceFields, 'mac'>;

/** Users and groups that exist. */
export interface KnownOwners {
  readonly users: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
}

/** A text that is no MAC address matches no key. */
export function keyOfDevice(key: DeviceKey, value: string): string {
  return key === 'mac' ? (macDigits(value) ?? value) : value.normalize('NFC').trim();
}

/** Turns checked values of a batch into devices, at the time `at`. */
export class DeviceRules implements RecordRules<Device, DeviceFields, DeviceKey> {
  constructor(
    private readonly ids: Ids,
    private readonly at: Instant,
    private readonly known: KnownOwners,
  ) {}

  create(values: Partial<DeviceFields>): Device | readonly FieldProblem[] {
    const { mac } = values;
    if (mac === undefined) return [{ pointer: '#/mac', detail: 'is required' }];
    return (
      this.problems(values) ?? {
        ...usual,
        ...values,
        mac,
        id: this.ids.next(),
        revision: 1,
        createdAt: this.at,
        updatedAt: this.at,
      }
    );
  }

  change(row: Device, values: Partial<DeviceFields>): Device | readonly FieldProblem[] {
    const names = Object.keys(values) as (keyof DeviceFields)[];
    const changed = names.filter((name) => values[name] !== row[name]);
    if (changed.length === 0) return row;
    const problems = this.problems(Object.fromEntries(changed.map((name) => [name, values[name]])));
    return problems ?? { ...row, ...values, revision: row.revision + 1, updatedAt: this.at };
  }

  keys({ mac, externalId }: Device): (readonly [DeviceKey, string])[] {
    const address = ['mac', mac] as const;
    return externalId === null ? [address] : [address, ['externalId', externalId]];
  }

  keyOf(key: DeviceKey, value: string): string {
    return keyOfDevice(key, value);
  }

  valuesOf(target: SetTarget<DeviceKey>): Partial<DeviceFields> {
    return target.by === 'mac'
      ? { mac: keyOfDevice('mac', target.value) }
      : { externalId: keyOfDevice('externalId', target.value) };
  }

  taken(key: DeviceKey): string {
    return key === 'mac' ? 'A device with this MAC address exists' : 'A device with this external_id exists';
  }

  private problems({ userId, groupId }: Partial<DeviceFields>): FieldProblem[] | undefined {
    const problems: FieldProblem[] = [];
    if (userId && !this.known.users.has(userId))
      problems.push({ pointer: '#/user_id', detail: `There is no user ${userId}` });
    if (groupId && !this.known.groups.has(groupId))
      problems.push({ pointer: '#/table_id', detail: `There is no user group ${groupId}` });
    return problems.length > 0 ? problems : undefined;
  }
}
