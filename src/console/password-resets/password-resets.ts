import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { Secrets } from '../../kernel/secrets.js';
import { Settings } from '../../kernel/settings.js';
import { type OperatorLink, OperatorLinks } from '../operators/operator-links.js';
import { OperatorPasswords, requireGoodPassword } from '../operators/operator-passwords.js';
import { isBoundBySingleSignOn, singleSignOnNeeded } from '../single-sign-on/single-sign-on.js';
import { PasskeysRepository } from '../passkeys/passkeys.repository.js';
import { OperatorsRepository } from '../operators/operators.repository.js';
import { SignInAttempts } from '../sign-in/sign-in-attempts.js';
import { type SignInCandidate, SignInRepository } from '../sign-in/sign-in.repository.js';
import { PasswordResetQueueRepository } from './password-reset-queue.repository.js';
import type { ResetLanguage } from './reset-mail.js';

export const resetSeconds = 30 * 60;

/** What somebody asked for; nobody reads it in the database. */
export interface ResetContent {
  readonly email: string;
  readonly organizationId: string | null;
  /** Of the link: another attempt sends the same one. */
  readonly token: string;
  readonly address: string;
  readonly language: ResetLanguage;
}

export function resetPlace(id: string): string {
  return `password reset ${id}`;
}

/**
 * A new password for operators who forgot theirs, by a link in a mail. Asking does the same work whether or not there
 * is such an operator: that is found out later, where nobody measures.
 */
@Injectable()
export class PasswordResets {
  constructor(
    private readonly queue: PasswordResetQueueRepository,
    private readonly attempts: SignInAttempts,
    private readonly links: OperatorLinks,
    private readonly passkeys: PasskeysRepository,
    private readonly operators: OperatorsRepository,
    private readonly signIn: SignInRepository,
    private readonly passwords: OperatorPasswords,
    private readonly database: Database,
    private readonly secrets: Secrets,
    private readonly settings: Settings,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Whether mail is sent at all, here. */
  get sendsMail(): boolean {
    return Boolean(this.settings.smtp);
  }

  /** Seconds to wait where one network asks too often. An address that was asked for too often gets no more mails. */
  async ask(wanted: Omit<ResetContent, 'token'>): Promise<number | undefined> {
    const { waitSeconds, isEnough } = await this.attempts.beginReset(wanted.email, wanted.address);
    if (waitSeconds !== undefined || isEnough || !this.sendsMail) return waitSeconds;
    const id = this.ids.next();
    const content: ResetContent = { ...wanted, token: this.links.newToken('reset') };
    const at = this.clock.instant();
    await this.queue.add(id, this.secrets.seal(JSON.stringify(content), resetPlace(id)), at, laterBy(at, resetSeconds));
    return undefined;
  }

  /**
   * Ends every session of the operator and removes the passkeys.
   * @throws Problem invalid: the link is not good, or the password too easy; forbidden: a provider is required
   */
  async accept(token: string, password: string): Promise<SignInCandidate> {
    const link = await this.links.find('reset', token);
    const own = link && (await this.ownerOf(link));
    if (!link || !own) throw unknownReset();
    if (isBoundBySingleSignOn(own)) throw singleSignOnNeeded(own.organizationId);
    await requireGoodPassword(password, own);
    const passwordHash = await this.passwords.hash(password);
    const there: Context = {
      ...systemContext(own.organizationId, 'password reset'),
      actor: { kind: 'operator', id: own.id, name: own.name, permissions: [] },
    };
    await this.database.transaction(there, async (inside) => {
      await this.operators.table.lock(inside, own.id);
      if (!(await this.links.use(inside, link))) throw unknownReset();
      await this.operators.setPassword(inside, own.id, passwordHash);
      await this.operators.endSessions(inside, own.id);
      await this.links.end(inside, own.id);
      await this.passkeys.removeAll(inside, own.id);
    });
    return own;
  }

  private async ownerOf({ organizationId, operatorId }: OperatorLink): Promise<SignInCandidate | undefined> {
    const there = systemContext(organizationId, 'password reset');
    const own = operatorId === null ? undefined : await this.signIn.candidateById(there, operatorId);
    return own?.disabled ? undefined : own;
  }
}

function unknownReset(): Problem {
  return Problem.invalidField('token', 'is unknown, was used, or is older than 30 minutes: ask for a new mail');
}
