import type { AccessCondition } from '../../provisioning/access/access-condition.dto.js';
import type { ChargeRefusal } from '../../provisioning/connector/charges.js';
import type { ConnectorProblemCode } from '../../provisioning/connector/connector-problem.js';
import type { ConnectorFamily } from '../../provisioning/connector/connector.js';
import type { MappingDocument } from '../../provisioning/connector/mapping/mapping-document.js';
import type { Handshake } from '../generic/webhook/webhook.handshake.js';
import type { Verifier } from '../generic/webhook/webhook.verifier.js';

/**
 * A vendor as data (docs/vendor-files.md): how to sign in, what to ask, what the answers mean. Texts with `{name}` are
 * filled with the connection's settings. Nothing in it is evaluated.
 */
export interface VendorFile {
  /** Of this form of file. */
  readonly version: 1;
  /** Stable for ever: it is stored with each connection. */
  readonly key: string;
  readonly name: string;
  readonly family: ConnectorFamily;
  /** Access preset of a new connection. Default: the usual one of the mapping's kind. */
  readonly preset?: string;
  /** What to order and where to click at the vendor, in Markdown. */
  readonly set_up: string;
  readonly settings: Readonly<Record<string, VendorSetting>>;
  /** Days that requests name as settings are named, by how many days they are from today in the zone of `time_zone`. */
  readonly days?: Readonly<Record<string, number>>;
  /** What one process keeps to. */
  readonly limit: VendorLimit & {
    /** Where the vendor counts by source address, too: for all connections of all processes together. */
    readonly by_address?: VendorLimit;
  };
  readonly schedule: { readonly full: string; readonly incremental?: string };
  readonly absence?: { readonly scans: number; readonly minimum_age_seconds: number };
  readonly sign_in: VendorSignIn;
  readonly answer?: VendorAnswerRules;
  readonly list: VendorList;
  readonly changes?: VendorList & { readonly since: VendorSince };
  /** One record by `{key}`, for hints. */
  readonly record?: VendorRecord;
  /** What the vendor says of a record elsewhere, by the name under which it is put into the record. */
  readonly joins?: Readonly<Record<string, VendorJoin>>;
  readonly webhook?: VendorWebhook;
  readonly charges?: VendorCharges;
  readonly spec?: VendorSpec;
  readonly merged?: VendorMerge;
  readonly mapping: Omit<MappingDocument, 'records' | 'sample'>;
  readonly samples: readonly VendorSample[];
}

export interface VendorLimit {
  readonly requests: number;
  readonly window_seconds: number;
}

/** One setting: JSON Schema words, and whether it is secret. `examples`: the first one is what the simulator takes. */
export interface VendorSetting {
  readonly type?: 'string' | 'integer' | 'boolean';
  readonly title: string;
  readonly description?: string;
  readonly secret?: boolean;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly string[];
  readonly pattern?: string;
  /** The pattern in words: "must be a time of day such as 15:00". */
  readonly form?: string;
  readonly maxLength?: number;
  readonly format?: 'uri' | 'time-zone';
  readonly minimum?: number;
  readonly maximum?: number;
}

/** `url` begins with a setting of format uri: `{base_url}/v1/people`. */
export interface VendorRequest {
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly query?: Readonly<Record<string, string | readonly string[]>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** In place of a body: sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
}

export type VendorSignIn =
  | { readonly type: 'basic'; readonly username: string; readonly password: string }
  | { readonly type: 'header'; readonly header: string; readonly value: string }
  | {
      readonly type: 'client_credentials';
      readonly url: string;
      readonly client_id: string;
      readonly client_secret: string;
      readonly scope?: string;
      readonly sent_in?: 'header' | 'form';
      readonly most_a_day?: number;
    }
  | {
      /** From a sign-in in the browser; each use replaces it. */
      readonly type: 'refresh_token';
      readonly url: string;
      readonly client_id: string;
      readonly client_secret: string;
      readonly refresh_token: string;
      readonly scope?: string;
      readonly sent_in?: 'header' | 'form';
    }
  | {
      /** By an assertion that is signed with a key of ours (RFC 7522). */
      readonly type: 'saml_bearer';
      readonly url: string;
      readonly client_id: string;
      readonly private_key: string;
      readonly issuer: string;
      readonly audience: string;
      /** On whose behalf. */
      readonly user: string;
      /** Said in the assertion besides. */
      readonly attributes?: Readonly<Record<string, string>>;
      /** Sent beside it. */
      readonly form?: Readonly<Record<string, string>>;
    }
  | {
      readonly type: 'json';
      readonly request: VendorRequest;
      /** Sent with that request by HTTP Basic. */
      readonly basic?: { readonly username: string; readonly password: string };
      /** Pointers in the answer. */
      readonly token: string;
      readonly expires_in?: string;
      /** How long a token is kept where the answer does not say. Default: 300. */
      readonly lasts_seconds?: number;
      /** How many tokens the vendor issues in 24 hours, where that is few. */
      readonly most_a_day?: number;
      /** How the token is sent. Default: `authorization`, `Bearer {token}`. */
      readonly sent_as?: { readonly header: string; readonly value: string };
    };

/** What an answer must be like besides its status, and where the vendor says what is wrong. */
export interface VendorAnswerRules {
  readonly healthy?: readonly AccessCondition[];
  /** Pointer to the vendor's words. */
  readonly said?: string;
  /** The first that holds says what an unhealthy answer means. Default: upstream_broken. */
  readonly problems?: readonly { readonly when: readonly AccessCondition[]; readonly code: ConnectorProblemCode }[];
}

