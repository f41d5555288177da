import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { WakeUps } from '../../../database/wake-ups.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock, laterBy, secondsBetween } from '../../../kernel/clock.js';
import { systemContext } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import { Log } from '../../../kernel/log.js';
import { LeasedSender } from '../../../kernel/sending/leased-sender.js';
import { jitter, RetryPolicy } from '../../../kernel/retry-policy.js';
import { messageRetry, type SendOutcome } from '../../../kernel/sending/send-outcome.js';
import { TemplateProblem } from '../../access/template.js';
import type { DeliveryWay } from '../delivery/delivery.js';
import { AnswerTransport } from './answer-transport.js';
import type { ClaimedDelivery } from './claimed-delivery.js';
import { CredentialDeliveryMetrics } from './delivery-metrics.js';
import { DeliveryQueueRepository } from './delivery-queue.repository.js';
import type { Dispatch } from './dispatch.js';
import { MessageComposer, Undeliverable } from './message-composer.js';
import { MailTransport } from './mail-transport.js';
import { SmsTransport } from './sms-transport.js';
import { WaitingDeliveries } from './waiting-deliveries.js';

type Told = Pick<Dispatch, 'address'> & { readonly language: string | null };

/**
 * Somebody waits at the desk: the first tries follow within seconds, and the last comes a day later, when nobody waits
 * any more. If the vendor asked us to wait, exactly that long: an earlier try would be refused, a later one keeps
 * somebody waiting.
 */
export const answerRetry = new RetryPolicy({
  delays: [2, 5, 10, 20, 30, 60, 120, 300, 600, 1_800],
  attempts: 60,
  jitter: jitter.tenthLater,
  asked: { replaces: true, longestSeconds: 86_400 },
});

/** Between two looks at a delivery that waits for a way to be set up. */
const waitingRetry = new RetryPolicy({ delays: [60], jitter: [1, 2] });
const roundsToLook = 10;

const nowhere: Told = { address: '', language: null };

/**
 * Sends credentials to people. Each is recorded as delivered once. If a process dies between sending and recording, it
 * is sent again with the same message id, and the delivery says so (`is_uncertain`).
 */
@Injectable()
export class CredentialSender extends LeasedSender<ClaimedDelivery, DeliveryWay> {
  readonly name = 'credential deliveries';
  protected readonly slots = { email: 10, sms: 10, answer: 10 };
  protected override readonly lanesOfOwnReceivers: readonly DeliveryWay[] = ['sms', 'answer'];

  private rounds = 0;

  constructor(
    private readonly database: Database,
    private readonly waiting: WaitingDeliveries,
    protected readonly queue: DeliveryQueueRepository,
    private readonly composer: MessageComposer,
    private readonly mail: MailTransport,
    private readonly sms: SmsTransport,
    private readonly answer: AnswerTransport,
    private readonly metrics: CredentialDeliveryMetrics,
    wakeUps: WakeUps,
    ids: Ids,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(wakeUps, ids, clock, chance, log);
  }

  override async round(): Promise<void> {
    await super.round();
    this.rounds = (this.rounds + 1) % roundsToLook;
    if (this.rounds === 0) await this.waiting.endOver();
  }

  protected async attempt(delivery: ClaimedDelivery): Promise<void> {
    let told = nowhere;
    try {
      if (delivery.via === 'answer' && (delivery.outcome !== 'ready' || delivery.isOver))
        return await this.settle(delivery, nowhere, await this.answer.withhold(delivery, this.givenUp.signal));
      const dispatch = await this.composer.prepare(delivery);
      told = { address: dispatch.address, language: dispatch.place.language };
      await this.settle(delivery, told, await this.send(dispatch));
    } catch (error) {
      const isWording = error instanceof TemplateProblem;
      if (!isWording && !(error instanceof Undeliverable)) throw error;
      await this.settle(delivery, told, {
        error: isWording ? `The template of the message ${error.message}` : error.message,
        isFinal: true,
      });
    }
  }

  protected async handBack({ organizationId, id }: ClaimedDelivery): Promise<void> {
    await this.queue.handBack(systemContext(organizationId, 'credential deliveries'), id, this.owner);
  }

  protected unwritten({ id }: ClaimedDelivery, error: unknown): void {
    this.log.warn({ deliveryId: id, error: String(error) }, 'storing the outcome of a credential delivery failed');
  }

  private send(dispatch: Dispatch): Promise<SendOutcome> {
    const { via } = dispatch.delivery;
    if (via === 'email') return this.mail.send(dispatch);
    return via === 'sms'
      ? this.sms.send(dispatch, this.givenUp.signal)
      : this.answer.send(dispatch, this.givenUp.signal);
  }

  private async settle(delivery: ClaimedDelivery, told: Told, outcome: SendOutcome): Promise<void> {
    if (outcome.isWaiting) return this.putOff(delivery, told, outcome);
    const { organizationId, connectionId, id, via, attempts: before } = delivery;
    const [{ address, language }, { error, isFinal, retryAt }] = [told, outcome];
    const now = this.clock.instant();
    const attempts = before + 1;
    const retry = via === 'answer' ? answerRetry : messageRetry;
    const askedSeconds = retryAt && retryAt > now ? secondsBetween(now, retryAt) : undefined;
    const delaySeconds = isFinal ? undefined : retry.nextDelaySeconds(attempts, this.chance, askedSeconds);
    const status = error === null ? 'delivered' : delaySeconds === undefined ? 'failed' : 'pending';
    const settlement = {
      status,
      attempts,
      dueAt: laterBy(now, delaySeconds ?? 0),
      at: now,
      error,
      waitingSinceAt: null,
      address: address || null,
      language,
    } as const;
    if (
      !(await this.written(() =>
        this.queue.settle(systemContext(organizationId, 'credential deliveries'), id, this.owner, settlement),
      ))
    )
      return;
    this.metrics.attempted(via, status);
    const fields = { organizationId, connectionId, deliveryId: id, via };
    if (status === 'failed') this.log.warn({ ...fields, reason: error }, 'credential delivery failed');
    if (status === 'delivered') this.log.info(fields, 'credentials delivered');
  }

  /** No way is set up: this counts no attempt. It waits, and contacts are told. */
  private async putOff(
    { organizationId, connectionId, id, via, attempts, waitingSinceAt }: ClaimedDelivery,
    { address, language }: Told,
    { error }: SendOutcome,
  ): Promise<void> {
    const context = systemContext(organizationId, 'credential deliveries');
    const now = this.clock.instant();
    const dueAt = waitingRetry.nextAt(now, 1, this.chance);
    const settlement = {
      status: 'pending',
      attempts,
      dueAt,
      at: now,
      error,
      waitingSinceAt: waitingSinceAt ?? now,
      address: address || null,
      language,
    } as const;
    await this.written(() =>
      this.database.transaction(context, async (inside) => {
        if (await this.queue.settle(inside, id, this.owner, settlement))
          await this.waiting.begin(inside, connectionId, via, error ?? '', now);
      }),
    );
  }
}
