import type { Consent, Registration } from '../admission/registration.js';

/** What a guest shows at a portal. */
export type GuestProof = ProofOfIdentity & { readonly consents?: readonly Consent[] };
type ProofOfIdentity =
  | { readonly by: 'room_surname'; readonly room: string; readonly surname: string; readonly thirdFact?: string }
  | { readonly by: 'voucher'; readonly code: string }
  | { readonly by: 'username_password'; readonly username: string; readonly password: string }
  | { readonly by: 'terms_only' }
  /** A device that came in here before; tried before anything is asked. */
  | { readonly by: 'remembered' };

/**
 * What comes of it. A refusal's `reason` is a key of the portal's texts and tells a guest no more than they may know;
 * `field` names the input it stands beside.
 */
export type Verdict =
  | { readonly decision: 'enter'; readonly registration: Registration }
  | { readonly decision: 'refused'; readonly field: string | null; readonly reason: GuestRefusalReason }
  | { readonly decision: 'wait'; readonly seconds: number }
  /** What else is asked for: any of these, in one field. */
  | {
      readonly decision: 'third_fact';
      readonly what: 'departure' | 'confirmation_number';
      /** What was shown fits nothing: it counts as a try that failed. */
      readonly isFailure?: true;
    };

export const guestRefusalReasons = [
  /** Room and surname do not fit, whatever of them is wrong; not arrived yet. */
  'unknown_guest',
  'checked_out',
  'third_fact_wrong',
  'unknown_voucher',
  /** Not used in time, used up, or revoked. */
  'voucher_expired',
  /** User name and password do not fit. */
  'wrong_password',
  /** It is right, but has to be changed at the directory first. */
  'password_expired',
  /** Whom the password is to be shown to cannot be asked just now: nothing is known of it. */
  'provider_unavailable',
  /** A rule of the network says no: reception can help. */
  'not_allowed',
  'method_not_offered',
  'terms_not_accepted',
  'not_remembered',
] as const;
export type GuestRefusalReason = (typeof guestRefusalReasons)[number];
