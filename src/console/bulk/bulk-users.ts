import { Injectable } from '@nestjs/common';
import { checkOf } from '../../http/body/dto-check.js';
import { readText } from '../../http/body/readers.js';
import type { UserKey, UserValues } from '../users/user.js';
import { UserChangeDto } from '../users/user.dto.js';
import { UserSet } from '../users/user-set.js';
import { type OperationRules, readOperation } from './bulk-operation.js';
import { type BulkResource, type PreparedOperations, resultOf } from './bulk-resource.js';

const rules: OperationRules<UserValues, UserKey> = {
  fields: checkOf(UserChangeDto),
  match: {
    username: { key: 'username', read: readText(253) },
    external_id: { key: 'externalId', read: readText(255) },
  },
  natural: 'username',
};

@Injectable()
export class BulkUsers implements BulkResource {
  readonly name = 'users';

  constructor(private readonly users: UserSet) {}

  prepare(operations: readonly unknown[], from: number): PreparedOperations {
    const steps = operations.map((raw) => readOperation(raw, rules));
    const carryOut = this.users.prepare(steps);
    return async (context) =>
      (await carryOut(context)).map((result, place) =>
        resultOf(this.name, 'user', from + place, operations[place], steps[place], result),
      );
  }
}
