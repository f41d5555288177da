import { Injectable } from '@nestjs/common';
import { WakeUps } from '../../../database/wake-ups.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { systemContext } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { LeasedSender } from '../../../kernel/sending/leased-sender.js';
import { messageRetry, type SendOutcome } from '../../../kernel/sending/send-outcome.js';
import { departedWords, type MessageWay } from '../../alert-contacts/ways.js';
import { DepartedAddresses } from '../../departed/departed-addresses.js';
import { EmailTransport } from './email-transport.js';
import type { OutgoingMessage } from './outgoing-message.js';
import { MessageMetrics } from './message-metrics.js';
import { MessageQueueRepository } from './message-queue.repository.js';
import { WebhookTransport } from './webhook-transport.js';

/** Sends due messages at least once. Those that a dead process held are sent again under the same id. */
@Injectable()
export class MessageSender extends LeasedSender<OutgoingMessage, MessageWay> {
  readonly name = 'alert messages';
  /** Separate queues: a hanging mail server does not delay webhooks. */
  protected readonly slots = { email: 5, webhook: 50 };
  protected override readonly lanesOfOwnReceivers: readonly MessageWay[] = ['webhook'];

  constructor(
    protected readonly queue: MessageQueueRepository,
    private readonly email: EmailTransport,
    private readonly webhook: WebhookTransport,
    private readonly departed: DepartedAddresses,
    private readonly metrics: MessageMetrics,
    wakeUps: WakeUps,
    ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(wakeUps, ids, clock, chance, log);
  }

  protected async attempt(message: OutgoingMessage): Promise<void> {
    await this.settle(message, await this.send(message));
  }

  protected async handBack({ organizationId, id }: OutgoingMessage): Promise<void> {
    await this.queue.handBack(systemContext(organizationId, 'alert messages'), id, this.owner);
  }

  protected unwritten({ id }: OutgoingMessage, error: unknown): void {
    this.log.warn({ messageId: id, error: String(error) }, 'storing the outcome of an alert message failed');
  }

  private async send(message: OutgoingMessage): Promise<SendOutcome> {
    if (message.isContactDisabled) return { error: 'The contact was disabled', isFinal: true };
    if (!(message.way === 'email' ? message.email : message.urlSealed))
      return { error: 'The contact has no such address any more', isFinal: true };
    if (message.way === 'webhook') return this.webhook.send(message, this.givenUp.signal);
    const context = systemContext(message.organizationId, 'alert messages');
    const [gone] = (await this.departed.among(context, [message.email])).values();
    return gone ? { error: departedWords[gone], isFinal: true } : this.email.send(message);
  }

  private async settle(message: OutgoingMessage, { error, isFinal }: SendOutcome): Promise<void> {
    const { organizationId, id, contactId, way, kind } = message;
    const context = systemContext(organizationId, 'alert messages');
    const now = this.clock.instant();
    const attempts = message.attempts + 1;
    // Whoever sends a test wants the result now.
    const delaySeconds = isFinal || kind === 'test' ? undefined : messageRetry.nextDelaySeconds(attempts, this.chance);
    const status = error === null ? 'delivered' : delaySeconds === undefined ? 'failed' : 'pending';
    const dueAt = status === 'pending' ? laterBy(now, delaySeconds ?? 0) : now;
    if (
      !(await this.written(() =>
        this.queue.settle(context, id, this.owner, { status, attempts, dueAt, attemptedAt: now, error }),
      ))
    )
      return;
    this.metrics.attempted(way, status);
    if (status === 'pending') await this.queue.postpone(context, message, dueAt);
    if (status === 'failed')
      this.log.warn({ organizationId, contactId, way, messageId: id, reason: error }, 'alert message not delivered');
  }
}
