import type { Chance } from '../../src/kernel/chance.js';
import type { Clock } from '../../src/kernel/clock.js';
import type { RoomCharge } from '../../src/provisioning/connector/charges.js';
import type { Ability, Connector, InboundRequest } from '../../src/provisioning/connector/connector.js';
import type { Cursor } from '../../src/provisioning/connector/cursor.js';
import type { SharedTokens } from '../../src/provisioning/connector/held-token.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { FileStore } from '../../src/provisioning/connector/files.js';
import type { ConnectorProblemCode } from '../../src/provisioning/connector/connector-problem.js';
import type { HttpFaults } from './faulty.js';

export type SettingValues = Readonly<Record<string, unknown>>;

/** The outside system of one test: a simulator on a real socket. */
export interface Outside {
  /** Settings and secrets, in one object, that reach it. */
  readonly settings: SettingValues;
  /** Time of the connector under test; the kit's own ManualClock when absent. */
  readonly clock?: Clock;
  readonly chance?: Chance;
  /** Files delivered to the connection, for a connector that examines them. */
  readonly files?: FileStore;
  /** Of the vendor, where each of them can be had once. */
  readonly tokens?: SharedTokens;
  /** How often something was changed at the vendor so far. */
  written(): number;
  stop(): Promise<void>;
}

export interface PollsRig {
  /** The vendor gives everything in one answer, whatever there is. */
  readonly isOnePage?: boolean;
  /** An outside in which `count` records changed since `since`. */
  start(count: number): Promise<Outside & { readonly since: Cursor | null; readonly keys: readonly string[] }>;
  /** Needs several pages; 25 by default. */
  readonly many?: number;
  /** A resumed poll may give records of earlier pages once more; without this it gives exactly the rest. */
  readonly overlaps?: boolean;
  /** The same with one record that cannot be understood among `count` good ones. */
  startWithMalformed?(
    count: number,
  ): Promise<Outside & { readonly since: Cursor | null; readonly keys: readonly string[] }>;
}

export interface SnapshotsRig {
  /** The vendor gives everything in one answer, whatever there is. */
  readonly isOnePage?: boolean;
  /** An outside with `count` living records. */
  start(count: number): Promise<Outside & { readonly keys: readonly string[] }>;
  /** Needs several pages; 25 by default. */
  readonly many?: number;
  /** The list breaks off after its first page. */
  startCutOff(count: number): Promise<Outside>;
}

export interface ReceivesRig {
  readonly settings: SettingValues;
  /** Requests as the vendor sends them. */
  genuine(): readonly InboundRequest[];
  /**
   * The same requests from somebody else: wrong secret, changed body, no signature. Some carry a body that cannot be
   * parsed.
   */
  forged(): readonly InboundRequest[];
  /**
   * Proven requests about another customer of the vendor, or about places that are not the connection's. Required where
   * one secret signs for many customers.
   */
  ofAnother?(): readonly InboundRequest[];
  /** A genuine request about something this connector does not know. */
  unknown(): InboundRequest;
}

export interface ServesRig {
  readonly settings: SettingValues;
  /** Changes as they are stored: `ResourceChange`s. */
  stored(): readonly object[];
  /** A change of a resource that means nothing to this connector. */
  unknown(): object;
}

export interface ExaminesRig {
  readonly settings: SettingValues;
  good(): Buffer;
  /** Not decodable, not parsable, cut off, the wrong columns … */
  broken(): readonly Buffer[];
  /** Values in those files that are about people. */
  readonly personal: readonly string[];
}

export interface ReadsRig {
  start(): Promise<
    Outside & {
      readonly existing: readonly { readonly of: 'record' | 'parent' | 'guest'; readonly key: string }[];
      /** Keys of the records that reading `existing` gives. */
      readonly keys: readonly string[];
      readonly missing: readonly { readonly of: 'record' | 'parent' | 'guest'; readonly key: string }[];
    }
  >;
}

/** The far end of a link, as the test directs it. */
export interface ListeningOutside extends Outside {
  /** The link is up as the vendor sees it. */
  linked(): boolean;
  /** Something happens at the vendor that becomes exactly one change of this record; returns its key. */
  happen(): string;
  /** Sends a frame that is whole but cannot be understood. */
  sendMalformed(): void;
  /** Cuts the connection; a new one is accepted. */
  drop(): void;
}

