import { Injectable } from '@nestjs/common';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { Secrets } from '../../kernel/secrets.js';
import type { KnownPasskey, NewPasskey } from './passkeys.repository.js';

type Ceremony = 'create' | 'get';

/** A signed challenge, which the browser repeats; no row is stored for it. */
interface Challenge {
  readonly nonce: string;
  readonly of: Ceremony;
  /** For whom a passkey is made; null at sign-in. */
  readonly operatorId: string | null;
  readonly at: number;
}

export interface Answered<Result> {
  readonly result: Result;
  /** Usable once. */
  readonly nonce: string;
}

export interface PasskeyOwner {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

const place = 'passkey challenge';
export const challengeSeconds = 5 * 60;

// Loaded on first use: most processes never need it.
const library = () => import('@simplewebauthn/server');

/**
 * The two ceremonies of WebAuthn, by @simplewebauthn/server: creating a passkey (`create`) and signing in by it
 * (`get`). Always discoverable (no name is typed) and with user verification by the device, so that it counts as two
 * factors.
 */
@Injectable()
export class PasskeyCeremonies {
  constructor(
    private readonly secrets: Secrets,
    private readonly chance: Chance,
    private readonly clock: Clock,
  ) {}

  async creationOptions(
    origin: string,
    { id, email, name }: PasskeyOwner,
    known: readonly KnownPasskey[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await library();
    return generateRegistrationOptions({
      rpName: 'Usher',
      rpID: hostOf(origin),
      userID: new Uint8Array(Buffer.from(id.replaceAll('-', ''), 'hex')),
      userName: email,
      userDisplayName: name,
      challenge: this.challenge('create', id),
      timeout: challengeSeconds * 1000,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: [...transports],
      })),
    });
  }

  async requestOptions(origin: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const { generateAuthenticationOptions } = await library();
    return generateAuthenticationOptions({
      rpID: hostOf(origin),
      challenge: this.challenge('get', null),
      timeout: challengeSeconds * 1000,
      userVerification: 'required',
    });
  }

  /** Undefined: the answer is to no challenge of ours for this operator, or is not valid. */
  async created(
    origin: string,
    operatorId: string,
    response: RegistrationResponseJSON,
  ): Promise<Answered<Omit<NewPasskey, 'id' | 'name'>> | undefined> {
    const { verifyRegistrationResponse } = await library();
    const heard = this.hearing('create', operatorId);
    const verified = await verifyRegistrationResponse({
      response,
      expectedChallenge: heard.isOurs,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
    }).catch(() => undefined);
    const nonce = heard.nonce();
    if (!verified?.verified || nonce === undefined) return undefined;
    const { credential, credentialBackedUp: backedUp } = verified.registrationInfo;
    const { id: credentialId, publicKey, counter, transports = [] } = credential;
    return {
      nonce,
      result: { operatorId, credentialId, publicKey: Buffer.from(publicKey), counter, transports, backedUp },
    };
  }

  /** The authenticator's signature counter. Undefined: the answer is not valid. */
  async signedIn(
    origin: string,
    { credentialId, publicKey, counter }: KnownPasskey,
    response: AuthenticationResponseJSON,
  ): Promise<Answered<number> | undefined> {
    const { verifyAuthenticationResponse } = await library();
    const heard = this.hearing('get', null);
    const verified = await verifyAuthenticationResponse({
      response,
      expectedChallenge: heard.isOurs,
      expectedOrigin: origin,
      expectedRPID: hostOf(origin),
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    }).catch(() => undefined);
    const nonce = heard.nonce();
    return verified?.verified && nonce !== undefined
      ? { nonce, result: verified.authenticationInfo.newCounter }
      : undefined;
  }

  private challenge(of: Ceremony, operatorId: string | null): string {
    const nonce = this.chance.bytes(16).toString('base64url');
    const challenge: Challenge = { nonce, of, operatorId, at: this.clock.milliseconds() };
    return this.secrets.seal(JSON.stringify(challenge), place);
  }

  private hearing(of: Ceremony, operatorId: string | null) {
    let nonce: string | undefined;
    const isOurs = (repeated: string): boolean => {
      const challenge = this.opened(Buffer.from(repeated, 'base64url').toString('utf8'));
      const isFresh = challenge && this.clock.milliseconds() - challenge.at <= challengeSeconds * 1000;
      if (!isFresh || challenge.of !== of || challenge.operatorId !== operatorId) return false;
      ({ nonce } = challenge);
      return true;
    };
    return { isOurs, nonce: () => nonce };
  }

  private opened(sealed: string): Challenge | undefined {
    try {
      return JSON.parse(this.secrets.openText(sealed, place)) as Challenge;
    } catch {
      return undefined;
    }
  }
}

/** The operator's id that the authenticator stores with a passkey, from the options. */
export function operatorIn(userHandle: unknown): string | undefined {
  const bytes = typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url') : Buffer.alloc(0);
  if (bytes.length !== 16) return undefined;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** The domain that a passkey is bound to. */
function hostOf(origin: string): string {
  return new URL(origin).hostname;
}
