import type { Instant } from '../../../kernel/clock.js';

/** What a gateway says about a guest who returns, in our words. */
export type ArrivalProblem =
  // name or password not accepted
  | 'refused'
  // already let in
  | 'already_in'
  | 'logged_off'
  // too many devices with this name
  | 'in_use'
  // the gateway keeps the device out
  | 'blocked'
  // the gateway got no answer from its RADIUS server, or is not set up for this
  | 'gateway_fault'
  // RADIUS lets nobody in by the SSID that the device has joined
  | 'other_network'
  // the address used is no longer valid: the guest should open the page again
  | 'stale';

/** Content of the gateway's redirect. The guest can change all of it, unless `proof` says otherwise. */
export interface GatewayArrival {
  /** The gateway's record; null if no gateway of this network fits the redirect. */
  readonly gatewayId: string | null;
  readonly vendor: string;
  /** Colons, lower case. */
  readonly clientMac: string | null;
  readonly clientAddress: string | null;
  readonly accessPointMac: string | null;
  readonly ssid: string | null;
  readonly nasId: string | null;
  readonly problem: ArrivalProblem | null;
  /**
   * `signed`: a shared word proves that the gateway made the redirect. `gateway`: the gateway knows the device itself
   * and checks what the browser brings. `none`: the device's address is only the browser's claim.
   */
  readonly proof: 'none' | 'signed' | 'gateway';
  /** The make's parameters as they came, carried through the steps: `arrive` takes them again. */
  readonly values: Readonly<Record<string, string>>;
}

/** Who may pass. Written before anything is sent to a gateway. */
export interface GatewayAdmission {
  readonly registrationId: string;
  /** Account or voucher, by the name that RADIUS knows. */
  readonly username: string;
  /** The password for this one sign-in. */
  readonly ticket: string;
  readonly mac: string | null;
  /** Null: no limit. */
  readonly endsAt: Instant | null;
  /** A page of the portal, where the browser goes once it is let in. */
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
  // the controller was told; the page asks `isAdmitted`
  | { readonly kind: 'wait' }
  // impossible at this gateway; the reason is for the log and the operator
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly is?: ArrivalProblem;
      /** The same call may succeed a moment later; joining the network again does. */
      readonly isPassing?: true;
    };
