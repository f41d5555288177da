import { Injectable } from '@nestjs/common';
import { Chance } from '../../../kernel/chance.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { systemContext } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { isGone, processName } from '../../../kernel/process-name.js';
import { type MessageWay, messageWays } from '../../alert-contacts/ways.js';
import { EmailCourier } from './email-courier.js';
import { MessageMetrics } from './message-metrics.js';
import { MessageQueueRepository } from './message-queue.repository.js';
import type { Letter, Outcome } from './outcome.js';
import { retryDelaySeconds } from './retry.js';
import { WebhookCourier } from './webhook-courier.js';

/** Messages on their way at once; a mail server that hangs holds up no webhook, and a webhook that hangs only itself. */
const slots: Readonly<Record<MessageWay, number>> = { email: 5, webhook: 50 };
/** Longer than any attempt may take. */
const leaseSeconds = 150;

/** Sends what is due, at least once: what a process that died had in hand is sent again, under the same id. */
@Injectable()
export class MessageSender extends Periodic {
  readonly name = 'alert messages';
  protected readonly everyMilliseconds = 1_000;
  private readonly owner: string;
  private readonly onTheirWay: Readonly<Record<MessageWay, Set<Promise<void>>>> = { email: new Set(), webhook: new Set() };
  private givenUp = new AbortController();

  constructor(
    private readonly queue: MessageQueueRepository, private readonly email: EmailCourier, private readonly webhook: WebhookCourier,
    private readonly metrics: MessageMetrics, private readonly chance: Chance, ids: Ids, clock: Clock, log: Log,
  ) {
    super(clock, log);
    this.owner = `${processName} ${ids.next()}`;
  }

  override start(): void {
    this.givenUp = new AbortController();
    super.start();
  }

  /** What is on its way is awaited for 8 s, then given up and handed back. */
  override async stop(): Promise<void> {
    await super.stop();
    await this.settled(8_000);
    this.givenUp.abort();
    await this.settled(1_000);
  }

  /** Begins to send what is due and does not wait for it. */
  async round(): Promise<void> {
    await this.inherit();
    for (const way of messageWays) {
      const free = slots[way] - this.onTheirWay[way].size;
      if (free <= 0) continue;
      const now = this.clock.instant();
      for (const letter of await this.queue.claim(way, this.owner, now, laterBy(now, leaseSeconds), free)) this.begin(letter);
    }
  }

  /** Resolves when nothing is on its way any more, after so long at the latest. */
  async settled(atMostMilliseconds = leaseSeconds * 1000): Promise<void> {
    const over = new AbortController();
    await Promise.race([this.clock.sleep(atMostMilliseconds, over.signal), Promise.all(messageWays.flatMap((way) => [...this.onTheirWay[way]]))]);
    over.abort();
  }

  /** A process that was killed on this very machine needs no waiting for. */
  private async inherit(): Promise<void> {
    for (const owner of await this.queue.owners(this.clock.instant())) {
      if (owner !== this.owner && isGone(owner.split(' ')[0])) await this.queue.inherit(owner);
    }
  }

  private begin(letter: Letter): void {
    const going = this.onTheirWay[letter.way];
    const work: Promise<void> = this.deliver(letter)
      // Its lease runs out, and then it is sent again.
      .catch((error: unknown) => this.log.warn({ message_id: letter.id, error: String(error) }, 'what became of an alert message could not be written down'))
      .finally(() => going.delete(work));
    going.add(work);
  }

  private async deliver(letter: Letter): Promise<void> {
    const context = systemContext(letter.organizationId, 'alert messages');
    try {
      await this.settle(letter, await this.attempt(letter));
    } catch (error) {
      if (!this.givenUp.signal.aborted) throw error;
      await this.queue.handBack(context, letter.id, this.owner);
    }
  }

  private attempt(letter: Letter): Promise<Outcome> | Outcome {
    if (letter.isContactDisabled) return { error: 'The contact was disabled', isFinal: true };
    if (!(letter.way === 'email' ? letter.email : letter.url)) return { error: 'The contact has no such address any more', isFinal: true };
    return letter.way === 'email' ? this.email.send(letter) : this.webhook.send(letter, this.givenUp.signal);
  }

  private async settle(letter: Letter, { error, isFinal }: Outcome): Promise<void> {
    const { organizationId, id, contactId, way, kind } = letter;
    const context = systemContext(organizationId, 'alert messages');
    const now = this.clock.instant();
    const attempts = letter.attempts + 1;
    // Whoever tests wants to know now.
    const delaySeconds = isFinal || kind === 'test' ? undefined : retryDelaySeconds(attempts, this.chance);
    const status = error === null ? 'delivered' : delaySeconds === undefined ? 'failed' : 'pending';
    const dueAt = status === 'pending' ? laterBy(now, delaySeconds ?? 0) : now;
    if (!(await this.queue.settle(context, id, this.owner, { status, attempts, dueAt, attemptedAt: now, error }))) return;
    this.metrics.attempted(way, status);
    if (status === 'pending') await this.queue.postpone(context, letter, dueAt);
    if (status === 'failed') this.log.warn({ organization_id: organizationId, contact_id: contactId, way, message_id: id, reason: error }, 'an alert contact could not be told');
  }
}
