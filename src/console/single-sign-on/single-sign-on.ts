import { Injectable } from '@nestjs/common';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { builtInRole, ownerRole } from '../roles/built-in-roles.js';
import { SingleSignOnRepository } from './single-sign-on.repository.js';

/** By what a session was opened. */
export type SessionOpening = 'password' | 'passkey' | 'link' | 'provider';

/** Of an operator, what the rule depends on. */
export interface SingleSignOnStanding {
  readonly organizationId: string;
  readonly roleId: string;
  readonly totpConfirmed: boolean;
  /** By the operator's own organization. */
  readonly isSingleSignOnRequired: boolean;
}

const proving = 'authentication-providers:write';

/**
 * Organizations whose operators sign in by a provider only. The rule is that of the organization which an operator
 * belongs to, wherever the operator acts. Owners are its way out when the provider fails: by a password and a code, or
 * by a passkey.
 */
@Injectable()
export class SingleSignOn {
  constructor(private readonly repository: SingleSignOnRepository) {}

  /** Throws unless this operator may have a password of Usher. `field`: where it was given. */
  async requirePasswordAllowed(inside: Context, roleId: string): Promise<void> {
    if (roleId === ownerRole.id || !(await this.repository.isRequired(inside))) return;
    throw Problem.invalidField(
      'password',
      'is for owners only: the organization requires single sign-on, and the operator signs in by its provider',
    );
  }

  /**
   * Before it is switched on: the way in that remains has been used by somebody who could mend it, and there is a way
   * round it. @throws Problem conflict, with what is missing
   */
  async requireReady(context: Context): Promise<void> {
    const roles = await this.repository.rolesProven(context);
    const isProven = roles.some(({ roleId, permissions }) =>
      (builtInRole(roleId)?.permissions ?? permissions ?? []).some((each) => each === '*' || each === proving),
    );
    if (!isProven)
      throw new Problem(
        'conflict',
        'Nobody who may change sign-in providers has signed in by one since it was last changed: sign in once by a ' +
          'provider for operators, as an owner or administrator of this organization, then require single sign-on',
      );
    if (!(await this.repository.hasEmergencyOwner(context))) throw noEmergencyOwner('then require single sign-on');
  }

  /** In the transaction that took a provider away from operators. @throws Problem conflict if it was the last one */
  async requireProvider(inside: Context): Promise<void> {
    if (!(await this.repository.hold(inside)) || (await this.repository.hasProvider(inside))) return;
    throw new Problem(
      'conflict',
      'The organization requires single sign-on, and this is its last provider for operators: enable another one, or ' +
        'no longer require single sign-on',
    );
  }

  /** In the transaction that took codes, password or role from an owner. @throws Problem conflict */
  async requireEmergencyOwner(inside: Context): Promise<void> {
    if (!(await this.repository.hold(inside)) || (await this.repository.hasEmergencyOwner(inside))) return;
    throw noEmergencyOwner('or no longer require single sign-on');
  }

  /** Those that the rule does not allow any more. */
  endSessions(context: Context): Promise<void> {
    return this.repository.endSessions(context);
  }
}

/** Why this operator may not sign in so; undefined: nothing is in the way. */
export function singleSignOnRefusal(who: SingleSignOnStanding, by: SessionOpening): Problem | undefined {
  if (!who.isSingleSignOnRequired || by === 'provider') return undefined;
  if (who.roleId !== ownerRole.id) return singleSignOnNeeded(who.organizationId);
  // The session that made the link was allowed, or it would be over.
  const isEmergency = by === 'passkey' || by === 'link' || who.totpConfirmed;
  return isEmergency
    ? undefined
    : singleSignOnNeeded(
        who.organizationId,
        'An owner may use a password in an emergency, with codes of an authenticator app switched on before',
      );
}

/** `forbidden`, with whose providers there are: for somebody who has proven to be the operator. */
export function singleSignOnNeeded(organizationId: string, besides?: string): Problem {
  const detail = 'Your organization requires single sign-on: sign in with its provider, not with a password or passkey';
  return new Problem('forbidden', besides ? `${detail}. ${besides}` : detail, [], {
    single_sign_on_required: true,
    organization_id: organizationId,
  });
}

/** Whether the rule does not bind them: for these, passwords remain. */
export function isBoundBySingleSignOn({ roleId, isSingleSignOnRequired }: SingleSignOnStanding): boolean {
  return isSingleSignOnRequired && roleId !== ownerRole.id;
}

function noEmergencyOwner(remedy: string): Problem {
  return new Problem(
    'conflict',
    'No owner could sign in if the provider failed: let an owner with a password switch on codes of an authenticator ' +
      `app, ${remedy}`,
  );
}
