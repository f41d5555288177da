import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { WakeUps } from '../../database/wake-ups.js';
import { Chance } from '../../kernel/chance.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { systemContext } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { Log } from '../../kernel/log.js';
import { jitter, RetryPolicy } from '../../kernel/retry-policy.js';
import { Secrets } from '../../kernel/secrets.js';
import { LeasedSender } from '../../kernel/sending/leased-sender.js';
import { SmtpMail } from '../../kernel/sending/smtp-mail.js';
import { Settings } from '../../kernel/settings.js';
import { OperatorLinks } from '../operators/operator-links.js';
import { emailKey } from '../operators/operator.js';
import { isBoundBySingleSignOn } from '../single-sign-on/single-sign-on.js';
import { type SignInCandidate, SignInRepository } from '../sign-in/sign-in.repository.js';
import { SignInTrail } from '../sign-in/sign-in-trail.js';
import { type ClaimedReset, PasswordResetQueueRepository } from './password-reset-queue.repository.js';
import { type ResetContent, resetPlace, resetSeconds } from './password-resets.js';
import { providerMail, resetMail } from './reset-mail.js';

/** Somebody waits for it. */
const retry = new RetryPolicy({ delays: [2, 5, 15, 30, 60, 120, 300], jitter: jitter.tenthLater });

/**
 * Sends the mails that operators who forgot their password asked for. A process that dies on the way leaves them to
 * another one, which sends the same link under the same message id.
 */
@Injectable()
export class PasswordResetSender extends LeasedSender<ClaimedReset, 'email'> {
  readonly name = 'mails for new passwords';
  protected readonly slots = { email: 5 };

  constructor(
    protected readonly queue: PasswordResetQueueRepository,
    private readonly signIn: SignInRepository,
    private readonly links: OperatorLinks,
    private readonly trail: SignInTrail,
    private readonly mail: SmtpMail,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly settings: Settings,
    wakeUps: WakeUps,
    chance: Chance,
    ids: Ids,
    clock: Clock,
    log: Log,
  ) {
    super(wakeUps, ids, clock, chance, log);
  }

  protected async attempt(reset: ClaimedReset): Promise<void> {
    const { id, endsAt, attempts: before } = reset;
    const outcome = endsAt <= this.clock.instant() ? { error: 'too late', isFinal: true } : await this.send(reset);
    const attempts = before + 1;
    const status = outcome.error === null ? 'done' : outcome.isFinal ? 'failed' : 'pending';
    const dueAt = laterBy(this.clock.instant(), retry.delaySeconds(attempts, this.chance));
    await this.written(() => this.queue.settle(id, this.owner, { status, attempts, dueAt }));
    if (status === 'failed') this.log.warn({ resetId: id, reason: outcome.error }, 'password reset mail not delivered');
  }

  protected async handBack({ id }: ClaimedReset): Promise<void> {
    await this.queue.handBack(id, this.owner);
  }

  protected unwritten({ id }: ClaimedReset, error: unknown): void {
    this.log.warn({ resetId: id, error: String(error) }, 'storing the outcome of a password reset mail failed');
  }

  /**
   * Nothing is sent where there is nobody, and nothing twice once the link was used. Whoever signs in by a provider
   * only has no password to forget, and is told so.
   */
  private async send({ id, contentSealed, createdAt }: ClaimedReset) {
    if (contentSealed === null) return nothingToSend;
    const content = JSON.parse(this.secrets.openText(contentSealed, resetPlace(id))) as ResetContent;
    const own = await this.signIn.candidate(emailKey(content.email), content.organizationId);
    if (!own || own.disabled || own.isOrganizationDisabled) return nothingToSend;
    if (isBoundBySingleSignOn(own)) {
      const words = providerMail(content.language, this.settings.baseUrl, own);
      return this.mail.send({ ...words, id, to: own.email, createdAt });
    }
    if (own.passwordHash === null) return nothingToSend;
    await this.prepare(id, own, content);
    if (!(await this.links.find('reset', content.token))) return nothingToSend;
    const words = resetMail(content.language, content.token, this.settings.baseUrl, own);
    return this.mail.send({ ...words, id, to: own.email, createdAt });
  }

  private prepare(id: string, own: SignInCandidate, { token, address }: ResetContent): Promise<void> {
    return this.database.transaction(systemContext(own.organizationId, 'password reset'), async (inside) => {
      const { isNew } = await this.links.issue(inside, 'reset', own.id, token, resetSeconds, id);
      if (isNew) await this.trail.resetAsked(inside, own, address);
    });
  }
}

const nothingToSend = { error: null, isFinal: true };
