import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Secrets } from '../../kernel/secrets.js';
import { OperatorPasswords } from '../operators/operator-passwords.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { type SignInCandidate, SignInRepository } from './sign-in.repository.js';
import { SignInTrail } from './sign-in-trail.js';
import { recoveryHash, totpStepOf } from './totp.js';

export type ProofOutcome =
  | { readonly kind: 'proven'; readonly candidate: SignInCandidate }
  | { readonly kind: 'wrong' }
  /** The password is right; the code is missing, wrong or already used. */
  | { readonly kind: 'code_needed' }
  | { readonly kind: 'locked'; readonly waitSeconds: number };

export interface Claimed extends Vouched {
  readonly password: string;
}

/** Whom somebody else has proven already; a code may be needed all the same. */
export interface Vouched {
  readonly email: string;
  /** A code of the authenticator app, or a recovery code. */
  readonly totp: string | null;
}

export function sealedTotpPlace({
  organizationId,
  id,
}: {
  readonly organizationId: string;
  readonly id: string;
}): string {
  return `operator totp:${organizationId}:${id}`;
}

/** Where a signed-in operator proves it again: the call, and the hash of the session's token. */
export interface Within {
  readonly context: Context;
  readonly session: Buffer;
}

/** Proves that callers are the operator they claim to be, and counts failures. */
@Injectable()
export class Proof {
  constructor(
    private readonly repository: SignInRepository,
    private readonly attempts: SignInAttempts,
    private readonly passwords: OperatorPasswords,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly trail: SignInTrail,
  ) {}

  /**
   * Takes the same steps, and nearly the same time, whether or not `find` knows an operator. A right password without
   * its code stays counted. The transaction of `within` uses up the code; tries count whatever becomes of it.
   */
  prove(
    { password, ...claimed }: Claimed,
    address: string,
    find: () => Promise<SignInCandidate | undefined>,
    within?: Within,
  ): Promise<ProofOutcome> {
    const isRight = (candidate: SignInCandidate | undefined) =>
      this.passwords.isRight(candidate?.disabled ? null : (candidate?.passwordHash ?? null), password);
    return this.proveBy('password', claimed, address, find, isRight, within);
  }

  /** The same where a provider has proven who it is, in place of the password. */
  vouched(claimed: Vouched, address: string, find: () => Promise<SignInCandidate | undefined>): Promise<ProofOutcome> {
    const isRight = (candidate: SignInCandidate | undefined) => Promise.resolve(candidate?.disabled === false);
    return this.proveBy('provider', claimed, address, find, isRight);
  }

  private async proveBy(
    by: 'password' | 'provider',
    { email, totp }: Vouched,
    address: string,
    find: () => Promise<SignInCandidate | undefined>,
    isProven: (candidate: SignInCandidate | undefined) => Promise<boolean>,
    within?: Within,
  ): Promise<ProofOutcome> {
    const waitSeconds = within
      ? await this.attempts.beginWithin(within.session)
      : await this.attempts.begin(email, address);
    if (waitSeconds !== undefined) {
      await this.trail.locked(email, address, find);
      return { kind: 'locked', waitSeconds };
    }
    const candidate = await find();
    if (!(await isProven(candidate)) || !candidate) {
      await this.trail.failed(candidate, address, by);
      return { kind: 'wrong' };
    }
    if (candidate.totpConfirmed && !(totp !== null && (await this.isCode(candidate, totp, within?.context)))) {
      // A missing code is no failure yet: it is asked for next.
      if (totp !== null) await this.trail.failed(candidate, address, 'code');
      return { kind: 'code_needed' };
    }
    await (within ? this.attempts.succeededWithin(within.session) : this.attempts.succeeded(email, address));
    return { kind: 'proven', candidate };
  }

  /** Each code is good once. */
  async isCode(candidate: SignInCandidate, code: string, within?: Context): Promise<boolean> {
    if (!candidate.totpSealed) return false;
    const step = totpStepOf(
      code.replaceAll(/\s/g, ''),
      this.secrets.openText(candidate.totpSealed, sealedTotpPlace(candidate)),
      this.clock.milliseconds(),
    );
    if (step !== undefined) return this.repository.takeStep(candidate, step, within);
    return candidate.totpConfirmed && this.repository.takeRecovery(candidate, recoveryHash(code), within);
  }
}
