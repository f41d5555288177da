import { Injectable } from '@nestjs/common';
import { LinkedAccountsRepository } from '../../console/linked-accounts/linked-accounts.repository.js';
import type { SignInPlace } from '../../console/sign-in/session.js';
import { SessionsService } from '../../console/sign-in/sessions.service.js';
import { SignInAttempts } from '../../console/sign-in/sign-in-attempts.js';
import { Clock } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { sameSecret, Secrets, sha256 } from '../../kernel/secrets.js';
import { isRefusal, type ProvenPerson, type ProviderRefusal } from './contract/proven-person.js';
import type { OperatorErrand, SignInAttempt } from './contract/sign-in-states.js';
import { ProviderSignIns } from './provider-sign-ins.js';

interface Proven {
  readonly id: string;
  readonly organizationId: string;
  readonly providerId: string;
  readonly subject: string;
  /** Null: the provider has verified none. */
  readonly email: string | null;
  readonly challenge: string;
  readonly isAfresh: boolean;
  readonly at: number;
}

type Outcome = Awaited<ReturnType<SessionsService['signInVouched']>>;

const place = 'operator sign-in';
const codeMinutes = 5;
const longestCode = 4000;
const loopback = new Set(['127.0.0.1', '[::1]']);

/**
 * Operators whom a provider of their organization proves, and only those whom the organization has: the first time by
 * an e-mail address that it has verified, then by its own id of the person. A program that began is given a code, which
 * only it can turn into a session.
 */
@Injectable()
export class OperatorSignIns {
  constructor(
    private readonly sessions: SessionsService,
    private readonly signIns: ProviderSignIns,
    private readonly accounts: LinkedAccountsRepository,
    private readonly attempts: SignInAttempts,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** Where the browser goes back to, once it came from the provider: with `code`, or with `error`. */
  async returnAddress(
    { organizationId, providerId, errand }: Omit<SignInAttempt, 'id' | 'errand'> & { readonly errand: OperatorErrand },
    outcome: ProvenPerson | ProviderRefusal,
  ): Promise<string> {
    const back = new URL(errand.returnTo);
    if (isRefusal(outcome)) {
      back.searchParams.set('error', outcome.refused === 'unavailable' ? 'temporarily_unavailable' : 'access_denied');
      return back.href;
    }
    const { subject } = outcome;
    const email = verifiedEmailOf(outcome);
    // Whoever is linked already needs no address any more.
    const there = systemContext(organizationId, 'sign-in');
    if (email === null && !(await this.accounts.ownerOf(there, { providerId, subject })))
      back.searchParams.set('error', 'email_not_verified');
    else {
      const { challenge, isAfresh } = errand;
      const id = this.ids.next();
      const at = this.clock.milliseconds();
      const proven: Proven = { id, organizationId, providerId, subject, email, challenge, isAfresh, at };
      back.searchParams.set('code', this.secrets.seal(JSON.stringify(proven), place));
    }
    return back.href;
  }

  /** `verifier`: what the program made the challenge of. The code is used up once a session is made of it. */
  async redeem(code: string, verifier: string, totp: string | null, place: SignInPlace): Promise<Outcome> {
    const proven = this.opened(code);
    if (!proven || !sameSecret(sha256(verifier).toString('base64url'), proven.challenge)) return { kind: 'wrong' };
    const { id, ...vouched } = proven;
    return this.sessions.signInVouched({ ...vouched, totp }, place, () =>
      this.attempts.first(`operator sign-in ${id}`, (codeMinutes + 1) * 60),
    );
  }

  /** With the name and password that the operator has in a directory. Tries are counted before it is asked. */
  async byDirectory(
    context: Context,
    providerId: string,
    {
      username,
      password,
      totp,
    }: { readonly username: string; readonly password: string; readonly totp: string | null },
    place: SignInPlace,
  ): Promise<Outcome | ProviderRefusal> {
    const account = `${providerId} ${username.trim()}`;
    const waitSeconds = await this.attempts.begin(account, place.address);
    if (waitSeconds !== undefined) return { kind: 'locked', waitSeconds };
    const outcome = await this.signIns.byPassword(context, providerId, 'operators', username, password);
    if (isRefusal(outcome)) return outcome;
    const { organizationId } = context;
    const who = { subject: outcome.subject, email: verifiedEmailOf(outcome), organizationId, providerId };
    const vouched = { ...who, totp, isAfresh: true };
    const signedIn = await this.sessions.signInVouched(vouched, place, () => Promise.resolve(true));
    if (signedIn.kind === 'signed_in') await this.attempts.succeeded(account, place.address);
    return signedIn;
  }

  private opened(code: string): Proven | undefined {
    if (code.length > longestCode) return undefined;
    try {
      const proven = JSON.parse(this.secrets.openText(code, place)) as Proven;
      return this.clock.milliseconds() - proven.at > codeMinutes * 60_000 ? undefined : proven;
    } catch {
      return undefined;
    }
  }
}

function verifiedEmailOf({ email, isEmailVerified }: ProvenPerson): string | null {
  return isEmailVerified ? email : null;
}

/**
 * Where an operator may be sent back to: a path of ours, or a program on their own machine (RFC 8252 section 7.3).
 * Undefined: nowhere else.
 */
export function returnAddressOf(wanted: string, base: string): string | undefined {
  const url = URL.parse(wanted, base);
  if (!url || url.username !== '' || url.password !== '') return undefined;
  if (wanted.startsWith('/') && url.origin === new URL(base).origin) return url.href;
  const isLoopback = url.protocol === 'http:' && loopback.has(url.hostname) && wanted.startsWith('http://');
  return isLoopback ? url.href : undefined;
}
