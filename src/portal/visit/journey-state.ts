import { createHmac, createSecretKey, hash, type Hmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { PortalTier } from '../../console/captive-portals/portal-parts.js';
import { Clock } from '../../kernel/clock.js';
import { Secrets } from '../../kernel/secrets.js';

/** A tier as shown to the guest, and the payment that accepting it creates. */
export interface AcceptedTier {
  readonly id: string;
  readonly tier?: PortalTier;
  readonly room?: string | null;
}

/** What a page's form returns. Nothing is stored in between, neither here nor in cookies. */
export interface JourneyState {
  /** The gateway's query string, unchanged. */
  readonly query: string;
  readonly maker: string | null;
  /** The authenticated guest, for the following pages. */
  readonly registrationId?: string;
  /** Known by the device's address alone, which others may know and write into a gateway's query string. */
  readonly isKnownByDevice?: true;
  /** The open request, while a confirmation is pending. */
  readonly requestId?: string;
  /** The purchase; with tier and room until the guest accepts the price. */
  readonly payment?: AcceptedTier;
  /** Of the short address, while the guest has minutes to reach a sign-in provider. */
  readonly code?: string;
  /** When the wait for the gateway began, in milliseconds since 1970. */
  readonly waitingSince?: number;
  /** How many times the gateway failed to let the guest in. */
  readonly toldInVain?: number;
}

/** The form's owner. */
export interface FormHolder {
  readonly portalId: string;
  readonly userAgent: string;
}

export type ReadState =
  | { readonly is: 'good' | 'old'; readonly state: JourneyState; readonly ageMilliseconds: number }
  /** Missing, altered, or made for another portal or device. */
  | { readonly is: 'foreign' };

const longestAgeMilliseconds = 60 * 60_000;
/** A little longer than a host may take to answer, so that the page can still say that nobody did. */
const longestAskedMilliseconds = 26 * 60 * 60_000;
/** The page with the end time and sign-out stays open for days. */
const longestRegisteredMilliseconds = 30 * 24 * 60 * 60_000;
/** Characters. Whoever calls a browser more than that is not remembered. */
const longestUsual = 500;

interface Written extends JourneyState {
  readonly at: number;
}

/**
 * Where a form came from, when its portal, by which it is signed, cannot be read: good for an address, which anybody
 * could type, and for nothing else.
 */
export function unprovenOrigin(field: string | null): Pick<JourneyState, 'query' | 'maker'> | undefined {
  try {
    const { query, maker } = JSON.parse(
      Buffer.from(field?.split('.')[0] ?? '', 'base64url').toString('utf8'),
    ) as Written;
    return typeof query === 'string' ? { query, maker: typeof maker === 'string' ? maker : null } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The signed hidden field of every form: where the guest came from and who they turned out to be, bound to portal and
 * browser. Only a visitor of this portal has one, so no other site can submit a form on their behalf.
 */
@Injectable()
export class JourneyStates {
  /** As key objects: Node makes one of a Buffer at every call, which takes longer than the digest. */
  private readonly keys: readonly KeyObject[];
  /** Digests of what browsers call themselves: phones of one make say the same. */
  private readonly browsers = new LRUCache<string, string>({ max: 500 });

  constructor(
    secrets: Secrets,
    private readonly clock: Clock,
  ) {
    this.keys = secrets.derivedKeys('portal journey').map((key) => createSecretKey(key));
  }

  write(holder: FormHolder, state: JourneyState): string {
    const written: Written = { ...state, at: this.clock.milliseconds() };
    const text = Buffer.from(JSON.stringify(written)).toString('base64url');
    return `${text}.${this.signature(this.keys[0], holder, text).digest('base64url')}`;
  }

  read(holder: FormHolder, field: string | null | undefined): ReadState {
    const [text, signed, more] = (field ?? '').split('.');
    if (!text || !signed || more !== undefined) return { is: 'foreign' };
    const given = Buffer.from(signed, 'base64url');
    const isOurs = this.keys.some((key) => {
      const right = this.signature(key, holder, text).digest();
      return right.length === given.length && timingSafeEqual(right, given);
    });
    if (!isOurs) return { is: 'foreign' };
    const { at, ...state } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Written;
    const longest = state.registrationId
      ? longestRegisteredMilliseconds
      : state.requestId
        ? longestAskedMilliseconds
        : longestAgeMilliseconds;
    const ageMilliseconds = this.clock.milliseconds() - at;
    return { is: ageMilliseconds > longest ? 'old' : 'good', state, ageMilliseconds };
  }

  /** Whether it is younger than a sign-in may take, whatever else it would still be good for. */
  isFresh(holder: FormHolder, field: string | null): boolean {
    const read = this.read(holder, field);
    return read.is === 'good' && read.ageMilliseconds <= longestAgeMilliseconds;
  }

  private signature(key: KeyObject, { portalId, userAgent }: FormHolder, text: string): Hmac {
    return createHmac('sha256', key).update(`${portalId}.${this.digestOf(userAgent)}.${text}`);
  }

  private digestOf(userAgent: string): string {
    const known = this.browsers.get(userAgent);
    if (known !== undefined) return known;
    const digest = hash('sha256', userAgent, 'base64url');
    if (userAgent.length <= longestUsual) this.browsers.set(userAgent, digest);
    return digest;
  }
}
