import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { text } from '../set/fields.js';
import type { UserKey, UserValues } from '../users/user.js';
import { userFields } from '../users/user-fields.js';
import { UserSet } from '../users/user-set.js';
import type { BulkResult } from './bulk.js';
import { type OperationRules, readOperation } from './bulk-operation.js';
import { type BulkResource, resultOf } from './bulk-resource.js';

const rules: OperationRules<UserValues, UserKey> = {
  fields: userFields,
  match: { username: { key: 'username', read: text(253) }, external_id: { key: 'externalId', read: text(255) } },
  natural: 'username',
};

@Injectable()
export class BulkUsers implements BulkResource {
  readonly name = 'users';

  constructor(private readonly users: UserSet) {}

  async run(context: Context, operations: readonly unknown[], from: number): Promise<BulkResult[]> {
    const steps = operations.map((raw) => readOperation(raw, rules));
    const results = await this.users.apply(context, steps);
    return results.map((result, place) => resultOf(this.name, 'user', from + place, operations[place], steps[place], result));
  }
}
