import type { Instant } from '../../kernel/clock.js';
import type { Extension } from '../../provisioning/access/extension.js';
import type { guestKinds, guestStatuses } from './guest-list.js';

export interface GuestRow {
  readonly id: string;
  readonly kind: (typeof guestKinds)[number];
  readonly status: (typeof guestStatuses)[number];
}

/** What is known of somebody in a list. */
export interface GuestDetail {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly displayName: string | null;
  readonly room: string | null;
  readonly reservationNumber: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** The host of a visitor. */
  readonly host: string | null;
  /** The account's own. */
  readonly note: string | null;
  /** When access begins and ends as things stand. */
  readonly from: Instant | null;
  readonly until: Instant | null;
  readonly connection: { readonly id: string; readonly name: string; readonly connector: string } | null;
  readonly account: {
    readonly userId: string | null;
    readonly username: string;
    readonly disabled: boolean | null;
    readonly validFrom: Instant | null;
    readonly validUntil: Instant | null;
    readonly maxDevices: number | null;
    readonly isBuiltIn: boolean;
  } | null;
  readonly devices: number;
  readonly online: { readonly since: Instant; readonly devices: number } | null;
  readonly held: {
    readonly by: 'plan' | 'leavers' | 'quarantine';
    readonly runId: string | null;
  } | null;
}

export type Guest = GuestRow & { readonly detail: GuestDetail };

export interface GuestDevice {
  readonly id: string | null;
  readonly mac: string;
  readonly name: string | null;
  readonly type: string | null;
  readonly disabled: boolean | null;
  readonly lastSeenAt: Instant | null;
}

export interface GuestSession {
  readonly id: string;
  readonly since: Instant;
  readonly mac: string | null;
  readonly ssid: string | null;
  readonly accessPoint: string | null;
}

export interface GuestRefusal {
  readonly id: string;
  readonly at: Instant;
  readonly mac: string | null;
  readonly reason: string | null;
  readonly reasonDetail: string | null;
}

export interface GuestLock {
  readonly id: string;
  readonly captivePortalId: string;
  readonly kind: string;
  readonly subject: string;
  readonly failures: number;
  readonly lockedUntil: Instant | null;
}

/** What the page of one person shows besides. */
export interface GuestMore {
  /** Access beyond what the outside system says. */
  readonly extension: Extension | null;
  readonly devices: readonly GuestDevice[];
  readonly sessions: readonly GuestSession[];
  readonly refusals: readonly GuestRefusal[];
  readonly locks: readonly GuestLock[];
  /** The address of a visitor's host. */
  readonly hostEmail: string | null;
}
