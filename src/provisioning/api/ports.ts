import type { Context } from '../../kernel/context.js';
import type { AccountsFate, StoredConnection } from '../connection/stored-connection.js';
import type { InboundRequest } from '../connector/connector.js';
import type { Facts } from '../facts/facts.js';

/** What the outside hears after it pushed something. */
export interface IntakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The way in for what is pushed to us, and back in for what was stored. */
export abstract class InboxIntake {
  /**
   * Verifies the raw request, stores it, then says what that vendor expects to hear. Nothing is answered before it is durable.
   * @throws ConnectorProblem signature_invalid (401) and others; Problem when the connection takes nothing in
   */
  abstract accept(context: Context, connection: StoredConnection, request: InboundRequest): Promise<IntakeAnswer>;

  /**
   * The same for a message at the address that all customers of an app share: taken by every connection of the installation it names whose secret proves it.
   * @throws Problem not_found where no connection has it
   */
  abstract acceptOfApp(context: Context, connector: string, request: InboundRequest): Promise<IntakeAnswer>;

  /** Puts a stored event back to `received`. @throws Problem not_found; conflict when its payload was erased */
  abstract replay(context: Context, eventId: string): Promise<void>;
}

/**
 * `access`: turns what is already known into access anew, without asking the outside; after a changed mapping. `drift`: compares
 * what the console has with what it was last told.
 */
export type RunMode = 'full' | 'incremental' | 'access' | 'drift' | 'endings';

/** Actions on runs; reading them is RunRecords. */
export abstract class Runs {
  /**
   * Queues a run and returns its id; one that is already queued or running in this mode is returned instead.
   * Joins the context's transaction.
   */
  abstract start(context: Context, connection: StoredConnection, wanted: { readonly mode: RunMode; readonly dryRun: boolean }): Promise<string>;

  /** Lets a held run's removals through. @throws Problem not_found; conflict when it is not held or `planHash` is not the present plan's */
  abstract approve(context: Context, runId: string, planHash: string): Promise<void>;

  /** @throws Problem not_found; conflict when it is not held */
  abstract reject(context: Context, runId: string): Promise<void>;

  /** @throws Problem not_found; conflict when it has ended */
  abstract cancel(context: Context, runId: string): Promise<void>;
}

/** On-demand sync of one outside record. */
export abstract class SubjectSync {
  /**
   * Reads the record where the connector can, turns it into access and reconciles its account with priority.
   * Returns once that is under way. @throws Problem not_found; ConnectorProblem
   */
  abstract sync(context: Context, connection: StoredConnection, subjectId: string): Promise<void>;
}

/** One thing that would be done: a row of `run_items`, or an item of a preview. */
export interface PlanItem {
  /** create_user, change_user, disable_user, delete_user, create_vouchers, revoke_voucher; unchanged, none, problem, disputed where nothing would be done. */
  readonly kind: string;
  /** The record's key at the vendor. */
  readonly sourceKey: string | null;
  readonly subjectId: string | null;
  readonly account: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Why, where nothing would be done. */
  readonly detail: string | null;
  /** Of a preview: the record as it was understood. */
  readonly facts?: Facts;
}

export interface PreviewRequest {
  /** Pasted records; absent: those that are stored. */
  readonly records?: readonly { readonly key: string; readonly facts: Facts }[];
  /** A message of the outside as it would arrive; interpreted by the connector. */
  readonly payload?: Buffer;
  /** The connection's settings are not those that are saved. */
  readonly otherSettings?: boolean;
  readonly limit: number;
}

/** What would happen, without effect. */
export abstract class Previewer {
  /** `connection` has the settings and access to try, saved or not. At most `limit` items. */
  abstract preview(context: Context, connection: StoredConnection, request: PreviewRequest): Promise<PlanItem[]>;
}

/** Parts with accounts before their connection is deleted. */
export abstract class AccountsCloser {
  /**
   * Called in the transaction that closes the connection. `keep`: releases the bindings, so the accounts are nobody's of
   * ours. `disable`, `delete`: ends every entitlement and marks the identities dirty with priority. The connection's row
   * stays (disabled, `closing` set) until no identity of it is dirty.
   */
  abstract close(inside: Context, connection: StoredConnection, fate: AccountsFate): Promise<void>;
}

/** An operator's word that a disputed record and an existing account are the same person. */
export abstract class LinkApproval {
  /**
   * Links the record to the account it is disputed over: one of another connection, or one of the console that is not ours
   * (which becomes `adopted`: its password and name stay as they are, and it is never deleted). Then reconciles it.
   * @throws Problem not_found; conflict when nothing is disputed
   */
  abstract approve(context: Context, connection: StoredConnection, subjectId: string): Promise<void>;
}
