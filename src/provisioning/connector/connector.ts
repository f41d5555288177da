import type { Cursor } from './cursor.js';
import type { StoredMessage } from './stored-message.js';
import type { Chance } from '../../kernel/chance.js';
import type { Clock, Instant } from '../../kernel/clock.js';
import type { HttpClient } from '../../kernel/http-client.js';
import type { Log } from '../../kernel/log.js';
import type { Reach } from '../../kernel/reach.js';
import type { FactKind } from '../facts/facts.js';
import type { Change } from './change.js';
import type { RecordTrial } from './record-trial.js';
import type { ChargesRooms } from './charges.js';
import type { HookAnswer } from './hook-answer.js';
import type { Examines, FileStore } from './files.js';
import type { Listens } from './listens.js';
import type { Subscriptions } from './subscriptions.js';
import type { Answers } from './answers.js';
import type { SharedBudgets } from './address-budget.js';
import type { SharedTokens } from './held-token.js';

export type ConnectorFamily = 'pms' | 'hr' | 'visitor' | 'access' | 'billing' | 'generic';
/** What a connector can do: the member of the same name in Connector is there exactly when it is declared. */
export type Ability = 'serves' | 'receives' | 'polls' | 'snapshots' | 'listens' | 'reads' | 'examines';

/** One kind of outside system, and how to connect to it. One object per folder, one line in the family's module. */
export interface ConnectorDefinition<Settings extends object = object> {
  /** Lower case, stable for ever: it is stored. */
  readonly key: string;
  readonly name: string;
  readonly family: ConnectorFamily;
  readonly factKind: FactKind;
  /**
   * For connectors whose settings define their records: kind and preset of one connection; undefined where they do not
   * say.
   */
  factsBy?(settings: Readonly<Record<string, unknown>>): Pick<ConnectorDefinition, 'factKind' | 'preset'> | undefined;
  readonly abilities: readonly Ability[];
  /** Class with @Setting properties; secret ones arrive here too. */
  readonly settings: new () => Settings;
  /** Access preset a new connection starts with. */
  readonly preset: string;
  /**
   * Cron lines (5 fields, in the `time_zone` of the connection's settings, else UTC) a new connection starts with; null
   * where the ability is missing.
   */
  readonly schedule: { readonly full: string | null; readonly incremental: string | null };
  /**
   * How absence from a complete list counts. Default: two scans 30 minutes apart, unless the protocol's list is a
   * statement in itself.
   */
  readonly absence: { readonly scans: number; readonly minimumAgeSeconds: number };
  /**
   * For systems that report regularly: after this long without a file or link alive, operators are told; null: never,
   * with these settings.
   */
  silentAfterSeconds?(settings: Readonly<Record<string, unknown>>): number | null;
  /**
   * Set when one secret signs for many customers of the vendor (an app that each of them installs): one address
   * receives the messages of all.
   */
  readonly installations?: Installations;
  /** Its test opens no link, so it can run while a process holds one. */
  readonly isTestedBesideLink?: boolean;
  /** Set if the vendor sends messages only while the connector's `subscriptions` are kept. */
  readonly subscribes?: boolean;
  /** What it must be allowed to do at the vendor; empty where nothing is asked of the outside. */
  readonly rights?: readonly Right[];
  /** Set-up at the vendor, in Markdown, for the catalogue. */
  readonly setUp: string;
  connect(session: ConnectorSession<Settings>): Connector;
}

/** The definition as it is for a connection with these settings. */
export function definitionBy<Settings extends object>(
  definition: ConnectorDefinition<Settings>,
  settings: Readonly<Record<string, unknown>>,
): ConnectorDefinition<Settings> {
  return { ...definition, ...definition.factsBy?.(settings) };
}

/** What a connector is given: its only access to the world. */
export interface ConnectorSession<Settings extends object> {
  readonly connectionId: string;
  readonly settings: Settings;
  readonly http: HttpClient;
  /** For sockets that are not HTTP: where they may lead. */
  readonly reach: Reach;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  /** Files that were delivered to this connection, for a connector that examines them. */
  readonly files?: FileStore;
  /** Tokens (ClientCredentialsToken, HeldToken) and budgets by source address that all processes share. */
  readonly tokens?: SharedTokens;
  readonly budgets?: SharedBudgets;
}

/**
 * A live connection. A declared ability is present, any other is absent; only `listens` may be missing, where the
 * settings of the connection ask for no link.
 */
export interface Connector {
  /**
   * Tests the outside system without changing anything. Never throws: a failure is a check that is not ok. `held`: a
   * process holds the connection's link, so that opening another would cut it.
   */
  test(signal: AbortSignal, held?: HeldLinkState): Promise<readonly Check[]>;
  readonly receives?: Receives;
  readonly polls?: Polls;
  readonly snapshots?: Snapshots;
  readonly listens?: Listens;
  readonly serves?: Serves;
  readonly reads?: Reads;
  readonly examines?: Examines;
  /** Optional, and not an ability: the outside system has a place where reception reads the outcome of a message. */
  readonly answers?: Answers;
  /** Optional, and not an ability: some vendors send messages only to subscribers. */
  readonly subscriptions?: Subscriptions;
  /** Optional, and not an ability: the outside system puts charges on guests' bills. */
  readonly charges?: ChargesRooms;
  /** For previews, where nothing is pushed: what an answer of the outside system means. Pure. */
  pasted?(message: StoredMessage): readonly Change[];
  /** If the settings have a mapping document: what it makes of the first `most` records of a message. Pure. */
  mapped?(body: Buffer, most: number): readonly RecordTrial[];
  /** Ends sockets and timers of this connection in this process. */
  close?(): Promise<void>;
}

