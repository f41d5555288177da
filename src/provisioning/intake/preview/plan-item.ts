import type { Facts } from '../../facts/facts.js';

/** One planned action: a row of `run_items`, or an item of a preview. */
export interface PlanItem {
  /**
   * create_user, change_user, disable_user, delete_user, create_vouchers, change_voucher, revoke_voucher; unchanged,
   * none, problem or disputed when nothing would be done.
   */
  readonly kind: string;
  /** The record's key at the vendor. */
  readonly sourceKey: string | null;
  readonly subjectId: string | null;
  readonly account: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** Why nothing would be done, or why the console may refuse it. */
  readonly detail: string | null;
  /** In a preview: the record as understood. */
  readonly facts?: Facts;
}

export interface PreviewRequest {
  /** Pasted records; absent: the stored ones. */
  readonly records?: readonly { readonly key: string; readonly facts: Facts }[];
  /** A message as the outside system would send it; the connector interprets it. */
  readonly payload?: Buffer;
  /** The connection's settings are not the saved ones. */
  readonly otherSettings?: boolean;
  readonly limit: number;
}