export interface VendorList {
  readonly request: VendorRequest;
  /** Pointer to the list in the answer; '' when the answer is the list. */
  readonly records: string;
  readonly paging: VendorPaging;
  /** Where the vendor grants what this request needs. */
  readonly remedy: string;
}

/** One record by `{key}`. */
export interface VendorRecord {
  readonly request: VendorRequest;
  /** Pointer to the record in the answer. */
  readonly at: string;
  readonly remedy: string;
}

/** Either a list, with the pointer to the key in its records, or a request for each key. */
export interface VendorJoin {
  /** Pointer in the record to the key. */
  readonly by: string;
  readonly list?: VendorList & { readonly key: string };
  readonly record?: VendorRecord;
}

export interface VendorPaging {
  readonly style: 'none' | 'page' | 'offset' | 'cursor' | 'after' | 'next-url' | 'link';
  /** Where the parameters go. Default: query. */
  readonly in?: 'query' | 'body';
  readonly parameter?: string;
  /** Number of the first page. Default: 1. */
  readonly first?: number;
  readonly size_parameter?: string;
  readonly size?: number;
  /** `cursor`, `next-url`: pointer to it in the answer. */
  readonly next?: string;
  /** `after`: pointer in the last record of a page to what asks for the next one. */
  readonly key?: string;
  /** `next-url`, `link`: parameters (that of `since`, too) that the vendor's address lacks, and that are said again. */
  readonly keep?: readonly string[];
  /**
   * Pointer to the number of all records, or the header with it. A numbered list ends when it is reached; one without
   * pages need not have it.
   */
  readonly total?: string;
  readonly total_header?: string;
}

export interface VendorSince {
  readonly parameter: string;
  readonly in?: 'query' | 'body';
  /** `iso-bare`: UTC without the Z; `iso-minute`: the same to the minute; `sql`: `2026-05-14 13:00:00`. */
  readonly format: 'iso' | 'iso-bare' | 'iso-minute' | 'sql' | 'epoch-s' | 'epoch-ms' | 'date';
  /** The value with `{since}` in it, for vendors with a language of filters. */
  readonly text?: string;
  /** Each poll goes back this far. */
  readonly overlap_seconds: number;
}

export interface VendorHint {
  readonly when?: readonly AccessCondition[];
  readonly key: string;
  /** The message is an order to end access at once, which the record does not show. */
  readonly revokes?: boolean;
}

export interface VendorWebhook {
  readonly verifier: Verifier;
  /** Name of the setting with the secret that proves a message; without a value, every message is refused. */
  readonly secret: string;
  /** How the vendor asks whether the address takes its messages; absent: it asks nothing. */
  readonly handshake?: Handshake;
  /** What the vendor wants to hear when a message is stored. Default: 200 without words. */
  readonly acknowledge?: { readonly status?: number; readonly type: string; readonly body: string };
  /** Pointer to the events of a message that has several; `hints` then look at each. Default: the message is one. */
  readonly events?: string;
  /** The first that holds names the record that is read again; a message without one is ignored. */
  readonly hints: readonly VendorHint[];
  /** Messages as the vendor sends them, the record that each names (null: none), and whether it revokes access. */
  readonly samples: readonly {
    readonly message: Readonly<Record<string, unknown>>;
    readonly names: string | null;
    readonly revokes?: boolean;
  }[];
}

/** How paid Wi-Fi is put on a guest's bill (docs/portal-paid.md). */
export interface VendorCharges {
  /** Name of the setting with the currency of the bills; without a value, no room is charged. */
  readonly currency: string;
  /** Names of the settings with the tax that is part of the price; without values, no tax is told. */
  readonly tax?: { readonly name: string; readonly percent: string };
  /** Names what vendor-charges.ts says of a charge, besides settings. */
  readonly request: VendorRequest;
  /** The answer to one that was booked, and the pointer to the vendor's number of it. */
  readonly accepted: { readonly when: readonly AccessCondition[]; readonly code: string };
  /**
   * The answer to a reference that is booked already. Where the vendor knows them, a charge whose answer was lost is
   * sent again.
   */
  readonly known?: readonly AccessCondition[];
  /** Why the vendor books nothing, the first that holds. Any other unhealthy answer is a refusal without a reason. */
  readonly refused?: readonly { readonly when: readonly AccessCondition[]; readonly reason: ChargeRefusal }[];
  /** Where the vendor grants it. */
  readonly remedy: string;
}

/**
 * An excerpt of the vendor's own specification (OpenAPI 3, Swagger 2) beside the file. The tests compare with it what
 * is asked and what the simulator answers; the service does not read it.
 */
export interface VendorSpec {
  readonly file: string;
  /** Where it is taken from. */
  readonly source: string;
  /** What stands before its paths. */
  readonly path?: string;
  /** Paths that it does not describe. */
  readonly besides?: readonly string[];
  /** What is different with the vendor itself, as the tests show it, and how that is known. */
  readonly deviations?: readonly { readonly at: string; readonly why: string }[];
}

/** How the vendor says that it has merged two records of one person. */
export interface VendorMerge {
  /** The former one, which the vendor still lists. */
  readonly when: readonly AccessCondition[];
  /** The key of the one that it is now part of, in the form of the mapping's. */
  readonly into: MappingDocument['key'];
}

export interface VendorSample {
  readonly title: string;
  readonly record: Readonly<Record<string, unknown>>;
  /** `ignored`, `removed`, `merged`, or the facts that it must come to (further ones may be there). */
  readonly means: 'ignored' | 'removed' | 'merged' | Readonly<Record<string, unknown>>;
}