/** The state of an established link, as its holder reported it. */
export interface HeldLinkState {
  readonly detail?: string;
  readonly lastHeardAt: Instant | null;
}

/** One step of a connection test, in the order in which they were tried. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  /** What was requested, in the vendor's words; absent when nothing was. */
  readonly tried?: string;
  /** What was found. */
  readonly detail: string;
  /** The remedy when it is not ok, and where. */
  readonly remedy?: string;
  /** Of the check `console`: it answers, but does not accept our key. */
  readonly isRefused?: boolean;
}

/** Something a connection must be allowed to do at the vendor. Its test tries each, in a check of this name. */
export interface Right {
  /** Lower case, stable: clients know the check by it. */
  readonly name: string;
  /** What is asked to find out, in the vendor's words. */
  readonly tried: string;
  /** Where and how the vendor gives it. */
  readonly remedy: string;
}

/** The outside system pushes to us over HTTP. */
export interface Receives {
  /**
   * The answer to a vendor that checks this address before it sends messages (a handshake); nothing is stored.
   * Undefined: the request is a message. Absent: this vendor has no handshake.
   */
  handshake?(request: InboundRequest): HookAnswer | undefined;
  /**
   * Proves the origin on the raw bytes, before anything is parsed.
   * @throws ConnectorProblem signature_invalid (the sender is told 401)
   */
  verify(request: InboundRequest): Promise<Accepted>;
  /** What a stored request means. Pure: same bytes, same changes. */
  interpret(message: StoredMessage): readonly Change[];
}

/** A push as it came in: header names in lower case, body as the bytes that were sent. */
export interface InboundRequest {
  readonly method: string;
  /** Path behind /hooks/{connection_id}, with query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly remoteAddress: string;
}

/** The identity of a proven push, and the answer to its sender. */
export interface Accepted {
  /** The sender's own event id, when it has one: the same key twice is stored once. */
  readonly dedupeKey?: string;
  /**
   * Stored instead of the body, when the sender includes what nobody needs: a live token, a photo, a document.
   * `interpret` then sees this.
   */
  readonly stored?: Buffer;
  /**
   * Set for a proven push about another customer of the vendor, or about a place that is not this connection's. Nothing
   * of it is stored.
   */
  readonly ofAnother?: string;
  /** The message says that a subscription must be renewed now, or that messages were lost: then a poll follows. */
  readonly asks?: readonly ('renewal' | 'poll')[];
  /** The answer that this vendor expects; absent: 200 without body. */
  readonly answer?: HookAnswer;
}

/** One page of changes. `cursor` resumes right after it. */
export interface RecordPage {
  readonly changes: readonly Change[];
  readonly cursor: Cursor;
  /** The poll found a new full list: `snapshots` reads it. */
  readonly wantsList?: boolean;
}

/** We ask what has changed. */
export interface Polls {
  /** From `cursor` (null: from now on) to now, with a little overlap, so that nothing falls between two polls. */
  changes(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<RecordPage>;
}

/** We can ask for everything. */
export interface Snapshots {
  /**
   * Every present record. The list is complete only when the last page says so, with the vendor's own total where it
   * has one; an iteration that merely ends was cut off.
   * @throws ConnectorProblem cursor_expired when `cursor` can no longer be resumed
   */
  all(cursor: Cursor | null, signal: AbortSignal): AsyncIterable<SnapshotPage>;
}

export interface SnapshotPage extends RecordPage {
  readonly complete?: {
    readonly declaredTotal?: number;
    /**
     * For lists that are delivered rather than made on request: which list it was. Absence from one list counts once,
     * however often it is read. Null: none was delivered, so nothing follows.
     */
    readonly listId?: string | null;
  };
}

/** An event was only a hint: read the records it names. */
export interface Reads {
  /** A record or parent that is gone has no change, or a `group` without records. */
  read(
    hints: readonly { readonly of: 'record' | 'parent' | 'guest'; readonly key: string }[],
    signal: AbortSignal,
  ): Promise<readonly Change[]>;
}

/**
 * The outside system writes users and groups to us, as SCIM directories do; provisioning/scim answers it and stores
 * each change as a `ResourceChange`.
 */
export interface Serves {
  /** What a stored change means. Pure: same bytes, same changes. */
  interpret(message: StoredMessage): readonly Change[];
}

/** Matches messages with connections by the vendor's name of the customer: an installation, a hotel, an account. */
export interface Installations {
  /** The setting that holds that name. Required for messages at the common address. */
  readonly setting: string;
  /**
   * The customer that an unverified message names. It only selects connections; each of them verifies the message with
   * its own secret.
   */
  named(body: Buffer): string | undefined;
}
