import { Injectable } from '@nestjs/common';
import { checkOf } from '../../http/body/dto-check.js';
import { readText } from '../../http/body/readers.js';
import { UserGroupChangeDto } from '../user-groups/user-group.dto.js';
import { GroupSet } from '../user-groups/group-set.js';
import type { GroupFields, GroupKey } from '../user-groups/user-group.js';
import { type OperationRules, readOperation } from './bulk-operation.js';
import { type BulkResource, type PreparedOperations, resultOf } from './bulk-resource.js';

const rules: OperationRules<GroupFields, GroupKey> = {
  fields: checkOf(UserGroupChangeDto),
  match: { name: { key: 'name', read: readText(128) }, external_id: { key: 'externalId', read: readText(255) } },
  natural: 'name',
};

@Injectable()
export class BulkUserGroups implements BulkResource {
  readonly name = 'user-groups';

  constructor(private readonly groups: GroupSet) {}

  prepare(operations: readonly unknown[], from: number): PreparedOperations {
    const steps = operations.map((raw) => readOperation(raw, rules));
    return async (context) => {
      const results = await this.groups.apply(context, steps);
      return results.map((result, place) =>
        resultOf(this.name, 'user group', from + place, operations[place], steps[place], result),
      );
    };
  }
}
