import type { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { Ids } from '../../../kernel/ids.js';
import type { Log } from '../../../kernel/log.js';
import { ConsoleRefused, ConsoleUnavailable } from '../port/console-problems.js';
import {
  type ConsoleOperation,
  type ConsoleUser,
  type OperationPriority,
  type OperationOutcome,
  type StillClaimed,
  WifiConsole,
} from '../port/wifi-console.js';
import { BulkSize } from './bulk-size.js';
import { OperationLane } from './operation-lane.js';
import { inRounds, mayFreeItsName } from './operation-order.js';
import type { RemoteConsoleClient } from './remote-console.client.js';
import { RemoteGroups } from './remote-groups.js';
import { RemoteUsers } from './remote-users.js';
import type { OperationWire } from './sending.js';
import { ServerAbilities } from './server-abilities.js';
import { type RemoteUserOperation, UserOperations } from './user-operations.js';
import { VoucherMaker } from './voucher-maker.js';
import { type VoucherOperation, VoucherOperations } from './voucher-operations.js';

interface Lanes<Operation extends ConsoleOperation, Wire extends OperationWire<Operation>> {
  readonly wire: Wire;
  readonly size: BulkSize;
  readonly byPriority: Map<OperationPriority, OperationLane<Operation>>;
}

/**
 * One organization at a console that speaks the reference REST interface, with or without extensions. What the server
 * offers is discovered by trying, and remembered for an hour.
 */
export class RemoteWifiConsole extends WifiConsole {
  readonly transactional = false;
  private readonly readers: RemoteUsers;
  private readonly groupIds: RemoteGroups;
  private readonly accountLanes: Lanes<RemoteUserOperation, UserOperations>;
  private readonly voucherLanes: Lanes<VoucherOperation, VoucherOperations>;
  private readonly voucherMaker: VoucherMaker;
  private readonly abilities: ServerAbilities;

  constructor(
    private readonly client: RemoteConsoleClient,
    private readonly tools: { readonly clock: Clock; readonly ids: Ids; readonly log: Log },
    private readonly bulk: 'auto' | 'never',
  ) {
    super();
    const { clock, ids } = tools;
    this.abilities = new ServerAbilities(clock);
    this.readers = new RemoteUsers(client, this.abilities);
    this.groupIds = new RemoteGroups(client, this.abilities, clock);
    const forgetGroups = () => this.groupIds.forget();
    this.accountLanes = {
      wire: new UserOperations(client, this.readers, this.abilities, ids, forgetGroups),
      size: new BulkSize(),
      byPriority: new Map(),
    };
    this.voucherLanes = {
      wire: new VoucherOperations(client, this.abilities, forgetGroups),
      size: new BulkSize(),
      byPriority: new Map(),
    };
    this.voucherMaker = new VoucherMaker(
      client,
      this.abilities,
      this.voucherLanes.wire,
      (operation, priority, stillClaimed) => this.lane(this.voucherLanes, priority).send(operation, stillClaimed),
    );
  }

  /** @throws ConsoleRefused if the key was refused before anything happened. */
  async apply(
    _: Context,
    operations: readonly ConsoleOperation[],
    priority: OperationPriority,
    stillClaimed?: StillClaimed,
  ): Promise<OperationOutcome[]> {
    const outcomes: (OperationOutcome | ConsoleRefused)[] = [];
    for (const round of inRounds(operations)) {
      const refusal = outcomes.find((outcome) => outcome instanceof ConsoleRefused);
      await Promise.all(
        round.map(async (index) => {
          outcomes[index] = refusal ?? (await this.carryOut(operations[index], priority, stillClaimed));
        }),
      );
    }
    await this.repeatWhereNamesBecameFree(operations, outcomes, priority, stillClaimed);
    const refusal = outcomes.find((outcome) => outcome instanceof ConsoleRefused);
    if (refusal && outcomes.every((outcome) => outcome instanceof ConsoleRefused)) throw refusal;
    return outcomes.map((outcome) =>
      outcome instanceof ConsoleRefused ? { status: 'retry', detail: outcome.message } : outcome,
    );
  }

  groups(_: Context, names: readonly string[], priority: OperationPriority): Promise<ReadonlyMap<string, string>> {
    return this.groupIds.ids(names, priority);
  }

  findUser(
    _: Context,
    by: { readonly remoteId: string } | { readonly username: string },
    priority: OperationPriority,
  ): Promise<ConsoleUser | null> {
    return 'remoteId' in by
      ? this.readers.byId(by.remoteId, priority)
      : this.readers.byExactName(by.username, priority);
  }

  check(_: Context, priority: OperationPriority): Promise<void> {
    return this.readers.check(priority);
  }

  users(): AsyncIterable<readonly ConsoleUser[]> {
    return this.readers.all();
  }

  private async carryOut(
    operation: ConsoleOperation,
    priority: OperationPriority,
    stillClaimed?: StillClaimed,
  ): Promise<OperationOutcome | ConsoleRefused> {
    try {
      switch (operation.kind) {
        case 'create_vouchers':
          return await this.voucherMaker.create(operation, priority, stillClaimed);
        case 'change_voucher':
        case 'revoke_voucher':
          return await this.lane(this.voucherLanes, priority).send(operation, stillClaimed);
        default:
          return await this.lane(this.accountLanes, priority).send(operation, stillClaimed);
      }
    } catch (error) {
      if (error instanceof ConsoleRefused) return error;
      // Only a look-up before or after the operation throws this; the operation itself has an outcome.
      if (error instanceof ConsoleUnavailable)
        return {
          status: 'retry',
          detail: error.message,
          ...(error.notBeforeAt ? { notBeforeAt: error.notBeforeAt } : {}),
          ...(error.isAway ? { isAway: true } : {}),
        };
      this.tools.log.error({ err: error, operation: operation.kind }, 'operation on a remote console interrupted');
      return { status: 'unknown', detail: 'The operation broke off within Usher' };
    }
  }

  /** Renames are sent together, so one may have met a name that another was about to free. */
  private async repeatWhereNamesBecameFree(
    operations: readonly ConsoleOperation[],
    outcomes: (OperationOutcome | ConsoleRefused)[],
    priority: OperationPriority,
    stillClaimed?: StillClaimed,
  ): Promise<void> {
    for (let progress = true; progress;) {
      progress = false;
      for (const [index, operation] of operations.entries()) {
        const outcome = outcomes[index];
        if (outcome instanceof ConsoleRefused || outcome.status !== 'taken' || !mayFreeItsName(operations, index))
          continue;
        outcomes[index] = await this.carryOut(operation, priority, stillClaimed);
        const now = outcomes[index];
        if (now instanceof ConsoleRefused || now.status !== 'taken') progress = true;
      }
    }
  }

  private lane<Operation extends ConsoleOperation>(
    { wire, size, byPriority }: Lanes<Operation, OperationWire<Operation>>,
    priority: OperationPriority,
  ): OperationLane<Operation> {
    const { clock, ids } = this.tools;
    const lane =
      byPriority.get(priority) ??
      new OperationLane(wire, this.client, this.abilities, size, clock, ids, priority, this.bulk === 'auto');
    byPriority.set(priority, lane);
    return lane;
  }
}
