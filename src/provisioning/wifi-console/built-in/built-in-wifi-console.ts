import { Injectable } from '@nestjs/common';
import { GroupSet } from '../../../console/user-groups/group-set.js';
import { UserSet } from '../../../console/users/user-set.js';
import { VoucherSet } from '../../../console/vouchers/voucher-set.js';
import type { Context } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { type ConsoleOperation, type ConsoleUser, type OperationOutcome, WifiConsole } from '../port/wifi-console.js';
import { isUserOperation, outcomeOf, userStepOf, type BuiltInUserOperation, newVouchersOf } from './translation.js';
import { UserPages } from './user-pages.js';
import { VoucherLookup } from './voucher-lookup.js';
import { usernameKey } from '../../../kernel/username-key.js';

type VoucherCreation = Extract<ConsoleOperation, { kind: 'create_vouchers' }>;
type ChangeOfVoucher = Extract<ConsoleOperation, { kind: 'change_voucher' }>;
type VoucherRevocation = Extract<ConsoleOperation, { kind: 'revoke_voucher' }>;

/**
 * The console of this database, in sets: operations join the context's transaction, so their outcome is never unknown.
 */
@Injectable()
export class BuiltInWifiConsole extends WifiConsole {
  readonly transactional = true;

  constructor(
    private readonly userSet: UserSet,
    private readonly groupSet: GroupSet,
    private readonly voucherSet: VoucherSet,
    private readonly pages: UserPages,
    private readonly lookup: VoucherLookup,
  ) {
    super();
  }

  async apply(context: Context, operations: readonly ConsoleOperation[]): Promise<OperationOutcome[]> {
    const users = operations.filter(isUserOperation);
    const created = operations.filter((each): each is VoucherCreation => each.kind === 'create_vouchers');
    const changed = operations.filter((each): each is ChangeOfVoucher => each.kind === 'change_voucher');
    const revoked = operations.filter((each): each is VoucherRevocation => each.kind === 'revoke_voucher');
    const outcomes = new Map<ConsoleOperation, OperationOutcome>([
      ...pairs(users, await this.applyUsers(context, users)),
      ...pairs(created, await this.createVouchers(context, created)),
      ...pairs(changed, await this.changeVouchers(context, changed)),
      ...pairs(revoked, await this.revokeVouchers(context, revoked)),
    ]);
    return operations.map(
      (operation) => outcomes.get(operation) ?? { status: 'refused', detail: 'The console knows no such operation' },
    );
  }

  /** Leaves out a name that no group can have. */
  async groups(context: Context, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (names.length === 0) return new Map();
    try {
      return await this.groupSet.ensureMany(context, names);
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'invalid') throw error;
      if (names.length === 1) return new Map();
      const each: [string, string][] = [];
      for (const name of names) each.push(...(await this.groups(context, [name])));
      return new Map(each);
    }
  }

  async findUser(
    context: Context,
    by: { readonly remoteId: string } | { readonly username: string },
  ): Promise<ConsoleUser | null> {
    const [user] = await this.userSet.findByKeys(
      context,
      'remoteId' in by ? { ids: [by.remoteId] } : { usernames: [by.username] },
    );
    if (!user || ('username' in by && user.username !== by.username)) return null;
    const { id, username, disabled, groupId, validUntil, externalId } = user;
    return { remoteId: id, username, disabled, groupId, validUntil, externalId };
  }

  /** It is this very process, which accepts every caller. */
  check(): Promise<void> {
    return Promise.resolve();
  }

  users(context: Context): AsyncIterable<readonly ConsoleUser[]> {
    return this.pages.all(context);
  }

  private async applyUsers(context: Context, operations: readonly BuiltInUserOperation[]): Promise<OperationOutcome[]> {
    if (operations.length === 0) return [];
    const results = await this.userSet.apply(context, operations.map(userStepOf));
    return this.recognised(
      context,
      operations,
      operations.map((_, index) => outcomeOf(results[index])),
    );
  }

  /** If this operation itself made the account with that name earlier, there is no conflict. */
  private async recognised(
    context: Context,
    operations: readonly BuiltInUserOperation[],
    outcomes: readonly OperationOutcome[],
  ): Promise<OperationOutcome[]> {
    const holders = outcomes.flatMap((outcome, index) =>
      outcome.status === 'taken' && outcome.remoteId && operations[index].kind === 'create_user'
        ? [outcome.remoteId]
        : [],
    );
    if (holders.length === 0) return [...outcomes];
    const found = new Map((await this.userSet.findByKeys(context, { ids: holders })).map((user) => [user.id, user]));
    return outcomes.map((outcome, index) => {
      const operation = operations[index];
      const holder = outcome.status === 'taken' && outcome.remoteId ? found.get(outcome.remoteId) : undefined;
      if (!holder || operation.kind !== 'create_user' || holder.externalId !== operation.externalId) return outcome;
      return usernameKey(holder.username) === usernameKey(operation.user.username)
        ? { status: 'done', remoteId: holder.id }
        : outcome;
    });
  }

  private async createVouchers(context: Context, operations: readonly VoucherCreation[]): Promise<OperationOutcome[]> {
    if (operations.length === 0) return [];
    const made = await this.lookup.madeBy(
      context,
      operations.map(({ id }) => id),
    );
    const wanted = operations.filter(({ id }) => !made.has(id));
    const results = wanted.length > 0 ? await this.voucherSet.createMany(context, wanted.map(newVouchersOf)) : [];
    const answers = new Map(wanted.map(({ id }, index) => [id, results[index]]));
    return operations.map(({ id }): OperationOutcome => {
      const answer = answers.get(id);
      if (answer && answer.status !== 'created') return outcomeOf(answer);
      const vouchers =
        made.get(id) ?? answer?.vouchers.map((voucher) => ({ remoteId: voucher.id, code: voucher.code })) ?? [];
      return { status: 'done', remoteId: vouchers[0]?.remoteId ?? id, vouchers };
    });
  }

  private async changeVouchers(context: Context, operations: readonly ChangeOfVoucher[]): Promise<OperationOutcome[]> {
    if (operations.length === 0) return [];
    const rows = operations.map(({ remoteId: id, changes }) => ({ id, changes }));
    return (await this.voucherSet.changeMany(context, rows)).map(outcomeOf);
  }

  private async revokeVouchers(
    context: Context,
    operations: readonly VoucherRevocation[],
  ): Promise<OperationOutcome[]> {
    if (operations.length === 0) return [];
    return (
      await this.voucherSet.revokeMany(
        context,
        operations.map(({ remoteId }) => remoteId),
      )
    ).map(outcomeOf);
  }
}

function pairs<Operation extends ConsoleOperation>(
  operations: readonly Operation[],
  outcomes: readonly OperationOutcome[],
): [ConsoleOperation, OperationOutcome][] {
  return operations.map((operation, index) => [operation, outcomes[index]]);
}
