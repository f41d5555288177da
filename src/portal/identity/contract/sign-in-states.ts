import { createHash, createHmac } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { SignInAttempts } from '../../../console/sign-in/sign-in-attempts.js';
import { Clock } from '../../../kernel/clock.js';
import { Ids } from '../../../kernel/ids.js';
import { Secrets } from '../../../kernel/secrets.js';

/** A guest of a portal, and where the gateway sent her from. */
export interface GuestErrand {
  readonly of: 'guest';
  readonly slug: string;
  readonly query: string;
  readonly maker: string | null;
  readonly language: string;
  /** The registration of minutes to reach the provider, where there were any, and their short address. */
  readonly minutes?: string;
  readonly code?: string;
  /** To the texts as they were shown. */
  readonly consents: readonly {
    readonly kind: 'terms' | 'marketing';
    readonly textHash: string;
    readonly version: string;
    readonly language: string;
  }[];
}

/** An operator, and the program or page that waits for the outcome. */
export interface OperatorErrand {
  readonly of: 'operator';
  /** SHA-256 of what only the program knows, base64url. */
  readonly challenge: string;
  readonly returnTo: string;
  /** The provider is to ask who it is, even if it knows. */
  readonly isAfresh: boolean;
}

export type Errand = GuestErrand | OperatorErrand;

/** Somebody who was sent to a provider and is expected back. */
export interface SignInAttempt {
  readonly id: string;
  readonly organizationId: string;
  readonly providerId: string;
  readonly errand: Errand;
}

export type ReturnedAttempt =
  | { readonly is: 'good' | 'old'; readonly attempt: SignInAttempt }
  /** Missing, altered, or of another browser. */
  | { readonly is: 'foreign' };

interface Written extends SignInAttempt {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly browser: string;
}

const longestMinutes = 15;
const longestText = 16_000;
const place = 'provider sign-in';

/**
 * What goes to a provider and comes back: sealed, so that nothing is kept here or in cookies meanwhile. Bound to the
 * browser that began; good for 15 minutes and once.
 */
@Injectable()
export class SignInStates {
  private readonly keys: readonly Buffer[];

  constructor(
    private readonly secrets: Secrets,
    private readonly attempts: SignInAttempts,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {
    this.keys = secrets.derivedKeys(place);
  }

  begin(
    organizationId: string,
    providerId: string,
    errand: Errand,
    userAgent: string,
  ): { readonly attempt: SignInAttempt; readonly state: string } {
    const attempt = { id: this.ids.next(), organizationId, providerId, errand };
    const written: Written = { ...attempt, at: this.clock.milliseconds(), browser: browserOf(userAgent) };
    return { attempt, state: this.secrets.seal(deflateRawSync(JSON.stringify(written)), place) };
  }

  read(state: string | null | undefined, userAgent: string): ReturnedAttempt {
    if (!state || state.length > longestText) return { is: 'foreign' };
    const written = this.opened(state);
    if (!written || written.browser !== browserOf(userAgent)) return { is: 'foreign' };
    const isOld = this.clock.milliseconds() - written.at > longestMinutes * 60_000;
    return { is: isOld ? 'old' : 'good', attempt: written };
  }

  /** True once: returning a second time proves nothing. */
  use({ id }: SignInAttempt): Promise<boolean> {
    return this.attempts.first(`provider sign-in ${id}`, (longestMinutes + 1) * 60);
  }

  /** A word that nobody else can know and that is the same each time: the nonce, the PKCE verifier. 43 characters. */
  wordOf({ id }: SignInAttempt, name: string): string {
    return createHmac('sha256', this.keys[0]).update(`${name} ${id}`).digest('base64url');
  }

  private opened(state: string): Written | undefined {
    try {
      const text = inflateRawSync(this.secrets.open(state, place), { maxOutputLength: 64 * 1024 });
      return JSON.parse(text.toString('utf8')) as Written;
    } catch {
      return undefined;
    }
  }
}

function browserOf(userAgent: string): string {
  return createHash('sha256').update(userAgent).digest('base64url').slice(0, 16);
}
