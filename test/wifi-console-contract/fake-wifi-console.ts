import type { Context } from '../../src/kernel/context.js';
import {
  claimLost,
  type ConsoleOperation,
  type ConsoleUser,
  type OperationPriority,
  type OperationOutcome,
  type StillClaimed,
  type UserSpec,
  type VoucherSpec,
  WifiConsole,
} from '../../src/provisioning/wifi-console/port/wifi-console.js';
import { usernameKey } from '../../src/kernel/username-key.js';

/** A place where the fake awaits, so where the world may change, the console may fail and the caller may die. */
export interface FaultPoint {
  readonly method: 'apply' | 'groups' | 'findUser' | 'users' | 'check';
  readonly stage: 'before_effect' | 'after_effect';
  readonly operation?: ConsoleOperation;
  readonly priority?: OperationPriority;
}

/**
 * An outcome stands in for the true one (before: nothing happens; after: it happened all the same); an error is thrown.
 */
export type Fault = Exclude<OperationOutcome, { readonly status: 'done' }> | Error;

/** Decides at every await. Also the place to wait, to step a clock, or to let somebody else act. */
export type FaultPlan = (point: FaultPoint) => Fault | null | undefined | Promise<Fault | null | undefined>;

/** Everything that truly changed, in order, whatever the caller was told. */
export interface Effect {
  readonly operationId: string | null;
  readonly kind: ConsoleOperation['kind'] | 'create_group';
  readonly remoteId: string;
  readonly name: string;
  readonly priority: OperationPriority;
  readonly requestId: string;
}

export interface FakeUser extends Omit<UserSpec, 'passwordFingerprint' | 'groupName'> {
  readonly remoteId: string;
  readonly groupId: string | null;
  readonly externalId: string | null;
  readonly password: string | null;
  readonly createdBy: string | null;
}

export interface FakeVoucher extends Omit<VoucherSpec, 'groupName' | 'count'> {
  readonly remoteId: string;
  readonly code: string;
  readonly groupId: string;
  readonly revoked: boolean;
  readonly createdBy: string;
}

/**
 * A console in memory, not transactional: it fails wherever `faults` says. Names ignore case, as in the built-in
 * console. `forgetful`: keeps no external id and no operation id, as a server that speaks only the reference.
 */
export class FakeWifiConsole extends WifiConsole {
  readonly transactional = false;
  readonly held = {
    users: new Map<string, FakeUser>(),
    groups: new Map<string, string>(),
    vouchers: new Map<string, FakeVoucher>(),
  };
  readonly effects: Effect[] = [];
  faults: FaultPlan;
  private count = 0;
  private readonly once: { matches: (point: FaultPoint) => boolean; fault: Fault }[] = [];

  constructor(
    private readonly options: {
      readonly faults?: FaultPlan;
      readonly forgetful?: boolean;
      readonly pageSize?: number;
    } = {},
  ) {
    super();
    this.faults = options.faults ?? (() => null);
  }

  /** The next point that matches fails once. */
  failOnce(matches: (point: FaultPoint) => boolean, fault: Fault): void {
    this.once.push({ matches, fault });
  }

  /** An account that somebody made by hand at the console. */
  addByHand(user: Partial<FakeUser> & { readonly username: string }): FakeUser {
    const made: FakeUser = {
      disabled: false,
      validFrom: null,
      validUntil: null,
      maxDevices: null,
      firstName: null,
      lastName: null,
      email: null,
      phone: null,
      comment: null,
      groupId: null,
      externalId: null,
      password: null,
      createdBy: null,
      remoteId: this.nextId('user'),
      ...user,
    };
    this.held.users.set(made.remoteId, made);
    return made;
  }

  userNamed(username: string): FakeUser | undefined {
    return [...this.held.users.values()].find((user) => usernameKey(user.username) === usernameKey(username));
  }

