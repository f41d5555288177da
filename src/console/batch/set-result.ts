import type { FieldProblem } from '../../kernel/errors.js';

/**
 * The result for one row of a set-based call. Expected outcomes are values: a set never throws because of one row, and
 * a row that fails leaves the transaction usable.
 *
 * - `conflict`: a name or external id is taken (`id`: by which record, if it is one), or the record to delete is in use
 *   (`usedBy`: by how many of which kind);
 * - `stale`: `ifRevision` is no longer the record's revision;
 * - `invalid`: pointers are `#/<field as the API names it>`.
 */
export type SetResult =
  | { readonly status: 'created' | 'changed' | 'unchanged' | 'deleted'; readonly id: string }
  | { readonly status: 'not_found' }
  | { readonly status: 'conflict'; readonly detail: string; readonly id: string | null; readonly usedBy?: UseCounts }
  | { readonly status: 'stale'; readonly id: string; readonly revision: number }
  | { readonly status: 'invalid'; readonly errors: readonly FieldProblem[] };

/** How many records of each kind refer to one, by the API's name of the kind: `{ users: 12, vouchers: 3 }`. */
export type UseCounts = Readonly<Record<string, number>>;

/** One record, by its id or by a key that is unique in the organization. */
export type SetTarget<Key extends string = string> = { readonly by: 'id' | Key; readonly value: string };

/** The revision, or revisions, one of which the record must have for the step to be done. */
export type Revision = number | readonly number[];

/** One step of an ordered list. Later steps see what earlier ones did. */
export type Step<Values extends object, Key extends string = string> =
  | { readonly op: 'create'; readonly values: Partial<Values> }
  | {
      readonly op: 'update';
      readonly target: SetTarget<Key>;
      readonly values: Partial<Values>;
      readonly ifRevision?: Revision;
    }
  /** Changes the target if it exists, else creates a record from `values` and the target's key. */
  | { readonly op: 'upsert'; readonly target: SetTarget<Key>; readonly values: Partial<Values> }
  | { readonly op: 'delete'; readonly target: SetTarget<Key>; readonly ifRevision?: Revision };
