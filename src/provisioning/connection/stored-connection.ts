import type { Instant } from '../../kernel/clock.js';
import type { Connection, ConnectionStatus } from './connection.js';

/** Where a problem occurred; it is cleared when that works again. */
export type ProblemSource =
  | 'poll'
  | 'list'
  | 'read'
  | 'link'
  | 'event'
  | 'test'
  | 'file'
  | 'silence'
  | 'console'
  | 'accounts'
  | 'delivery'
  | 'subscription';

/** The last problem that still persists, in words for an operator. */
export interface ConnectionProblem {
  readonly code: string;
  readonly detail: string;
  readonly at: Instant;
  readonly source?: ProblemSource;
}

/** The result of a connection test. */
export interface TestRecord {
  readonly at: Instant;
  readonly ok: boolean;
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly tried: string | null;
    readonly detail: string;
    readonly remedy: string | null;
  }[];
}

/** Why a connection is quarantined, and when it is probed next. */
export interface Quarantine {
  readonly sinceAt: Instant;
  readonly code: string;
  readonly detail: string;
  readonly probes: number;
  readonly nextProbeAt: Instant;
}

/** Since when a console cannot be reached, and what the first try that failed was told. */
export interface ConsoleOutage {
  readonly sinceAt: Instant;
  readonly detail: string;
  /** Whether people were told. */
  readonly isReported?: boolean;
}

/** Accounts that a console does not take as they should be. */
export interface AccountsRefused {
  readonly sinceAt: Instant;
  readonly accounts: number;
  /** For people: how many, and because of which fields. */
  readonly detail: string;
}

/** What becomes of its accounts when a connection is deleted. */
export type AccountsOnDelete = 'keep' | 'disable' | 'delete';

/** A connection with what only schedules and operators need. */
export interface StoredConnection extends Connection {
  readonly lastProblem: ConnectionProblem | null;
  /** Since when nothing was heard, once that is longer than its connector says is usual. */
  readonly silentSinceAt: Instant | null;
  /** Null: its console can be reached, as far as is known. */
  readonly consoleOutage: ConsoleOutage | null;
  /** Null: its console refuses none. */
  readonly accountsRefused: AccountsRefused | null;
  /** Since when credentials wait because no way is set up by which they could go. */
  readonly deliveriesWaitingSinceAt: Instant | null;
  /** When others take over the test of its present settings; null: it is done. */
  readonly testDueAt: Instant | null;
  readonly lastTest: TestRecord | null;
  readonly quarantine: Quarantine | null;
  /** Set while it is being deleted: it takes nothing in any more, and goes when its last account is settled. */
  readonly closing: AccountsOnDelete | null;
  readonly nextFullAt: Instant | null;
  readonly nextIncrementalAt: Instant | null;
  readonly nextDriftAt: Instant | null;
}

export interface LinkState {
  readonly state: string;
  readonly detail?: string;
  /** Null keeps what is known; so does the next. */
  readonly lastHeardAt: Instant | null;
  readonly position?: string | null;
}

/** A connection whose connector listens, as far as the holders of links need to know it. */
export interface ListeningConnection {
  readonly organizationId: string;
  readonly id: string;
  readonly revision: number;
  /** Owner of the link's lease while that runs. */
  readonly heldBy: string | null;
  /** A full list was ordered and has not been requested from the outside system yet. */
  readonly wantsList: boolean;
  /**
   * A full list is to be requested, because messages on the link may have been lost, and none was requested for that
   * reason within the hour.
   */
  readonly owesList: boolean;
}

/** A due scheduled run. `at` is the planned time: whoever moves it first, runs it. */
export interface DueRun {
  readonly organizationId: string;
  readonly connectionId: string;
  readonly mode: 'full' | 'incremental' | 'drift';
  readonly at: Instant;
}

/** What an operator decides about a connection; the engine decides the rest. */
export interface ConnectionDraft {
  readonly name: string;
  readonly connector: string;
  /** The vendor's name of the customer in messages, where one address receives those of many. */
  readonly installation?: string | null;
  readonly settings: Connection['settings'];
  readonly secrets: Connection['secrets'];
  readonly target: Connection['target'];
  readonly targetToken: string | null;
  readonly targetKey: string;
  readonly schedule: Connection['schedule'];
  readonly accessInput: Connection['accessInput'];
  readonly safety: Connection['safety'];
  /** Absent: every difference is reported. */
  readonly drift?: Connection['drift'];
  readonly enabled: boolean;
  readonly status: ConnectionStatus;
}
