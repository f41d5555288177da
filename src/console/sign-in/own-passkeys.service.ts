import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Clock } from '../../kernel/clock.js';
import { type Context, systemContext } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { challengeSeconds, operatorIn, PasskeyCeremonies } from '../passkeys/passkey-ceremonies.js';
import { type Passkey, PasskeysRepository } from '../passkeys/passkeys.repository.js';
import type { Session, SignInPlace } from './session.js';
import { SessionsService, type SignInResult } from './sessions.service.js';
import { SignInAttempts } from './sign-in-attempts.js';
import { SignInRepository } from './sign-in.repository.js';
import { SignInTrail } from './sign-in-trail.js';

const mostPasskeys = 20;

/** Passkeys of the operator who is signed in, and sign-in by passkey. */
@Injectable()
export class OwnPasskeys {
  constructor(
    private readonly passkeys: PasskeysRepository,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly sessions: SessionsService,
    private readonly signIn: SignInRepository,
    private readonly attempts: SignInAttempts,
    private readonly trail: SignInTrail,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async list(context: Context, { organizationId, operator }: Session): Promise<Passkey[]> {
    return this.passkeys.list({ ...context, organizationId }, operator.id);
  }

  async options(
    context: Context,
    { organizationId, operator }: Session,
    origin: string,
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const known = await this.passkeys.knownOf({ ...context, organizationId }, operator.id);
    if (known.length >= mostPasskeys)
      throw new Problem('conflict', `There are ${mostPasskeys} passkeys already: remove one that is not used any more`);
    return this.ceremonies.creationOptions(origin, operator, known);
  }

  async add(
    context: Context,
    { organizationId, operator }: Session,
    origin: string,
    name: string,
    response: RegistrationResponseJSON,
  ): Promise<Passkey> {
    const created = await this.ceremonies.created(origin, operator.id, response);
    if (!created || !(await this.isFirst(created.nonce)))
      throw Problem.invalidField('response', 'does not answer options of the last 5 minutes: ask for new ones');
    const passkey = { ...created.result, id: this.ids.next(), name };
    const added = await this.passkeys.add({ ...context, organizationId }, passkey, this.clock.instant());
    if (!added) throw new Problem('conflict', 'This passkey is known already');
    return added;
  }

  async rename(context: Context, { organizationId, operator }: Session, id: string, name?: string): Promise<Passkey> {
    const renamed = await this.passkeys.rename({ ...context, organizationId }, operator.id, id, name);
    if (!renamed) throw Problem.notFound('passkey', id);
    return renamed;
  }

  async remove(context: Context, { organizationId, operator }: Session, id: string): Promise<void> {
    if (!(await this.passkeys.remove({ ...context, organizationId }, operator.id, id)))
      throw Problem.notFound('passkey', id);
  }

  /** Needs no second factor: the device has verified the person. */
  async signInBy(
    origin: string,
    response: AuthenticationResponseJSON,
    place: SignInPlace,
  ): Promise<SignInResult | { readonly kind: 'wrong' }> {
    const operatorId = operatorIn(response.response.userHandle);
    const passkey = operatorId === undefined ? undefined : await this.passkeys.find(response.id, operatorId);
    const there = passkey && systemContext(passkey.organizationId, 'sign-in');
    const candidate = passkey && there && (await this.signIn.candidateById(there, passkey.operatorId));
    const answered = passkey && (await this.ceremonies.signedIn(origin, passkey, response));
    if (!candidate || !answered || !(await this.isFirst(answered.nonce))) {
      await this.trail.failed(candidate, place.address, 'passkey');
      return { kind: 'wrong' };
    }
    return this.sessions.open(candidate, place, 'passkey', { passkey_id: passkey.id }, (inside) =>
      this.passkeys.used(inside, passkey.id, answered.result, this.clock.instant()),
    );
  }

  private isFirst(nonce: string): Promise<boolean> {
    return this.attempts.first(`passkey ${nonce}`, challengeSeconds + 60);
  }
}
