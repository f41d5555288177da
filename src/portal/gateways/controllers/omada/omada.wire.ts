/**
 * Omada Controller 5.0.15 and later, in its own words.
 * https://www.tp-link.com/en/support/faq/3231/ documents login and auth; the list and the end of clients are what the
 * hotspot manager's own page asks for, and no document of the maker names them.
 *
 * https://support.omadanetworks.com/en/document/132060/ documents auth from 6.2.10 on: the device's address, which the
 * redirect has since then, and limits as the guest counts them. It was read in the words of programs that quote it.
 */

/** Every answer; `errorCode` 0 is a success. */
export interface OmadaAnswer<Result> {
  readonly errorCode?: number;
  readonly msg?: string;
  readonly result?: Result;
}

/** `GET /api/info`. */
export interface OmadaInfo {
  /** `6.2.10.17`. */
  readonly controllerVer?: string;
  readonly omadacId?: string;
}

/** `POST /{omadacId}/api/v2/hotspot/login` with `{name, password}`. */
export interface OmadaToken {
  readonly token?: string;
}

/** `POST /{omadacId}/api/v2/hotspot/extPortal/auth`; the device as an access point, or a gateway, told it. */
export interface OmadaAuth {
  readonly clientMac: string;
  readonly apMac?: string;
  readonly ssidName?: string;
  readonly radioId?: number;
  readonly gatewayMac?: string;
  readonly vid?: number;
  /** Required from 6.2.10 on, with `originUrl`. */
  readonly clientIp?: string;
  readonly originUrl?: '';
  readonly site: string;
  /** From 6.2.10 on. */
  readonly downloadRateLimitKbps?: number;
  readonly uploadRateLimitKbps?: number;
  /** The document says microseconds; who wrote of it in use sends milliseconds. */
  readonly time: number;
  /** External portal. */
  readonly authType: 4;
}

/** The first version that takes speeds. */
export const omadaWithSpeeds = [6, 2, 10] as const;

/** `GET /{omadacId}/api/v2/hotspot/sites/{siteId}/clients`. */
export interface OmadaClients {
  readonly data?: readonly OmadaHotspotClient[];
}

export interface OmadaHotspotClient {
  readonly id: string;
  /** `AA-BB-CC-DD-EE-FF`. */
  readonly mac?: string;
  /** Milliseconds since 1970. */
  readonly end?: number;
}
