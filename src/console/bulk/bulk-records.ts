import { checkOf } from '../../http/body/dto-check.js';
import { readText } from '../../http/body/readers.js';
import type { Context } from '../../kernel/context.js';
import type { CheckedStep } from '../batch/batch-in-memory.js';
import type { SetResult } from '../batch/set-result.js';
import type { DeviceFields, DeviceKey } from '../devices/device.js';
import { DeviceChangeDto, readMac } from '../devices/device.dto.js';
import { keyOfDevice } from '../devices/device-rules.js';
import type { DeviceSet } from '../devices/device-set.js';
import { keyOfGroup } from '../user-groups/group-rules.js';
import type { GroupSet } from '../user-groups/group-set.js';
import type { GroupFields, GroupKey } from '../user-groups/user-group.js';
import { UserGroupChangeDto } from '../user-groups/user-group.dto.js';
import type { UserKey, UserValues } from '../users/user.js';
import { UserChangeDto } from '../users/user.dto.js';
import { keyOfUser } from '../users/user-rules.js';
import type { UserSet } from '../users/user-set.js';
import { type OperationRules, readOperation } from './bulk-operation.js';
import { type BulkResource, type PreparedOperations, resultOf } from './bulk-resource.js';

/** Does everything that needs no database. The returned function does the rest, with one result for each step. */
type PrepareSteps<Values extends object, Key extends string> = (
  steps: readonly CheckedStep<Values, Key>[],
) => (context: Context) => Promise<SetResult[]>;

const externalId = { key: 'externalId', read: readText(255) } as const;

export function bulkUsers(users: UserSet): BulkResource {
  const rules: OperationRules<UserValues, UserKey> = {
    fields: checkOf(UserChangeDto),
    match: { username: { key: 'username', read: readText(253) }, external_id: externalId },
    natural: 'username',
    keyOf: keyOfUser,
  };
  return bulkRecords('users', 'user', rules, (steps) => users.prepare(steps));
}

export function bulkUserGroups(groups: GroupSet): BulkResource {
  const rules: OperationRules<GroupFields, GroupKey> = {
    fields: checkOf(UserGroupChangeDto),
    match: { name: { key: 'name', read: readText(128) }, external_id: externalId },
    natural: 'name',
    keyOf: keyOfGroup,
  };
  return bulkRecords('user-groups', 'user group', rules, (steps) => (context) => groups.apply(context, steps));
}

export function bulkDevices(devices: DeviceSet): BulkResource {
  const rules: OperationRules<DeviceFields, DeviceKey> = {
    fields: checkOf(DeviceChangeDto),
    match: { mac: { key: 'mac', read: readMac }, external_id: externalId },
    natural: 'mac',
    keyOf: keyOfDevice,
  };
  return bulkRecords('devices', 'device', rules, (steps) => (context) => devices.apply(context, steps));
}

/** A resource whose operations are one step each. `what` is its singular, for messages. */
function bulkRecords<Values extends object, Key extends string>(
  name: string,
  what: string,
  rules: OperationRules<Values, Key>,
  prepareSteps: PrepareSteps<Values, Key>,
): BulkResource {
  const prepare = (operations: readonly unknown[], from: number): PreparedOperations => {
    const steps = operations.map((raw) => readOperation(raw, rules));
    const carryOut = prepareSteps(steps);
    return async (context) =>
      (await carryOut(context)).map((result, place) =>
        resultOf(name, what, from + place, operations[place], steps[place], result),
      );
  };
  return { name, prepare };
}
