import { Injectable } from '@nestjs/common';
import { WakeUps, type WakeUp } from '../../../database/wake-ups.js';
import type { Claimant } from '../../../database/queue/work-queue.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock } from '../../../kernel/clock.js';
import { systemContext } from '../../../kernel/context.js';
import { DatabaseUnavailable } from '../../../kernel/database-unavailable.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { newLeaseOwner } from '../../../kernel/lease-owner.js';
import { Periodic } from '../../../kernel/periodic.js';
import type { Endpoint } from '../webhook/webhook.js';
import { Transports } from '../transport/transports.js';
import { WebhookLane } from './lane.js';
import { LaneRepository } from './lane.repository.js';
import { Settling } from './settling.js';

/**
 * Endpoints that this process serves at once. Far more than it has work for, since a hanging one costs only a socket.
 */
const mostLanes = 1000;
const patienceMilliseconds = 8_000;

/** Gives each endpoint with something due its own lane. One process at a time has an endpoint. */
@Injectable()
export class Sender extends Periodic {
  readonly name = 'webhooks';
  protected readonly everyMilliseconds = 1_000;
  private readonly owner: string;
  private readonly lanes = new Map<string, { lane: WebhookLane; over: Promise<void> }>();
  private readonly claims = new Map<string, Promise<void>>();
  /** Endpoints that got work while their lane or claim was in progress. */
  private readonly rung = new Set<string>();
  private closing = new AbortController();
  private givenUp = new AbortController();
  private unsubscribe: () => void = () => undefined;

  constructor(
    private readonly rows: LaneRepository,
    private readonly settling: Settling,
    private readonly transports: Transports,
    private readonly wakeUps: WakeUps,
    clock: Clock,
    chance: Chance,
    log: Log,
    ids: Ids,
  ) {
    super(clock, chance, log);
    this.owner = newLeaseOwner(ids);
  }

  override start(): void {
    this.closing = new AbortController();
    this.givenUp = new AbortController();
    this.unsubscribe = this.wakeUps.on('webhooks', (ring) => this.hear(ring));
    super.start();
  }

  /** Shutdown waits 8 s for requests in flight, then gives them up; the next process sends them again. */
  override async stop(): Promise<void> {
    this.unsubscribe();
    this.closing.abort();
    await super.stop();
    const patience = new AbortController();
    void this.clock.sleep(patienceMilliseconds, patience.signal).then(() => this.givenUp.abort());
    while (this.lanes.size + this.claims.size > 0)
      await Promise.race([...this.claims.values(), ...[...this.lanes.values()].map(({ over }) => over)]);
    patience.abort();
  }

  /** Finds work whose wake-up was lost. */
  async round(): Promise<void> {
    for (const endpoint of await this.rows.claim(this.claimant, mostLanes - this.lanes.size)) this.begin(endpoint);
  }

  private get claimant(): Claimant {
    return { owner: this.owner, now: this.clock.instant() };
  }

  /** Something is due for one endpoint: its lane continues, or a new one starts. */
  private hear(ring: WakeUp): void {
    const { key } = ring;
    const running = this.lanes.get(key);
    if (running || this.claims.has(key)) {
      this.rung.add(key);
      return running?.lane.more();
    }
    if (this.closing.signal.aborted || this.lanes.size >= mostLanes || this.condition.pauseOf() > 0) return undefined;
    const claim = this.claim(ring).finally(() => {
      this.claims.delete(key);
      if (!this.lanes.has(key) && this.rung.delete(key)) this.hear(ring);
    });
    this.claims.set(key, claim);
    return undefined;
  }

  private async claim({ organizationId, key }: WakeUp): Promise<void> {
    try {
      const endpoint = await this.rows.claimOne(systemContext(organizationId, 'webhooks'), key, this.claimant);
      if (endpoint) this.begin(endpoint);
    } catch (error) {
      this.condition.failed(error);
      if (!(error instanceof DatabaseUnavailable))
        this.log.warn({ webhookId: key, error: String(error) }, 'claiming a webhook failed');
    }
  }

  /** A lane that outlived its lease, because this process or the database stood still, continues under the new one. */
  private begin(endpoint: Endpoint): void {
    if (this.lanes.has(endpoint.id)) return;
    const { rows, settling, clock, owner } = this;
    const lane = new WebhookLane(endpoint, {
      rows,
      settling,
      clock,
      owner,
      transport: this.transports.for(endpoint.type),
      stopping: this.closing.signal,
      givenUp: this.givenUp.signal,
    });
    this.lanes.set(endpoint.id, { lane, over: this.follow(endpoint, lane) });
  }

  private async follow({ organizationId, id }: Endpoint, lane: WebhookLane): Promise<void> {
    const context = systemContext(organizationId, 'webhooks');
    let isDue = false;
    try {
      await lane.run();
      this.rung.delete(id);
      const dueAt = await this.rows.release(context, id, this.owner);
      isDue = dueAt !== null && dueAt <= this.clock.instant();
    } catch (error) {
      // Its lease runs out and it starts again.
      if (error instanceof DatabaseUnavailable) this.condition.failed(error);
      else this.log.warn({ webhookId: id, error: String(error) }, 'webhook deliveries interrupted');
    }
    this.lanes.delete(id);
    if (this.rung.delete(id) || isDue) this.hear({ topic: 'webhooks', organizationId, key: id });
  }
}
