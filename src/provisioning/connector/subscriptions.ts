import type { Instant } from '../../kernel/clock.js';
import type { Cursor } from './cursor.js';

/** Subscriptions that have to be renewed from time to time, or the outside system stops sending messages. */
export interface Subscriptions {
  /**
   * Creates or renews it, so that messages come to `address`. Called before the last call's `renewAt`, after a failure,
   * after a change of the connection, and when a message asks for it.
   * @throws ConnectorProblem: it is retried soon, and polls do the work meanwhile
   */
  keep(terms: SubscriptionTerms, signal: AbortSignal): Promise<KeptSubscription>;
  /**
   * The connection is being deleted: ends what the last `keep` returned. It succeeds if that has ended already.
   * @throws ConnectorProblem: it is retried for some minutes, then left to expire at the vendor
   */
  end(kept: Cursor, signal: AbortSignal): Promise<void>;
}

export interface SubscriptionTerms {
  /** What the last call returned; null: there was none. */
  readonly kept: Cursor | null;
  /** This connection's public address, without a trailing slash. */
  readonly address: string;
  /** Settings or secrets may have changed since the last call. */
  readonly isChanged: boolean;
}

export interface KeptSubscription {
  /** Stored as JSON, not sealed: ids and times, no secrets. */
  readonly kept: Cursor;
  /** Well before it ends. */
  readonly renewAt: Instant;
}
