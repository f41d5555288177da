/**
 * Omada Controller 5.0.15 and later, in its own words.
 * https://www.tp-link.com/en/support/faq/3231/ documents login and auth; the list and the end of clients are what the
 * hotspot manager's own page asks for, and no document of the maker names them.
 */

/** Every answer; `errorCode` 0 is a success. */
export interface OmadaAnswer<Result> {
  readonly errorCode?: number;
  readonly msg?: string;
  readonly result?: Result;
}

/** `GET /api/info`. */
export interface OmadaInfo {
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
  readonly site: string;
  /** The document says microseconds; who wrote of it in use sends milliseconds. */
  readonly time: number;
  /** External portal. */
  readonly authType: 4;
}

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
