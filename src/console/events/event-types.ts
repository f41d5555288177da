import type { Instant } from '../../kernel/clock.js';

/** Sent to endpoints that name no events. The names are part of the API. */
export const usualEvents = [
  'device.connected',
  'device.disconnected',
  'auth.failed',
  'auth.rejected',
  'guest.registered',
  'certificate.expiring',
  'policy.violated',
] as const;

/** Sent only to endpoints that name them. */
export const changeEvents = [
  'user.created',
  'user.disabled',
  'user.enabled',
  'user.renamed',
  'user.deleted',
  'voucher.created',
  'voucher.redeemed',
  'connection.quarantined',
  'connection.recovered',
  'run.held',
  'portal.guessing',
  'portal.controller_unreachable',
  'portal.gateway_unknown',
] as const;

export type ChangeEventType = (typeof changeEvents)[number];

/** Every event that the console sends. */
export const eventTypes = [...usualEvents, ...changeEvents] as const;

export type EventType = (typeof eventTypes)[number];

/** Who, with which device, where: part of every event. Unknown parts may be left out and are sent as null. */
export interface EventDetails {
  /** When it happened; now if absent. */
  readonly at?: Instant;
  /** `mac` in any spelling. */
  readonly device?: { readonly mac?: string | null; readonly type?: string | null; readonly os?: string | null };
  readonly user?: { readonly username?: string | null; readonly authMethod?: string | null };
  readonly accessPoint?: { readonly name?: string | null; readonly mac?: string | null };
}

/** A key of `refusals`, which has the texts. */
interface Refusal {
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

export interface CertificateInEvent {
  readonly id: string;
  readonly serial: string;
  readonly subject: string;
  readonly usage: 'client' | 'server' | 'radsec' | 'authority';
  readonly expiresAt: Instant;
  readonly daysLeft: number;
}

/** A condition as in the policy. */
export interface PolicyRule {
  readonly field: string;
  readonly op: string;
  readonly value: unknown;
}

/** The policy that denies, with its conditions that hold; none if it denies everybody. */
export interface BrokenPolicy {
  readonly policy: { readonly id: string; readonly name: string };
  readonly rules: readonly PolicyRule[];
}

/** An event as its producer describes it; `payloadOf` turns it into what is sent. */
export type ConsoleEvent = EventDetails &
  (
    | { readonly event: 'device.connected' | 'device.disconnected' }
    | ({ readonly event: 'auth.failed' | 'auth.rejected' } & Refusal)
    | { readonly event: 'guest.registered'; readonly guest: RegisteredGuest }
    | { readonly event: 'certificate.expiring'; readonly certificate: CertificateInEvent }
    | ({ readonly event: 'policy.violated' } & BrokenPolicy)
    | { readonly event: ChangeEventType; readonly record: Readonly<Record<string, unknown>> }
  );
