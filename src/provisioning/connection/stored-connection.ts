import type { Instant } from '../../kernel/clock.js';
import type { Connection, ConnectionStatus } from './connection.js';

/** What a problem was met with; it goes when that works again. */
export type ProblemSource =
  'poll' | 'list' | 'read' | 'link' | 'event' | 'test' | 'file' | 'silence' | 'console' | 'delivery';

/** The last thing that went wrong and does still, in words for an operator. */
export interface ConnectionProblem {
  readonly code: string;
  readonly detail: string;
  readonly at: Instant;
  readonly source?: ProblemSource;
}

/** What a test of the connection found. */
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

/** Why a connection stands still, and when the next look is taken at whether it may go on. */
export interface Quarantine {
  readonly sinceAt: Instant;
  readonly code: string;
  readonly detail: string;
  readonly probes: number;
  readonly nextProbeAt: Instant;
}

/** What becomes of its accounts when a connection is deleted. */
export type AccountsOnDelete = 'keep' | 'disable' | 'delete';

/** A connection with what only schedules and operators need. */
export interface StoredConnection extends Connection {
  readonly lastProblem: ConnectionProblem | null;
  /** Since when nothing was heard, once that is longer than its connector says is usual. */
  readonly silentSinceAt: Instant | null;
  /** Since when credentials wait because no way is set up by which they could go. */
  readonly deliveriesWaitingSinceAt: Instant | null;
  /** Until its present settings are tested: when others take the test up. */
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
  /** Null keeps what is known. */
  readonly lastHeardAt: Instant | null;
}

/** A connection whose connector listens, as far as whoever looks after links has to know it. */
export interface ListeningConnection {
  readonly organizationId: string;
  readonly id: string;
  readonly revision: number;
  /** Owner of the link's lease while that runs. */
  readonly heldBy: string | null;
  /** A full list was asked for that nobody has asked the outside for yet. */
  readonly wantsList: boolean;
  /**
   * A full list is to be asked for, as what came over the link may have been lost; and none was for that reason within
   * the hour.
   */
  readonly owesList: boolean;
}

/** A scheduled run whose time has come. `at` is the time it was planned for: whoever moves it first, runs it. */
export interface DueRun {
  readonly organizationId: string;
  readonly connectionId: string;
  readonly mode: 'full' | 'incremental' | 'drift';
  readonly at: Instant;
}

/** What an operator decides about a connection; everything else is the engine's to say. */
export interface ConnectionDraft {
  readonly name: string;
  readonly connector: string;
  /** As the vendor names the customer in messages, where one address takes those of many. */
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
