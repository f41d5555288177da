import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import { Clock } from '../../kernel/clock.js';
import { type Context, systemContext, usherOrganizationId } from '../../kernel/context.js';
import { AuditTrail } from '../audit-trail/audit-trail.js';
import { emailKey } from '../operators/operator.js';
import type { Session } from './session.js';
import type { SignInCandidate } from './sign-in.repository.js';

const lockMilliseconds = 15 * 60_000;

/** In place of the password, where something else proved it. */
export type SignedInBy =
  | { readonly authentication_provider_id: string }
  | { readonly link_id: string }
  | { readonly passkey_id: string }
  | Record<string, never>;

/** What of a proof was wrong, or right and not allowed: `not_by_provider`, `another_account` at the provider. */
export type WrongProof = 'password' | 'provider' | 'code' | 'passkey' | 'not_by_provider' | 'another_account';

const nobody = { kind: 'nobody', id: null, name: 'nobody' } as const;

type Who = Pick<SignInCandidate, 'organizationId' | 'id' | 'email'>;

/**
 * Audits who signed in and who failed. Tries with unknown addresses are audited too, without the address and in Usher's
 * own organization, so that known and unknown addresses take the same work and time.
 */
@Injectable()
export class SignInTrail {
  private readonly locks = new LRUCache<string, number>(atMost(10_000));

  constructor(
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * @param inside the transaction that makes the session
   * @param isEmergency in place of the provider that the organization requires
   */
  signedIn(
    inside: Context,
    { id, email, name }: Who & { readonly name: string },
    from: string,
    by: SignedInBy,
    isEmergency = false,
  ): Promise<void> {
    return this.trail.record(
      inside,
      { action: 'sign_in', resource: 'operators', resourceId: id, label: email },
      { from, ...by, ...(isEmergency ? { emergency: true } : {}) },
      { kind: 'operator', id, name },
    );
  }

  resetAsked(inside: Context, { id, email }: Who, from: string): Promise<void> {
    const happening = { action: 'password_reset', resource: 'operators', resourceId: id, label: email } as const;
    return this.trail.record(inside, happening, { from }, nobody);
  }

  signedOut({ organizationId, operator: { id, email, name } }: Session): Promise<void> {
    return this.trail.record(
      systemContext(organizationId, 'sign-in'),
      { action: 'sign_out', resource: 'operators', resourceId: id, label: email },
      null,
      { kind: 'operator', id, name },
    );
  }

  /** `more`: what came in place of what was expected. */
  failed(
    who: Who | undefined,
    from: string,
    wrong: WrongProof,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    return this.refused('sign_in_failed', who, { from, wrong, ...more });
  }

  /** Once per address and lock period; otherwise repeated attempts would fill the audit. */
  async locked(email: string, from: string, find: () => Promise<Who | undefined>): Promise<void> {
    const now = this.clock.milliseconds();
    const key = emailKey(email);
    if (now - (this.locks.get(key) ?? -Infinity) < lockMilliseconds) return;
    this.locks.set(key, now);
    await this.refused('sign_in_locked', await find(), { from });
  }

  private refused(
    action: 'sign_in_failed' | 'sign_in_locked',
    who: Who | undefined,
    told: Readonly<Record<string, string>>,
  ): Promise<void> {
    const context = systemContext(who?.organizationId ?? usherOrganizationId, 'sign-in');
    return this.trail.record(
      context,
      { action, resource: 'operators', resourceId: who?.id ?? null, label: who?.email ?? null },
      told,
      nobody,
    );
  }
}
