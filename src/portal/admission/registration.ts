import type { Instant } from '../../kernel/clock.js';

/** Consent to one text, as it was shown. */
export interface Consent {
  readonly kind: 'terms' | 'marketing';
  /** SHA-256 of the text, hexadecimal. */
  readonly textHash: string;
  readonly version: string;
  readonly language: string;
}

/** A guest who has proven who they are, before anything is written. */
export interface Registered {
  readonly portalId: string;
  readonly method: string;
  /** As RADIUS knows the account: a user's name, or a voucher's code. */
  readonly username: string;
  readonly userId: string | null;
  readonly voucherId?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly company?: string | null;
  /** Colon form or 12 digits; null when the gateway does not tell. */
  readonly mac: string | null;
  readonly ssid?: string | null;
  readonly accessPoint?: string | null;
  readonly language: string;
  readonly consents?: readonly Consent[];
  readonly approvedBy?: string | null;
  /** The guest has proven that the e-mail address or the number is theirs. */
  readonly isConfirmed?: boolean;
  /** Null: until the account says otherwise. */
  readonly until: Instant | null;
  /** The account was made for this registration, and goes when it is long over. */
  readonly madeAccount?: boolean;
}

/** Somebody who came in by a portal. */
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
  /** 12 lower-case digits. */
  readonly mac: string | null;
  readonly ssid: string | null;
  readonly accessPoint: string | null;
  readonly language: string | null;
  readonly termsVersion: string | null;
  readonly approvedBy: string | null;
  readonly since: Instant;
  readonly until: Instant | null;
  readonly endedAt: Instant | null;
}

/** What somebody who was asked has said to a registration. */
export interface Confirmation {
  readonly until: Instant | null;
  readonly approvedBy?: string;
  readonly isConfirmed?: boolean;
}
