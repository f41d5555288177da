import type { AccessFacts } from '../../console/policies/access-facts.js';
import type { Instant } from '../../kernel/clock.js';

/**
 * Who let a device in. radius: an access point that asked RADIUS. controller: a gateway's controller that was told to.
 * gateway: one that asks no RADIUS server (openNDS, click-through); the guest was sent there, and nobody reports
 * whether the device is still there.
 */
export const admitters = ['radius', 'controller', 'gateway'] as const;

/** A session as accounting has it, or the registration of a device at a gateway that reports nothing. */
export interface OnlineRow {
  readonly id: string;
  readonly admittedBy: (typeof admitters)[number];
  readonly kind: string | null;
  readonly username: string | null;
  readonly usernameKey: string | null;
  readonly userId: string | null;
  /** Id of the user or voucher. */
  readonly account: string | null;
  readonly sessionClass: string | null;
  /** 12 digits. */
  readonly mac: string | null;
  readonly ipAddress: string | null;
  readonly ssid: string | null;
  readonly accessPoint: string | null;
  readonly accessPointMac: string | null;
  readonly nasAddress: string | null;
  readonly networkId: string | null;
  readonly networkClientId: string | null;
  readonly since: Instant;
  readonly lastHeardAt: Instant;
  readonly stoppedAt: Instant | null;
  readonly terminateCause: string | null;
  readonly sessionSeconds: number | null;
  readonly inputOctets: number | null;
  readonly outputOctets: number | null;
  readonly previousSeconds: number | null;
  readonly previousInputOctets: number | null;
  readonly previousOutputOctets: number | null;
  /** When a gateway that reports nothing closes by itself. */
  readonly admittedUntilAt: Instant | null;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What an outside record says, what it entitles to, and where it came from. */
export interface OnlineFact {
  readonly subject: {
    readonly id: string;
    readonly kind: string;
    readonly state: string;
    readonly facts: Readonly<Record<string, unknown>>;
    readonly createdAt: Instant;
    readonly lastEventAt: Instant;
  };
  readonly connection: Named & { readonly connector: string };
  readonly entitlement: {
    readonly id: string;
    readonly validFrom: Instant | null;
    readonly validUntil: Instant | null;
    readonly revoked: boolean;
  };
}

export interface OnlineEnding {
  readonly state: 'waiting' | 'acknowledged' | 'refused' | 'unanswered';
  readonly dueAt: Instant | null;
  readonly reason: string | null;
  readonly attempts: number;
  readonly errorCause: number | null;
  readonly askedAt: Instant | null;
  readonly confirmedAt: Instant | null;
  readonly request: 'disconnect' | 'reauthenticate' | null;
  readonly requestedAt: Instant | null;
  readonly requestOutcome: 'acknowledged' | 'refused' | 'unanswered' | null;
}

/** What is known of a row besides itself; `id` is the row's. */
export interface OnlineDetail {
  readonly id: string;
  readonly timeZone: string;
  readonly user:
    | (Named &
        NonNullable<AccessFacts['user']> & {
          readonly firstName: string | null;
          readonly lastName: string | null;
          readonly sourceConnectionId: string | null;
          readonly madeByPortal: boolean;
          /** Of a person whom a sign-in provider has proven. */
          readonly madeByProvider: boolean;
        })
    | null;
  readonly voucher: (Named & NonNullable<AccessFacts['voucher']>) | null;
  readonly device: (Named & NonNullable<AccessFacts['device']> & { readonly os: string | null }) | null;
  readonly certificate: (Named & { readonly expiresAt: Instant }) | null;
  readonly group: (Named & NonNullable<AccessFacts['group']>) | null;
  readonly network: Named | null;
  readonly client: { readonly name: string; readonly address: string; readonly vendor: string } | null;
  /** By which the device came in at a captive portal. */
  readonly registration: {
    readonly id: string;
    readonly method: string;
    readonly captivePortalId: string;
    readonly portal: string;
    readonly since: Instant;
    readonly until: Instant | null;
  } | null;
  /** The gateway whose redirect or role lets it reach nothing but the page; null: it is in. */
  readonly waitingAt: (Named & { readonly portal: string | null; readonly captivePortalId: string | null }) | null;
  /** The gateway whose controller let it in, and when that closes. */
  readonly controller: (Named & { readonly untilAt: Instant }) | null;
  readonly vlan: string | null;
  readonly ending: OnlineEnding | null;
  /** The latest first. */
  readonly facts: readonly OnlineFact[];
}

export type Online = OnlineRow & { readonly detail: OnlineDetail };
