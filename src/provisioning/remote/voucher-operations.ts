import { LRUCache } from 'lru-cache';
import type { ConsoleOperation, OperationPriority, Outcome } from '../console-port/wifi-console.js';
import type { RemoteAnswer, RemoteConsoleClient, RemoteRequest } from './remote-console.client.js';
import { extensionFields, voucherBody, vouchersOf, type WireVoucher, without } from './remote-console.wire.js';
import { pagesOf } from './remote-pages.js';
import type { OperationWire, WireRow } from './sending.js';
import type { ServerAbilities } from './server-abilities.js';

type Creation = Extract<ConsoleOperation, { kind: 'create_vouchers' }>;
type Revocation = Extract<ConsoleOperation, { kind: 'revoke_voucher' }>;

/**
 * Vouchers of a remote console. The reference gives a creation no key and leaves its answer open: a repeated wish is known
 * from memory, a server that tells no codes is asked before and after, and what stays ambiguous is `unknown`, never repeated here.
 */
export class VoucherOperations implements OperationWire<Revocation> {
  readonly resource = 'vouchers';
  private readonly made = new LRUCache<string, Outcome>({ max: 5000 });
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly client: RemoteConsoleClient, private readonly abilities: ServerAbilities, private readonly onRefusal: () => void) {}

  row(operation: Revocation): WireRow | null {
    return this.abilities.offers('voucher removal') === false ? null : { op: 'delete', id: operation.remoteId };
  }

  request(_: Revocation, { id = '' }: WireRow): RemoteRequest {
    return { method: 'DELETE', path: ['vouchers', id] };
  }

  unsent(): Outcome {
    return { status: 'refused', detail: 'This console does not offer to revoke vouchers' };
  }

  async settle(operation: Revocation, _: WireRow, answer: RemoteAnswer, priority: OperationPriority): Promise<Outcome> {
    switch (answer.kind) {
      case 'ok':
        this.abilities.learn('voucher removal', true);
        return { status: 'done', remoteId: operation.remoteId };
      // Also a server without this path answers 404; believing it would leave the voucher alive.
      case 'missing': {
        if (this.abilities.offers('voucher removal')) return { status: 'gone' };
        const listed = await this.listed(priority);
        if (!listed) return { status: 'unknown', detail: 'The console does not show whether the voucher still exists' };
        if (!listed.some(({ remoteId }) => remoteId === operation.remoteId)) return { status: 'gone' };
        this.abilities.learn('voucher removal', false);
        return this.unsent();
      }
      case 'not_offered':
        this.abilities.learn('voucher removal', false);
        return this.unsent();
      case 'later': return { status: 'retry', detail: answer.detail, ...(answer.notBeforeAt ? { notBeforeAt: answer.notBeforeAt } : {}) };
      case 'unknown': return { status: 'unknown', detail: answer.detail };
      case 'conflict':
      case 'invalid': return { status: 'refused', detail: answer.detail };
    }
  }

  /** One after another where codes have to be told apart by listing. */
  create(operation: Creation, priority: OperationPriority): Promise<Outcome> {
    const before = this.made.get(operation.id);
    if (before) return Promise.resolve(before);
    if (this.abilities.offers('voucher codes') === true) return this.createNow(operation, priority, null);
    const mine = this.turn.then(async () => {
      const present = this.abilities.offers('voucher codes') === true ? null : await this.listed(priority);
      return this.createNow(operation, priority, present);
    });
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  private async createNow(operation: Creation, priority: OperationPriority, present: readonly WireVoucher[] | null): Promise<Outcome> {
    const body = without(voucherBody(operation.voucher, operation.groupId), this.abilities.refusedFields());
    const answer = await this.client.send({ method: 'POST', path: ['vouchers'], body, idempotencyKey: operation.id }, priority);
    if (answer.kind === 'ok') return this.created(operation, answer.body, priority, present);
    if (answer.kind === 'invalid') {
      const extras = extensionFields.filter((field) => field in body);
      this.onRefusal();
      if (extras.length === 0 || this.abilities.takesExtensions) return { status: 'refused', detail: answer.detail };
      this.abilities.refuseFields(extras);
      return this.createNow({ ...operation, id: `${operation.id}-reference` }, priority, present);
    }
    // A creation has no name that a second one would collide with: after a server error it must not simply be repeated.
    if (answer.kind === 'unknown' || (answer.kind === 'later' && answer.broke)) return { status: 'unknown', detail: answer.detail };
    return { status: 'retry', detail: answer.detail, ...(answer.kind === 'later' && answer.notBeforeAt ? { notBeforeAt: answer.notBeforeAt } : {}) };
  }

  private async created(operation: Creation, body: unknown, priority: OperationPriority, present: readonly WireVoucher[] | null): Promise<Outcome> {
    const { count } = operation.voucher;
    let vouchers = vouchersOf(body);
    if (vouchers.length === count) {
      this.abilities.learn('voucher codes', true);
    } else {
      this.abilities.learn('voucher codes', false);
      const known = new Set(present?.map(({ remoteId }) => remoteId));
      const now = present ? await this.listed(priority) : null;
      vouchers = (now ?? []).filter(({ remoteId, groupId }) => !known.has(remoteId) && (groupId === null || groupId === operation.groupId));
    }
    if (vouchers.length !== count) return { status: 'unknown', detail: `The console made vouchers, but which ${count} they are cannot be told from its answer` };
    const outcome: Outcome = { status: 'done', remoteId: vouchers[0].remoteId, vouchers: vouchers.map(({ remoteId, code }) => ({ remoteId, code })) };
    this.made.set(operation.id.replace(/-reference$/, ''), outcome);
    return outcome;
  }

  private async listed(priority: OperationPriority): Promise<WireVoucher[] | null> {
    const all: WireVoucher[] = [];
    try {
      for await (const rows of pagesOf(this.client, { path: 'vouchers', rel: 'vouchers' }, priority)) all.push(...vouchersOf(rows ?? []));
      return all;
    } catch {
      return null;
    }
  }
}
