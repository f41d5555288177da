/**
 * UniFi Network, in its own words. The Integration API is documented in the application (Settings, Control Plane,
 * Integrations) and at https://developer.ui.com; of the older API there is no document of the maker: see
 * https://github.com/Art-of-WiFi/UniFi-API-client.
 *
 * Both count speeds in kilobits per second and as the client does: what it receives is its download. Each authorization
 * replaces the one before, with its limits, and resets its counters.
 * https://developer.ui.com/network/v11.0.97/executeconnectedclientaction; the same since 9.1, before which it had no
 * such action.
 */

/** `GET /v1/sites`, `GET /v1/sites/{siteId}/clients`. */
export interface UnifiPage<Item> {
  readonly data?: readonly Item[];
}

export interface UnifiSite {
  readonly id: string;
  /** `default` and the like: what the redirect names. */
  readonly internalReference?: string;
  readonly name?: string;
}

/** `GET /v1/sites/{siteId}/clients/{clientId}`. */
export interface UnifiClient {
  readonly id: string;
  readonly macAddress?: string;
  readonly access?: { readonly type?: string; readonly authorized?: boolean };
}

/** `POST /v1/sites/{siteId}/clients/{clientId}/actions`. */
export type UnifiAction =
  | {
      readonly action: 'AUTHORIZE_GUEST_ACCESS';
      readonly timeLimitMinutes: number;
      /** Download. */
      readonly rxRateLimitKbps?: number;
      /** Upload. */
      readonly txRateLimitKbps?: number;
    }
  | { readonly action: 'UNAUTHORIZE_GUEST_ACCESS' };

/** What `rxRateLimitKbps` and `txRateLimitKbps` may say; anything else is refused (400). */
export const unifiRates = { least: 2, most: 100_000 } as const;

/** Every answer of the older API. */
export interface UnifiClassicAnswer {
  readonly meta?: { readonly rc?: 'ok' | 'error'; readonly msg?: string };
  readonly data?: readonly UnifiStation[];
}

/** `GET /api/s/{site}/stat/sta/{mac}`. */
export interface UnifiStation {
  readonly mac?: string;
  readonly authorized?: boolean;
}

/** `POST /api/s/{site}/cmd/stamgr`. */
export type UnifiCommand =
  | {
      readonly cmd: 'authorize-guest';
      readonly mac: string;
      readonly minutes: number;
      readonly down?: number;
      readonly up?: number;
      readonly ap_mac?: string;
    }
  | { readonly cmd: 'unauthorize-guest'; readonly mac: string };

export const unknownStation = 'api.err.UnknownStation';
export const loginRequired = 'api.err.LoginRequired';
