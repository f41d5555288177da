import { Injectable } from '@nestjs/common';
import { WakeUps } from '../../database/wake-ups.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { jitter, RetryPolicy } from '../../kernel/retry-policy.js';
import { Secrets } from '../../kernel/secrets.js';
import { LeasedSender } from '../../kernel/sending/leased-sender.js';
import type { SendOutcome } from '../../kernel/sending/send-outcome.js';
import { SmtpMail } from '../../kernel/sending/smtp-mail.js';
import { SmsTransport } from '../../provisioning/deliver/send/sms-transport.js';
import { DeliverySettingsService } from '../../provisioning/deliver/settings/delivery-settings.service.js';
import {
  type ClaimedMessage,
  type PortalMessageContent,
  messageContext,
  type PortalMessageWay,
} from './portal-message.js';
import { PortalMessageQueueRepository } from './portal-message-queue.repository.js';

/** Short, because somebody waits for the message. */
const retry = new RetryPolicy({ delays: [2, 5, 15, 30, 60, 120, 300], jitter: jitter.tenthLater });

/**
 * Sends the messages of portals to guests and hosts. By the time a page promises a message, it is stored: if a process
 * dies before it records the sending, the message goes out again with the same id and link.
 */
@Injectable()
export class PortalMessageSender extends LeasedSender<ClaimedMessage, PortalMessageWay> {
  readonly name = 'messages of captive portals';
  protected readonly slots = { email: 10, sms: 5 };
  protected override readonly lanesOfOwnReceivers: readonly PortalMessageWay[] = ['sms'];

  constructor(
    protected readonly queue: PortalMessageQueueRepository,
    private readonly settings: DeliverySettingsService,
    private readonly mail: SmtpMail,
    private readonly sms: SmsTransport,
    private readonly secrets: Secrets,
    wakeUps: WakeUps,
    chance: Chance,
    ids: Ids,
    clock: Clock,
    log: Log,
  ) {
    super(wakeUps, ids, clock, chance, log);
  }

  protected async attempt(message: ClaimedMessage): Promise<void> {
    const { organizationId, id, portalId, via, attempts: before, endsAt } = message;
    const context = systemContext(organizationId, this.name);
    const isLate = endsAt <= this.clock.instant();
    const { error, isFinal } = isLate ? tooLate : await this.send(context, message);
    const attempts = before + 1;
    const status = error === null ? 'delivered' : isFinal ? 'failed' : 'pending';
    const dueAt = laterBy(this.clock.instant(), retry.delaySeconds(attempts, this.chance));
    await this.written(() => this.queue.settle(context, id, this.owner, { status, attempts, dueAt, error }));
    const fields = { organizationId, portalId, messageId: id, via };
    if (status === 'failed') this.log.warn({ ...fields, reason: error }, 'portal message not delivered');
  }

  protected async handBack({ organizationId, id }: ClaimedMessage): Promise<void> {
    await this.queue.handBack(systemContext(organizationId, this.name), id, this.owner);
  }

  protected unwritten({ id }: ClaimedMessage, error: unknown): void {
    const fields = { messageId: id, error: String(error) };
    this.log.warn(fields, 'storing the outcome of a portal message failed');
  }

  private async send(context: Context, message: ClaimedMessage): Promise<SendOutcome> {
    const { id, via, address, contentSealed, createdAt } = message;
    if (contentSealed === null) return tooLate;
    const content = JSON.parse(this.secrets.openText(contentSealed, messageContext(id))) as PortalMessageContent;
    if (via === 'email' && 'subject' in content) return this.mail.send({ ...content, id, to: address, createdAt });
    const { sms: gateway, secrets } = await this.settings.ofOrganization(context);
    const text = { id, to: address, text: content.text };
    return this.sms.sendText(gateway, secrets.sms ?? '', text, this.givenUp.signal);
  }
}

const tooLate: SendOutcome = { error: 'It was too late for it', isFinal: true };
