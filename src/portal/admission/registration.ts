import type { TierPayment } from '../../console/captive-portals/portal-tier.js';
import type { EndReason } from '../../console/registrations/end-reason.js';
import type { Instant } from '../../kernel/clock.js';

/** Consent to one text, as it was shown. */
export interface Consent {
  readonly kind: 'terms' | 'marketing';
  /** SHA-256 of the text, hexadecimal. */
  readonly textHash: string;
  readonly version: string;
  readonly language: string;
}

/** `price` in minor units; null on further devices of who has paid. */
export interface PaidTier {
  readonly tier: string;
  readonly price: number | null;
  readonly currency: string | null;
  readonly pay: TierPayment;
}

/** A guest who is proven, before anything is written. */
export interface Registered {
  readonly portalId: string;
  readonly method: string;
  /** The name that RADIUS knows: a user's name, or a voucher's code. */
  readonly username: string;
  readonly userId: string | null;
  readonly voucherId?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly company?: string | null;
  /** Colon form or 12 digits; null if the gateway does not send it. */
  readonly mac: string | null;
  readonly ssid?: string | null;
  readonly accessPoint?: string | null;
  readonly language: string;
  readonly consents?: readonly Consent[];
  readonly approvedBy?: string | null;
  /** The guest has proven that the e-mail address or the number is theirs. */
  readonly isConfirmed?: boolean;
  /** What was paid for, and how; absent: it is free. */
  readonly paid?: PaidTier;
  /** A device on its way to a sign-in provider: nobody knows yet whose it is. */
  readonly isKnownLater?: boolean;
  /** Null: as long as the account lasts. */
  readonly until: Instant | null;
  /** The account was created for this registration and is deleted some time after its end. */
  readonly madeAccount?: boolean;
}

/** A guest who signed in at a portal. */
export interface Registration {
  readonly id: string;
  readonly portalId: string;
  readonly method: string;
  readonly username: string;
  readonly userId: string | null;
  readonly voucherId: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly company: string | null;
  /** 12 lower-case digits. */
  readonly mac: string | null;
  readonly ssid: string | null;
  readonly accessPoint: string | null;
  readonly language: string | null;
  readonly termsVersion: string | null;
  readonly approvedBy: string | null;
  /** Null: it is free. */
  readonly paidBy: TierPayment | null;
  readonly since: Instant;
  readonly until: Instant | null;
  readonly endedAt: Instant | null;
  readonly endReason: EndReason | null;
}

/** What somebody who was asked has said to a registration. */
export interface Confirmation {
  readonly until: Instant | null;
  readonly approvedBy?: string;
  readonly isConfirmed?: boolean;
}
