import type { Instant } from '../../kernel/clock.js';
import type { Cursor } from './connector.js';

/** What must be asked for anew from time to time, or the outside system sends no more messages. */
export interface Subscriptions {
  /**
   * Makes or renews it, so that messages come to `address`. Called before `renewAt` of the last call, after a failure,
   * after a change of the connection, and when a message asked for it.
   * @throws ConnectorProblem: it is tried again soon, and polls do the work meanwhile
   */
  keep(terms: SubscriptionTerms, signal: AbortSignal): Promise<KeptSubscription>;
  /**
   * The connection is being deleted: ends what the last `keep` returned. Ended already is done.
   * @throws ConnectorProblem: it is tried again for some minutes, then the vendor's own end has to do
   */
  end(kept: Cursor, signal: AbortSignal): Promise<void>;
}

export interface SubscriptionTerms {
  /** What the last call returned; null: there was none. */
  readonly kept: Cursor | null;
  /** Of this connection, as others reach it: without a slash at its end. */
  readonly address: string;
  /** Settings or secrets may be others than in the last call. */
  readonly isChanged: boolean;
}

export interface KeptSubscription {
  /** Stored as JSON, not sealed: ids and times, no secrets. */
  readonly kept: Cursor;
  /** Well before it ends. */
  readonly renewAt: Instant;
}
