import type { Instant } from '../../kernel/clock.js';
import type { Consent } from '../admission/registration.js';

/** The method of a registration whose guest has still to sign in, or to pay, at a provider. */
export const providerMinutes = 'provider_minutes';

export type RequestMethod = 'self_registration' | 'approval' | typeof providerMinutes;

/** Who must confirm before a guest may stay: the guest by a link or code, or a host. */
export type AskedBy = 'email' | 'sms' | 'host';

export interface GuestDetails {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly company: string | null;
}

/** A guest's request, validated and in its stored form. */
export interface AskedAccess {
  readonly askedBy: AskedBy;
  readonly guest: GuestDetails;
  /** E-mail address of the host; null unless a host is asked. */
  readonly host: string | null;
  readonly consents: readonly Consent[];
}

export interface AccessRequest extends GuestDetails {
  readonly id: string;
  readonly captivePortalId: string;
  readonly method: RequestMethod;
  readonly status: 'pending' | 'confirmed' | 'refused';
  readonly host: string | null;
  /** 12 lower-case hexadecimal digits; null if the gateway did not tell. */
  readonly mac: string | null;
  readonly ssid: string | null;
  readonly accessPoint: string | null;
  readonly language: string;
  readonly consents: readonly Consent[];
  /** Digest of the link or the short address, or fingerprint of the code. */
  readonly secret: string;
  readonly tries: number;
  readonly registrationId: string | null;
  readonly userId: string | null;
  /** What the guest is on the way to pay. */
  readonly paymentId: string | null;
  readonly endsAt: Instant;
}

export function requestMethodOf(askedBy: AskedBy): RequestMethod {
  return askedBy === 'host' ? 'approval' : 'self_registration';
}

/** How long a link, and how long a code, is valid. */
export const linkSeconds = 24 * 3600;
export const codeSeconds = 10 * 60;
/** Access of a guest who still has to open the e-mail with the link. */
export const firstAccessSeconds = 10 * 60;
export const mostTries = 5;

/**
 * Whether a code by SMS is its answer, and not the link of a mail: only such a request waits without access, for
 * nobody.
 */
export function isAnsweredByCode({ status, host, phone, registrationId }: AccessRequest): boolean {
  const isWaiting = status === 'pending' && registrationId === null;
  return host === null && phone !== null && (isWaiting || status === 'confirmed');
}
