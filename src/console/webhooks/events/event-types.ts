import type { Instant } from '../../../kernel/clock.js';

/** Everything the console tells the outside about. The names are part of the API. */
export const eventTypes = [
  'device.connected', 'device.disconnected', 'auth.failed', 'auth.rejected', 'guest.registered', 'certificate.expiring', 'policy.violated',
] as const;

export type EventType = (typeof eventTypes)[number];

/** Who, with what, where: in every event. What is not known may be left out and is told as null. */
export interface EventSurroundings {
  /** When it happened; now where absent. */
  readonly at?: Instant;
  readonly device?: { readonly mac?: string | null; readonly type?: string | null; readonly os?: string | null };
  readonly user?: { readonly username?: string | null; readonly authMethod?: string | null };
  readonly accessPoint?: { readonly name?: string | null; readonly mac?: string | null };
}

/** `reasonCode` is for programs (`wrong_password`), `reason` for people. */
interface Refusal {
  readonly reason: string;
  readonly reasonCode: string;
}

export interface RegisteredGuest {
  readonly id: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
  readonly phone?: string | null;
  /** Name of the captive portal. */
  readonly captivePortal?: string | null;
}

export interface ExpiringCertificate {
  readonly id: string;
  readonly serial: string;
  readonly subject: string;
  readonly usage: 'client' | 'server' | 'authority';
  readonly expiresAt: Instant;
  readonly daysLeft: number;
}

/** The policy and the condition in it that was broken. */
export interface BrokenRule {
  readonly policy: { readonly id: string; readonly name: string };
  readonly rule: { readonly field: string; readonly op: string; readonly value: unknown };
}

/** An event as its producer knows it; `payloadOf` turns it into what is sent. */
export type ConsoleEvent = EventSurroundings & (
  | { readonly event: 'device.connected' | 'device.disconnected' }
  | ({ readonly event: 'auth.failed' | 'auth.rejected' } & Refusal)
  | { readonly event: 'guest.registered'; readonly guest: RegisteredGuest }
  | { readonly event: 'certificate.expiring'; readonly certificate: ExpiringCertificate }
  | ({ readonly event: 'policy.violated' } & BrokenRule)
);