export interface ListensRig {
  start(): Promise<ListeningOutside>;
}

/** A hotel system with somebody in house whose bill can be charged, as the test directs it. */
export interface ChargingOutside extends Outside {
  readonly simulator: { readonly faults: HttpFaults };
  readonly charge: RoomCharge;
  /** How many charges stand on bills. */
  booked(): number;
  /** From now on the hotel system books nothing, and says so. */
  refuse(): void;
  /** The answer to the next charge breaks off; it may have been booked. */
  lose(): void;
}

/** Of a connector that charges rooms by a call. */
export interface ChargesRig {
  start(): Promise<ChargingOutside>;
  /** The vendor books a charge that comes again once only. */
  readonly isRecognised: boolean;
}

/** What is wrong with the vendor's answers; a number is a status. `rate_limited` is 429 with a wait of 30 s. */
export type Fault = 401 | 403 | 404 | 409 | 422 | 'rate_limited' | 500 | 503 | 'timeout' | 'not_json' | 'unreachable';

export interface ErrorsRig {
  start(fault: Fault): Promise<Outside>;
  /** A call that meets the fault. */
  call(connector: Connector, signal: AbortSignal): Promise<unknown>;
  /** Where this vendor means something else by a status. */
  readonly codes?: Partial<Readonly<Record<Fault, ConnectorProblemCode>>>;
}

export interface MannersRig {
  /** What the connector promises to keep to. */
  readonly limit: { readonly requests: number; readonly windowSeconds: number };
  start(): Promise<Outside & { readonly requests: () => number }>;
  /** Needs more requests than the limit allows in one window. */
  busy(connector: Connector, signal: AbortSignal): Promise<unknown>;
}

export interface TestRig {
  reachable(): Promise<Outside>;
  unreachable(): Promise<Outside>;
  /** Reached, but it will not have us: credentials refused, or not the system we expect. */
  refused(): Promise<Outside>;
  /** Reached, and knows us, but gives us everything except this right of the definition. */
  withdrawn?(right: string): Promise<Outside>;
}

/** What the vendor's own specification says of its API, kept as an excerpt of it. */
export interface SpecRig {
  /** OpenAPI 3 or Swagger 2, JSON. */
  readonly document: URL;
  /** What stands before its paths at the simulator: `/api/v1.3`. */
  readonly path?: string;
  /** Paths that it does not describe: a sign-in somewhere else. */
  readonly besides?: readonly string[];
  /** Faults that are the specification's own, as the kit shows them, each with the reason. */
  readonly deviations?: readonly { readonly at: string; readonly why: string }[];
}

/** What a connector's own spec hands to the kit. A declared ability without its rig fails. */
export interface ConnectorRig {
  readonly settings: {
    /** Accepted as they are, secrets included; `secrets` names which must never show. */
    readonly valid: SettingValues;
    /** For each field a value that is refused. */
    readonly invalid: SettingValues;
  };
  /** null: only pushed to, so there is nobody to ask. */
  readonly test: TestRig | null;
  readonly recordings: {
    /** A folder of JSON files, or the recordings themselves. */
    readonly folder: URL | readonly Recording[];
    /** What a recording (the parsed JSON file) means, through the connector's own mapping. */
    changes(recording: Recording, connector: Connector): readonly Change[];
  };
  readonly spec?: SpecRig;
  readonly receives?: ReceivesRig;
  readonly polls?: PollsRig;
  readonly snapshots?: SnapshotsRig;
  readonly listens?: ListensRig;
  readonly reads?: ReadsRig;
  readonly serves?: ServesRig;
  readonly examines?: ExaminesRig;
  readonly charges?: ChargesRig;
  /** Connectors that ask over HTTP. */
  readonly errors?: ErrorsRig;
  readonly manners?: MannersRig;
}

/** One file of recordings/: a sample message and, where stated, what it must mean. */
export interface Recording {
  readonly title: string;
  readonly settings?: SettingValues;
  readonly receivedAt?: string;
  readonly changes?: readonly unknown[];
  readonly [part: string]: unknown;
}

export const abilities: readonly Ability[] = [
  'receives',
  'polls',
  'snapshots',
  'listens',
  'reads',
  'serves',
  'examines',
];
