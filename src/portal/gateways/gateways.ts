import type { Context } from '../../kernel/context.js';
import type { Admission, Arrival, NextStep } from './gateway.js';

/** The portal, as far as gateways care. */
export interface PortalOfNetwork {
  readonly id: string;
  readonly networkId: string | null;
}

/** Lets guests pass at the gateways of a network, whatever their maker. */
export abstract class Gateways {
  /**
   * Reads a redirect. `maker` is the last part of `/p/{slug}/{vendor}`; null: what the portal's gateway says. Never
   * throws for what a query string contains.
   */
  abstract arrive(
    context: Context,
    portal: PortalOfNetwork,
    maker: string | null,
    query: URLSearchParams,
  ): Promise<Arrival>;

  /** How the browser gets in. Good for repeats: a guest presses twice. */
  abstract admit(context: Context, arrival: Arrival, admission: Admission): Promise<NextStep>;

  /** After `wait`: whether the controller shows the device as let in. */
  abstract isAdmitted(context: Context, arrival: Arrival, admission: Admission): Promise<boolean>;

  /** Origins that a form of this portal's pages may be sent to, for `form-action`. */
  abstract formActions(context: Context, portal: PortalOfNetwork): Promise<string[]>;
}
