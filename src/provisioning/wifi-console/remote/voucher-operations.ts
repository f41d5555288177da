import { LRUCache } from 'lru-cache';
import { atMost } from '../../../kernel/at-most.js';
import type { ConsoleOperation, OperationPriority, OperationOutcome } from '../port/wifi-console.js';
import type { RemoteAnswer, RemoteConsoleClient, RemoteRequest } from './remote-console.client.js';
import {
  extensionFields,
  voucherBody,
  voucherChangeBody,
  wireVouchersOf,
  type WireVoucher,
  without,
} from './remote-console.wire.js';
import { pagesOf } from './remote-pages.js';
import { notNow, type OperationWire, type WireRow } from './sending.js';
import type { ServerAbilities } from './server-abilities.js';

type Creation = Extract<ConsoleOperation, { kind: 'create_vouchers' }>;
type Change = Extract<ConsoleOperation, { kind: 'change_voucher' }>;
type Revocation = Extract<ConsoleOperation, { kind: 'revoke_voucher' }>;
export type VoucherOperation = Creation | Change | Revocation;

/**
 * Vouchers on the wire. In the reference, a creation has no name that a second one would collide with, and its answer
 * is left open. A repeated operation is therefore recognized from memory; what may have happened unseen is `unknown`
 * and never repeated from here.
 */
export class VoucherOperations implements OperationWire<VoucherOperation> {
  readonly resource = 'vouchers';
  private readonly made = new LRUCache<string, OperationOutcome>(atMost(5000));

  constructor(
    private readonly client: RemoteConsoleClient,
    private readonly abilities: ServerAbilities,
    private readonly onRefusal: () => void,
  ) {}

  /** What this process already made for the same operation. */
  madeBefore(operation: VoucherOperation): OperationOutcome | undefined {
    return this.made.get(operation.id);
  }

  row(operation: VoucherOperation): WireRow | null {
    if (operation.kind === 'create_vouchers')
      return {
        op: 'create',
        data: without(voucherBody(operation.voucher, operation.groupId), this.abilities.refusedFields()),
      };
    if (operation.kind === 'change_voucher') {
      const data = without(voucherChangeBody(operation.changes), this.abilities.refusedFields());
      const isOffered = this.abilities.offers('voucher changes') !== false && Object.keys(data).length > 0;
      return isOffered ? { op: 'update', id: operation.remoteId, data } : null;
    }
    return this.abilities.offers('voucher removal') === false ? null : { op: 'delete', id: operation.remoteId };
  }

  request(operation: VoucherOperation, { op, id = '', data }: WireRow): RemoteRequest {
    if (op === 'delete') return { method: 'DELETE', path: ['vouchers', id] };
    if (op === 'update') return { method: 'PATCH', path: ['vouchers', id], body: data };
    // A stored refusal must not answer the same operation with fewer fields.
    const idempotencyKey = this.abilities.refusedFields().size > 0 ? `${operation.id}-reference` : operation.id;
    return { method: 'POST', path: ['vouchers'], body: data, idempotencyKey };
  }

  unsent(operation: VoucherOperation): OperationOutcome {
    return operation.kind === 'change_voucher'
      ? this.asItWas(operation)
      : { status: 'refused', detail: 'This console does not offer to revoke vouchers' };
  }

  async settle(
    operation: VoucherOperation,
    row: WireRow,
    answer: RemoteAnswer,
    priority: OperationPriority,
  ): Promise<OperationOutcome | null> {
    if (operation.kind === 'change_voucher') return this.settleChange(operation, row, answer);
    const creates = operation.kind === 'create_vouchers';
    switch (answer.kind) {
      case 'ok':
        return creates ? this.created(operation, wireVouchersOf(answer.body)) : this.revoked(operation);
      case 'missing':
        return creates
          ? { status: 'retry', detail: `No vouchers at this address: ${answer.detail}` }
          : this.afterMissing(operation, priority);
      case 'not_offered':
        if (!creates) this.abilities.learn('voucher removal', false);
        return { status: 'refused', detail: answer.detail };
      case 'later':
      case 'unknown':
        return creates && 'broke' in answer && answer.broke
          ? { status: 'unknown', detail: answer.detail }
          : notNow(answer);
      case 'conflict':
        return creates ? { status: 'retry', detail: answer.detail } : { status: 'refused', detail: answer.detail };
      case 'invalid':
        return this.afterRefusal(row, answer.detail);
    }
  }

  /** The reference has no way to change a voucher: where there is none, it ends as it was made to end. */
  private async settleChange(operation: Change, row: WireRow, answer: RemoteAnswer): Promise<OperationOutcome | null> {
    switch (answer.kind) {
      case 'ok':
        this.abilities.learn('voucher changes', true);
        return { status: 'done', remoteId: operation.remoteId };
      case 'missing':
        if (this.abilities.offers('voucher changes')) return { status: 'gone' };
        return this.asItWas(operation);
      case 'not_offered':
        this.abilities.learn('voucher changes', false);
        return this.asItWas(operation);
      case 'later':
      case 'unknown':
        return notNow(answer);
      case 'conflict':
        return { status: 'refused', detail: answer.detail };
      case 'invalid':
        return this.afterRefusal(row, answer.detail);
    }
  }

  private asItWas({ remoteId }: Change): OperationOutcome {
    return { status: 'done', remoteId, detail: 'This console does not offer to change vouchers: it keeps its end' };
  }

  /** Exactly `count` vouchers, otherwise nobody could tell which they are. */
  created(operation: Creation, vouchers: readonly WireVoucher[]): OperationOutcome {
    const { count } = operation.voucher;
    if (vouchers.length !== count)
      return {
        status: 'unknown',
        detail: `The console made vouchers, but which ${count} they are cannot be told from its answer`,
      };
    const outcome: OperationOutcome = {
      status: 'done',
      remoteId: vouchers[0].remoteId,
      vouchers: vouchers.map(({ remoteId, code }) => ({ remoteId, code })),
    };
    this.made.set(operation.id, outcome);
    return outcome;
  }

  /** Null if the console does not list its vouchers. */
  async listed(priority: OperationPriority): Promise<WireVoucher[] | null> {
    const all: WireVoucher[] = [];
    for await (const rows of pagesOf(this.client, { path: 'vouchers', rel: 'vouchers' }, priority)) {
      if (!rows) return null;
      all.push(...rows.flatMap(wireVouchersOf));
    }
    return all;
  }

  private revoked(operation: Revocation): OperationOutcome {
    this.abilities.learn('voucher removal', true);
    return { status: 'done', remoteId: operation.remoteId };
  }

  /** A server without this path also answers 404; believing it would leave the voucher valid. */
  private async afterMissing(operation: Revocation, priority: OperationPriority): Promise<OperationOutcome> {
    if (this.abilities.offers('voucher removal')) return { status: 'gone' };
    const listed = await this.listed(priority);
    if (!listed?.some(({ remoteId }) => remoteId === operation.remoteId)) return { status: 'gone' };
    this.abilities.learn('voucher removal', false);
    return this.unsent(operation);
  }

  private afterRefusal(row: WireRow, detail: string): OperationOutcome | null {
    this.onRefusal();
    const extras = extensionFields.filter((field) => row.data && field in row.data);
    if (extras.length === 0 || this.abilities.takesExtensions) return { status: 'refused', detail };
    this.abilities.refuseFields(extras);
    return null;
  }
}
