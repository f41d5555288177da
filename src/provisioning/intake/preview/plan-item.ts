import type { Facts } from '../../facts/facts.js';

/** One thing that would be done: a row of `run_items`, or an item of a preview. */
export interface PlanItem {
  /**
   * create_user, change_user, disable_user, delete_user, create_vouchers, revoke_voucher; unchanged, none, problem,
   * disputed where nothing would be done.
   */
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
