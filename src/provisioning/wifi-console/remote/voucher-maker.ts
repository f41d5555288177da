import type { ConsoleOperation, OperationPriority, OperationOutcome, StillClaimed } from '../port/wifi-console.js';
import type { RemoteConsoleClient } from './remote-console.client.js';
import { wireVouchersOf } from './remote-console.wire.js';
import { stillWanted } from './sending.js';
import type { ServerAbilities } from './server-abilities.js';
import type { VoucherOperations } from './voucher-operations.js';

type Creation = Extract<ConsoleOperation, { kind: 'create_vouchers' }>;

/**
 * Creates vouchers at a server that may not return their codes: the list before and after then shows which are new, and
 * creations go one after another so that two of this process are never mixed up.
 */
export class VoucherMaker {
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly client: RemoteConsoleClient,
    private readonly abilities: ServerAbilities,
    private readonly wire: VoucherOperations,
    /** The ordinary way, for servers that return the codes. */
    private readonly sendOrdinarily: (
      operation: Creation,
      priority: OperationPriority,
      stillClaimed?: StillClaimed,
    ) => Promise<OperationOutcome>,
  ) {}

  create(operation: Creation, priority: OperationPriority, stillClaimed?: StillClaimed): Promise<OperationOutcome> {
    const before = this.wire.madeBefore(operation);
    if (before) return Promise.resolve(before);
    if (this.abilities.offers('voucher codes')) return this.sendOrdinarily(operation, priority, stillClaimed);
    const mine = this.turn.then(() =>
      this.abilities.offers('voucher codes')
        ? this.sendOrdinarily(operation, priority, stillClaimed)
        : this.createBetweenLists(operation, priority, stillClaimed),
    );
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  private async createBetweenLists(
    operation: Creation,
    priority: OperationPriority,
    stillClaimed?: StillClaimed,
  ): Promise<OperationOutcome> {
    const present = new Set((await this.wire.listed(priority))?.map(({ remoteId }) => remoteId));
    for (;;) {
      const row = this.wire.row(operation);
      if (!row) return this.wire.unsent(operation);
      const answer = await this.client.send(
        this.wire.request(operation, row),
        priority,
        stillWanted(operation, stillClaimed),
      );
      if (answer.kind !== 'ok') {
        const outcome = await this.wire.settle(operation, row, answer, priority);
        if (outcome) return outcome;
        continue;
      }
      const told = wireVouchersOf(answer.body);
      this.abilities.learn('voucher codes', told.length === operation.voucher.count);
      if (told.length === operation.voucher.count) return this.wire.created(operation, told);
      const now = await this.wire.listed(priority).catch(() => null);
      return this.wire.created(
        operation,
        (now ?? []).filter(
          ({ remoteId, groupId }) => !present.has(remoteId) && (groupId === null || groupId === operation.groupId),
        ),
      );
    }
  }
}
