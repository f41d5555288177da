import type { Clock } from '../../../kernel/clock.js';
import type { Ids } from '../../../kernel/ids.js';
import { ConsoleRefused } from '../port/console-problems.js';
import {
  claimLost,
  type ConsoleOperation,
  operationPriority,
  type OperationPriority,
  type OperationOutcome,
  type StillClaimed,
} from '../port/wifi-console.js';
import { BulkSize } from './bulk-size.js';
import { meaningOfStatus, type RemoteAnswer, type RemoteConsoleClient } from './remote-console.client.js';
import { bulkResultsOf } from './remote-console.wire.js';
import { type OperationWire, stillWanted, type WireRow } from './sending.js';
import type { ServerAbilities } from './server-abilities.js';

interface Item<Operation> {
  readonly operation: Operation;
  readonly since: number;
  readonly stillClaimed: StillClaimed | undefined;
  attempts: number;
  readonly resolve: (outcome: OperationOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** With fewer operations of a kind, a bulk call is not worth it. */
const worthBulk = 5;
const singlesAtOnce = 8;
const mostAttempts = 4;
const gatherMilliseconds = 2000;
const gatherRevocationsMilliseconds = 500;
/** After this long without a newcomer the burst is over. */
const pauseMilliseconds = 250;

/**
 * Operations of one resource and class on their way to one console, from every caller in this process. Similar ones
 * that arrive within two seconds share a bulk call if the server offers it. A lone operation never waits.
 */
export class OperationLane<Operation extends ConsoleOperation> {
  private readonly waiting: Item<Operation>[] = [];
  private arrivals: number[] = [];
  private running = false;
  private singles = 0;
  private newcomer: () => void = () => undefined;

  constructor(
    private readonly wire: OperationWire<Operation>,
    private readonly client: RemoteConsoleClient,
    private readonly abilities: ServerAbilities,
    private readonly size: BulkSize,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly priority: OperationPriority,
    private readonly bulkWanted: boolean,
  ) {}

  /** Resolves with the outcome. @throws ConsoleRefused if the key is refused. */
  send(operation: Operation, stillClaimed?: StillClaimed): Promise<OperationOutcome> {
    return new Promise((resolve, reject) => {
      const now = this.clock.milliseconds();
      this.arrivals = [...this.arrivals.filter((at) => at > now - gatherMilliseconds).slice(-worthBulk), now];
      this.waiting.push({ operation, since: now, stillClaimed, attempts: 0, resolve, reject });
      this.wake();
    });
  }

  private wake(): void {
    this.newcomer();
    if (!this.running) void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    try {
      await endOfTurn();
      while (this.waiting.length > 0) {
        if (this.bulkUsable) await this.gather();
        if (this.bulkUsable && this.waiting.length >= worthBulk) await this.sendBulk();
        else if (this.singles < singlesAtOnce) void this.sendSingle(this.waiting.shift());
        else await this.change();
      }
    } catch (error) {
      for (const item of this.waiting.splice(0)) item.reject(error);
    } finally {
      this.running = false;
    }
  }

  private get bulkUsable(): boolean {
    return this.bulkWanted && this.abilities.offers(`bulk ${this.wire.resource}`) !== false;
  }

  /** Waits for more of the same kind during a burst. */
  private async gather(): Promise<void> {
    const window = this.priority === operationPriority.revoke ? gatherRevocationsMilliseconds : gatherMilliseconds;
    for (;;) {
      const now = this.clock.milliseconds();
      const oldest = this.waiting[0]?.since ?? now;
      // A caller that sends one after another never has two in flight, so waiting would only delay it.
      const burst =
        this.waiting.length >= worthBulk ||
        (this.singles > 0 && this.arrivals.filter((at) => at > now - window).length >= worthBulk);
      const restMilliseconds = Math.min(oldest + window, (this.arrivals.at(-1) ?? 0) + pauseMilliseconds) - now;
      if (!burst || this.waiting.length >= this.size.rows || restMilliseconds <= 0) return;
      const stop = new AbortController();
      this.newcomer = () => {
        if (this.waiting.length >= this.size.rows) stop.abort();
      };
      await this.clock.sleep(restMilliseconds, stop.signal);
    }
  }

  /** Until a single call is settled or another operation arrives. */
  private change(): Promise<void> {
    return new Promise((resolve) => {
      this.newcomer = resolve;
    });
  }

  private async sendSingle(item: Item<Operation> | undefined): Promise<void> {
    if (!item) return;
    this.singles += 1;
    const row = this.wire.row(item.operation);
    try {
      const wanted = stillWanted(item.operation, item.stillClaimed);
      const answer = row && (await this.client.send(this.wire.request(item.operation, row), this.priority, wanted));
      await this.finish(item, row, answer);
    } catch (error) {
      item.reject(error);
      // A key that is refused once is refused for all that wait.
      if (error instanceof ConsoleRefused) for (const other of this.waiting.splice(0)) other.reject(error);
    }
    this.singles -= 1;
    this.wake();
  }

  private async sendBulk(): Promise<void> {
    const denied = await this.client.permission(this.priority);
    // Chosen only now, so that operations that arrived while waiting for the budget are included.
    const items = await claimed(this.waiting.splice(0, this.size.rows));
    const rows = items.map(({ operation }) => this.wire.row(operation));
    const sent = items.flatMap((item, index) => (rows[index] ? [{ item, row: rows[index] }] : []));
    for (const [index, item] of items.entries()) if (!rows[index]) item.resolve(this.wire.unsent(item.operation));
    if (sent.length === 0) return;
    try {
      const answer = denied ?? (await this.client.sendNow(this.bulkRequest(sent)));
      if (!this.understood(answer, sent)) this.waiting.unshift(...sent.map(({ item }) => item));
    } catch (error) {
      // A key may be permitted the accounts but not the bulk calls; single calls will show.
      if (error instanceof ConsoleRefused && error.status === 403) {
        this.abilities.learn(`bulk ${this.wire.resource}`, false);
        this.waiting.unshift(...sent.map(({ item }) => item));
      } else for (const { item } of sent) item.reject(error);
    }
  }

  private bulkRequest(sent: readonly { readonly item: Item<Operation>; readonly row: WireRow }[]) {
    const operations = sent.map(({ item, row }) => ({ ...row, ref: item.operation.id }));
    return {
      method: 'POST',
      path: ['bulk', this.wire.resource],
      body: { operations, atomic: false },
      timeoutMilliseconds: 30_000,
      idempotencyKey: this.ids.derived(
        'bulk',
        // With fewer fields it is another request.
        ...operations.map(({ ref, data = {} }) => [ref, ...Object.keys(data)].join(' ')),
      ),
    } as const;
  }

  /** False if nothing happened and the rows must be sent in another way. */
  private understood(
    answer: RemoteAnswer,
    sent: readonly { readonly item: Item<Operation>; readonly row: WireRow }[],
  ): boolean {
    const ability = `bulk ${this.wire.resource}` as const;
    switch (answer.kind) {
      case 'missing':
      case 'not_offered':
        this.abilities.learn(ability, false);
        return false;
      case 'invalid':
        this.size.halve(sent.length);
        if (this.size.rows < worthBulk) {
          this.abilities.learn(ability, false);
          this.size.startOver();
        }
        return false;
      case 'conflict':
        for (const { item } of sent) item.resolve({ status: 'retry', detail: answer.detail });
        return true;
      case 'later':
      case 'unknown':
        if (answer.kind === 'later' && answer.noSuchPath) {
          this.abilities.learn(ability, false);
          return false;
        }
        for (const { item, row } of sent) void this.finish(item, row, answer);
        return true;
      case 'ok': {
        const results = bulkResultsOf(answer.body);
        this.abilities.learn(ability, results !== null);
        this.size.grow(sent.length);
        const byIndex = new Map(results?.map((result) => [result.index, result]));
        for (const [index, { item, row }] of sent.entries()) void this.finishRow(item, row, byIndex.get(index));
        return true;
      }
    }
  }

  private async finishRow(
    item: Item<Operation>,
    row: WireRow,
    result: { readonly status: number; readonly body: unknown } | undefined,
  ): Promise<void> {
    try {
      const told = result !== undefined && result.status !== 0;
      await this.finish(
        item,
        row,
        told
          ? meaningOfStatus(result.status, result.body, true)
          : { kind: 'unknown', detail: 'The bulk answer says nothing of this row' },
      );
    } catch (error) {
      item.reject(error);
    }
  }

  private async finish(item: Item<Operation>, row: WireRow | null, answer: RemoteAnswer | null): Promise<void> {
    try {
      const outcome =
        row && answer
          ? await this.wire.settle(
              item.operation,
              row,
              answer,
              this.priority,
              stillWanted(item.operation, item.stillClaimed),
            )
          : this.wire.unsent(item.operation);
      if (outcome) return item.resolve(outcome);
      item.attempts += 1;
      if (item.attempts >= mostAttempts)
        return item.resolve({ status: 'refused', detail: 'The console refuses this however it is put' });
      this.waiting.push(item);
      this.wake();
    } catch (error) {
      item.reject(error);
    }
  }
}

/** The operations whose callers still hold their claims; the others get their outcome. Asks each caller once. */
async function claimed<Operation extends ConsoleOperation>(
  items: readonly Item<Operation>[],
): Promise<Item<Operation>[]> {
  const kept = new Set<Item<Operation>>();
  for (const caller of new Set(items.map(({ stillClaimed }) => stillClaimed))) {
    const theirs = items.filter(({ stillClaimed }) => stillClaimed === caller);
    try {
      const held = await caller?.(theirs.map(({ operation }) => operation.id));
      for (const item of theirs) {
        if (!held || held.has(item.operation.id)) kept.add(item);
        else item.resolve(claimLost);
      }
    } catch (error) {
      for (const { reject } of theirs) reject(error);
    }
  }
  return items.filter((item) => kept.has(item));
}

/** Calls made in the same turn of the event loop count as simultaneous. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
