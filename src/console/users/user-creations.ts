import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { RadiusPasswords } from '../passwords/radius-passwords.js';
import { idOf } from '../batch/set-problem.js';
import { type SharedCall, SharedCalls, type CallInput } from '../batch/shared-calls.js';
import type { NewUser, User, UserRecord, UserValues } from './user.js';
import { UserRules } from './user-rules.js';
import { UserSet } from './user-set.js';
import { UserSetRepository } from './user-set.repository.js';
import { UsersRepository } from './users.repository.js';

interface Draft extends CallInput {
  readonly values: Partial<UserValues>;
  readonly user: UserRecord;
}

/** Single creations by API callers. Those that wait at the same time share a statement. */
@Injectable()
export class UserCreations {
  private readonly shared: SharedCalls<Draft, User>;

  constructor(
    private readonly set: UserSet,
    private readonly repository: UserSetRepository,
    private readonly users: UsersRepository,
    private readonly passwords: RadiusPasswords,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    this.shared = new SharedCalls(
      {
        together: (context, calls) => this.together(context, calls),
        alone: (context, draft, isAgain) => this.alone(context, draft, isAgain),
      },
      clock,
    );
  }

  /** @param values checked. */
  async create(context: Context, values: NewUser): Promise<User> {
    const user = new UserRules(this.ids, this.passwords, this.clock.instant(), null).create(values);
    if (!('id' in user)) throw Problem.invalid(user);
    return this.shared.call(context, { id: user.id, values, user });
  }

  /** One statement for all rows with a free name and an existing group. The others are examined one by one. */
  private async together(context: Context, calls: readonly SharedCall<Draft>[]): Promise<(User | Promise<User>)[]> {
    const at = this.clock.instant();
    const users = calls.map(({ request }) => ({ ...request.user, createdAt: at, updatedAt: at }));
    const made = await this.repository.insertShared(context, users, at);
    return calls.map(({ context: own, request }, index) =>
      made.has(request.id) ? users[index] : this.explained(own, request),
    );
  }

  private async alone(context: Context, draft: Draft, isAgain: boolean): Promise<User> {
    const at = this.clock.instant();
    const user = { ...draft.user, createdAt: at, updatedAt: at };
    if ((await this.repository.insert(context, [user], at)).has(user.id)) return user;
    // A statement that was not answered in time may have been committed all the same.
    const earlier = isAgain ? await this.users.find(context, user.id) : undefined;
    return earlier ?? this.explained(context, draft);
  }

  /** The refusal; or the user, if the obstacle is gone by now. */
  private async explained(context: Context, { values }: Draft): Promise<User> {
    const [result] = await this.set.inOrder(context, [{ op: 'create', values }]);
    const id = idOf(result, 'user', '');
    const user = await this.users.find(context, id);
    if (!user) throw Problem.notFound('user', id);
    return user;
  }
}
