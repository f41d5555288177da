import type { Clock } from '../../../kernel/clock.js';
import { type Context, systemContext } from '../../../kernel/context.js';
import { Batcher } from '../../../kernel/queues/batcher.js';
import type { Endpoint } from '../webhook/webhook.js';
import { Circuit } from './circuit.js';
import type { Health, LaneRepository } from './lane.repository.js';
import type { Transport, OutgoingEvent, OpenTransport } from '../transport/transport.js';
import { healthOf, type SentEvent, type Settling } from './settling.js';

const lettersPerLook = 200;
const renewMilliseconds = 10_000;

export interface LaneParts {
  readonly rows: LaneRepository;
  readonly settling: Settling;
  readonly transport: Transport;
  readonly clock: Clock;
  /** Owner of the endpoint's lease. */
  readonly owner: string;
  /** Starts nothing new. */
  readonly stopping: AbortSignal;
  /** Gives up what is in flight. */
  readonly givenUp: AbortSignal;
}

/**
 * Sends what is due for one endpoint, then ends. Each endpoint has its own lane, so that a slow or dead one delays only
 * itself. Oldest first, several in flight: the order is best effort.
 */
export class WebhookLane {
  private readonly context: Context;
  private readonly circuit: Circuit;
  private readonly onTheirWay = new Set<string>();
  private waiting: OutgoingEvent[] = [];
  private mayHaveMore = true;
  /** Outcomes that arrive while the last ones are written share the next statement. */
  private readonly sent = new Batcher<SentEvent, void>((batch) => this.writeDown(batch), { most: Infinity });
  private health: Health;
  private line: OpenTransport | undefined;
  private heldSince: number;
  private isOver = false;
  private failure: unknown;
  private wake: () => void = () => undefined;

  constructor(
    private endpoint: Endpoint,
    private readonly parts: LaneParts,
  ) {
    this.context = systemContext(endpoint.organizationId, 'webhooks');
    this.circuit = new Circuit(endpoint.failuresInRow);
    this.health = healthOf(endpoint);
    this.heldSince = parts.clock.milliseconds();
  }

  /** Rejects if the database cannot be reached. What was sent and not recorded is then sent again. */
  async run(): Promise<void> {
    try {
      this.line = this.parts.transport.open(this.endpoint);
      if (this.circuit.isOpen) await this.probe();
      else await this.stream();
      if (this.failure) throw this.failure;
    } finally {
      this.line?.close();
    }
  }

  /** Something was added for this endpoint. */
  more(): void {
    this.mayHaveMore = true;
    this.wake();
  }

  /** One delivery shows whether the endpoint is back; otherwise all others wait for the next probe. */
  private async probe(): Promise<void> {
    const [event] = await this.look(1);
    if (!event || !(await this.mayGoOn())) return;
    await this.deliver(event, true);
    if (!this.circuit.isOpen) await this.stream();
  }

  private async stream(): Promise<void> {
    while (await this.mayGoOn()) {
      if (this.waiting.length === 0 && this.mayHaveMore && this.onTheirWay.size < this.circuit.window) {
        this.mayHaveMore = false;
        this.waiting = await this.look(lettersPerLook);
        this.mayHaveMore ||= this.waiting.length === lettersPerLook;
      }
      while (this.waiting.length > 0 && this.onTheirWay.size < this.circuit.window && !this.isOver)
        void this.deliver(this.waiting.shift()!, false);
      if (this.onTheirWay.size === 0) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    while (this.onTheirWay.size > 0)
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
  }

  /** What is due; for an endpoint that was changed meanwhile it goes to where and as the change says. */
  private async look(limit: number): Promise<OutgoingEvent[]> {
    const { rows, clock } = this.parts;
    const due = await rows.due(this.context, this.endpoint.id, clock.instant(), [...this.onTheirWay], limit);
    const isChanged = due.some(({ revision }) => revision !== this.endpoint.revision);
    if (!isChanged || (await this.renew())) return due;
    this.isOver = true;
    return [];
  }

  private async mayGoOn(): Promise<boolean> {
    if (this.parts.stopping.aborted || this.isOver || this.failure) return false;
    return this.parts.clock.milliseconds() - this.heldSince < renewMilliseconds || this.renew();
  }

  private async deliver(event: OutgoingEvent, isProbe: boolean): Promise<void> {
    this.onTheirWay.add(event.deliveryId);
    try {
      const outcome = await this.line!.send(event, this.parts.givenUp);
      await this.sent.add({ event, outcome, isProbe });
    } catch (error) {
      if (!this.parts.givenUp.aborted) this.failure ??= error;
    } finally {
      this.onTheirWay.delete(event.deliveryId);
      this.wake();
    }
  }

  private async writeDown(batch: readonly SentEvent[]): Promise<[]> {
    const { settling, givenUp } = this.parts;
    this.health = await settling.settle(this.context, this.endpoint, this.health, this.circuit, batch, givenUp);
    // It is down, asked for a pause, or wants nothing more.
    this.isOver ||= this.health.pausedUntilAt !== null || batch.some(({ outcome }) => outcome.isGone);
    return [];
  }

  /** False if the endpoint is gone, disabled, or another process's. */
  private async renew(): Promise<boolean> {
    const { rows, clock, owner, transport } = this.parts;
    const held = await rows.renew(this.context, this.endpoint.id, { owner, now: clock.instant() });
    if (!held) return false;
    if (held.revision !== this.endpoint.revision) {
      this.line?.close();
      this.line = transport.open(held);
    }
    this.endpoint = held;
    this.heldSince = clock.milliseconds();
    return true;
  }
}