  async apply(
    context: Context,
    operations: readonly ConsoleOperation[],
    priority: OperationPriority,
    stillClaimed?: StillClaimed,
  ): Promise<OperationOutcome[]> {
    const outcomes: OperationOutcome[] = [];
    for (const operation of operations) outcomes.push(await this.applyOne(context, operation, priority, stillClaimed));
    return outcomes;
  }

  async groups(
    context: Context,
    names: readonly string[],
    priority: OperationPriority,
  ): Promise<ReadonlyMap<string, string>> {
    await this.mayThrow({ method: 'groups', stage: 'before_effect', priority });
    const found = new Map<string, string>();
    for (const name of names.filter((each) => each !== '')) {
      const known = this.held.groups.get(name);
      const id = known ?? this.nextId('group');
      if (!known) {
        this.held.groups.set(name, id);
        this.effects.push({
          operationId: null,
          kind: 'create_group',
          remoteId: id,
          name,
          priority,
          requestId: context.requestId,
        });
      }
      found.set(name, id);
    }
    await this.mayThrow({ method: 'groups', stage: 'after_effect', priority });
    return found;
  }

  async findUser(
    _: Context,
    by: { readonly remoteId: string } | { readonly username: string },
    priority: OperationPriority,
  ): Promise<ConsoleUser | null> {
    await this.mayThrow({ method: 'findUser', stage: 'before_effect', priority });
    const user =
      'remoteId' in by
        ? this.held.users.get(by.remoteId)
        : [...this.held.users.values()].find(({ username }) => username === by.username);
    await this.mayThrow({ method: 'findUser', stage: 'after_effect', priority });
    return user ? this.shown(user) : null;
  }

  async check(_: Context, priority: OperationPriority): Promise<void> {
    await this.mayThrow({ method: 'check', stage: 'before_effect', priority });
  }

  async *users(): AsyncIterable<readonly ConsoleUser[]> {
    const size = this.options.pageSize ?? 100;
    const everyone = [...this.held.users.values()].map((user) => this.shown(user));
    for (let start = 0; start < everyone.length; start += size) {
      await this.mayThrow({ method: 'users', stage: 'before_effect' });
      yield everyone.slice(start, start + size);
    }
  }

  private async applyOne(
    context: Context,
    operation: ConsoleOperation,
    priority: OperationPriority,
    stillClaimed?: StillClaimed,
  ): Promise<OperationOutcome> {
    const point = { method: 'apply', operation, priority } as const;
    const before = await this.faultAt({ ...point, stage: 'before_effect' });
    if (before instanceof Error) throw before;
    if (before) return before;
    if (stillClaimed && !(await stillClaimed([operation.id])).has(operation.id)) return claimLost;
    const outcome = this.carryOut(context, operation, priority);
    const after = await this.faultAt({ ...point, stage: 'after_effect' });
    if (after instanceof Error) throw after;
    return after ?? outcome;
  }

  private carryOut(context: Context, operation: ConsoleOperation, priority: OperationPriority): OperationOutcome {
    const changed = (remoteId: string, name: string) => {
      this.effects.push({
        operationId: operation.id,
        kind: operation.kind,
        remoteId,
        name,
        priority,
        requestId: context.requestId,
      });
    };
    switch (operation.kind) {
      case 'create_user':
        return this.createUser(operation, changed);
      case 'create_vouchers':
        return this.createVouchers(operation, changed);
      case 'change_user': {
        const user = this.held.users.get(operation.remoteId);
        if (!user) return { status: 'gone' };
        const { passwordFingerprint: _fingerprint, groupName: _name, ...changes } = operation.changes;
        const holder = changes.username === undefined ? undefined : this.userNamed(changes.username);
        if (holder && holder.remoteId !== user.remoteId) return { status: 'taken', remoteId: holder.remoteId };
        this.held.users.set(user.remoteId, {
          ...user,
          ...changes,
          password: operation.password ?? user.password,
          groupId: operation.groupId ?? user.groupId,
        });
        changed(user.remoteId, changes.username ?? user.username);
        return { status: 'done', remoteId: user.remoteId };
      }
      case 'delete_user': {
        const user = this.held.users.get(operation.remoteId);
        if (!user) return { status: 'gone' };
        this.held.users.delete(user.remoteId);
        changed(user.remoteId, user.username);
        return { status: 'done', remoteId: user.remoteId };
      }
      case 'change_voucher': {
        const voucher = this.held.vouchers.get(operation.remoteId);
        if (!voucher) return { status: 'gone' };
        this.held.vouchers.set(voucher.remoteId, { ...voucher, ...operation.changes });
        changed(voucher.remoteId, voucher.code);
        return { status: 'done', remoteId: voucher.remoteId };
      }
      case 'revoke_voucher': {
        const voucher = this.held.vouchers.get(operation.remoteId);
        if (!voucher) return { status: 'gone' };
        if (!voucher.revoked) changed(voucher.remoteId, voucher.code);
        this.held.vouchers.set(voucher.remoteId, { ...voucher, revoked: true });
        return { status: 'done', remoteId: voucher.remoteId };
      }
    }
  }

