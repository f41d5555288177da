import type { Instant } from '../../../kernel/clock.js';

/** What a gateway says about a guest who comes back, in our words. */
export type ArrivalProblem =
  // name or password not accepted
  | 'refused'
  // she is let in already
  | 'already_in'
  | 'logged_off'
  // too many devices with this name
  | 'in_use'
  // the gateway keeps the device out
  | 'blocked'
  // the gateway got no answer from its RADIUS server, or is not set up for this
  | 'gateway_fault'
  // the address that she used is no longer good: she should open the page anew
  | 'stale';

/** What the gateway's redirect said. Everything in it is the guest's to change, but where `proof` says otherwise. */
export interface GatewayArrival {
  /** The gateway's record; null: no gateway of this network answers to what the redirect said. */
  readonly gatewayId: string | null;
  readonly vendor: string;
  /** Colons, lower case. */
  readonly clientMac: string | null;
  readonly clientAddress: string | null;
  readonly accessPointMac: string | null;
  readonly ssid: string | null;
  readonly nasId: string | null;
  /** What the guest wanted to see: http or https; to be shown as text, never to be followed. */
  readonly wantedUrl: string | null;
  readonly problem: ArrivalProblem | null;
  /**
   * `signed`: a shared word proves that the gateway made the redirect. `gateway`: the gateway knows the device itself
   * and checks what the browser brings. `none`: the device's address is what the browser says it is.
   */
  readonly proof: 'none' | 'signed' | 'gateway';
  /** The maker's parameters as they came, to be carried through the steps: `arrive` takes them again. */
  readonly values: Readonly<Record<string, string>>;
}

/** Who may pass. Made before anything is sent to a gateway. */
export interface GatewayAdmission {
  readonly registrationId: string;
  /** Account or voucher, as RADIUS knows it. */
  readonly username: string;
  /** The password for this one sign-in. */
  readonly ticket: string;
  readonly mac: string | null;
  /** Null: no limit. */
  readonly endsAt: Instant | null;
  /** Where the browser goes when it is let in: a page of the portal. */
  readonly returnUrl: string;
}

/** What the guest's browser does next. */
export type NextStep =
  // a form that the browser sends to the gateway
  | {
      readonly kind: 'post';
      readonly url: string;
      readonly fields: Readonly<Record<string, string>>;
      /** The gateway was told no page of ours: it sends the browser on to whatever the guest wanted. */
      readonly leadsAnywhere: boolean;
    }
  // a 303
  | { readonly kind: 'get'; readonly url: string }
  // a controller was told: the page asks `isAdmitted`
  | { readonly kind: 'wait' }
  // not possible at this gateway: words for the log and the operator
  | { readonly kind: 'refused'; readonly reason: string; readonly is?: ArrivalProblem };