  private createUser(
    operation: ConsoleOperation & { kind: 'create_user' },
    changed: (remoteId: string, name: string) => void,
  ): OperationOutcome {
    const holder = this.userNamed(operation.user.username);
    if (holder) {
      const ours =
        !this.options.forgetful && (holder.externalId === operation.externalId || holder.createdBy === operation.id);
      return ours ? { status: 'done', remoteId: holder.remoteId } : { status: 'taken', remoteId: holder.remoteId };
    }
    const { passwordFingerprint: _fingerprint, groupName: _name, ...fields } = operation.user;
    const user = this.addByHand({
      ...fields,
      password: operation.password,
      groupId: operation.groupId,
      createdBy: operation.id,
      externalId: this.options.forgetful ? null : operation.externalId,
    });
    changed(user.remoteId, user.username);
    return { status: 'done', remoteId: user.remoteId };
  }

  private createVouchers(
    operation: ConsoleOperation & { kind: 'create_vouchers' },
    changed: (remoteId: string, name: string) => void,
  ): OperationOutcome {
    const { count, durationSeconds, validUntil, maxDevices } = operation.voucher;
    const repeated = this.options.forgetful
      ? []
      : [...this.held.vouchers.values()].filter(({ createdBy }) => createdBy === operation.id);
    const made =
      repeated.length > 0
        ? repeated
        : Array.from({ length: count }, () => {
            const remoteId = this.nextId('voucher');
            const voucher: FakeVoucher = {
              remoteId,
              code: `CODE-${remoteId}`,
              groupId: operation.groupId,
              durationSeconds,
              validUntil,
              maxDevices,
              revoked: false,
              createdBy: operation.id,
            };
            this.held.vouchers.set(remoteId, voucher);
            changed(remoteId, voucher.code);
            return voucher;
          });
    return {
      status: 'done',
      remoteId: made[0].remoteId,
      vouchers: made.map(({ remoteId, code }) => ({ remoteId, code })),
    };
  }

  private shown({ remoteId, username, disabled, groupId, validUntil, externalId }: FakeUser): ConsoleUser {
    return {
      remoteId,
      username,
      disabled,
      groupId,
      validUntil: this.options.forgetful ? null : validUntil,
      externalId,
    };
  }

  private async faultAt(point: FaultPoint): Promise<Fault | null> {
    const index = this.once.findIndex(({ matches }) => matches(point));
    if (index >= 0) return this.once.splice(index, 1)[0].fault;
    return (await this.faults(point)) ?? null;
  }

  /** Look-ups have no outcome to spoil: a console that cannot answer throws. */
  private async mayThrow(point: FaultPoint): Promise<void> {
    const fault = await this.faultAt(point);
    if (fault) throw fault instanceof Error ? fault : new Error(`The console did not answer (${fault.status})`);
  }

  private nextId(kind: string): string {
    this.count += 1;
    return `${kind}-${this.count}`;
  }
}
