import type { FieldProblem } from '../../kernel/errors.js';

/**
 * What became of one row of a set-based call. Expected outcomes are values: a set never throws for one row's sake, and
 * a row that fails leaves the transaction usable.
 *
 * - `conflict`: a name or external id is taken (`id`: by whom, when it is one record), or what was to go is in use
 * (`usedBy`: by how many of what);
 * - `stale`: `ifRevision` is no longer the record's revision;
 * - `invalid`: pointers are `#/<field as the API names it>`.
 */
export type SetResult =
  | { readonly status: 'created' | 'changed' | 'unchanged' | 'deleted'; readonly id: string }
  | { readonly status: 'not_found' }
  | { readonly status: 'conflict'; readonly detail: string; readonly id: string | null; readonly usedBy?: UseCounts }
  | { readonly status: 'stale'; readonly id: string; readonly revision: number }
  | { readonly status: 'invalid'; readonly errors: readonly FieldProblem[] };

/** How many records of each kind refer to one, by the kind's name in the API: `{ users: 12, vouchers: 3 }`. */
export type UseCounts = Readonly<Record<string, number>>;

/** One record: by its id, or by a key that is unique in the organization. */
export type SetTarget<Key extends string = string> = { readonly by: 'id' | Key; readonly value: string };

/** The revision, or one of those, that a record must have for the step to be done. */
export type Revision = number | readonly number[];

/** One wish in an ordered list: later steps see what earlier ones did. */
export type Step<Values extends object, Key extends string = string> =
  | { readonly op: 'create'; readonly values: Partial<Values> }
  | {
      readonly op: 'update';
      readonly target: SetTarget<Key>;
      readonly values: Partial<Values>;
      readonly ifRevision?: Revision;
    }
  /** Changes the target when it exists, else creates a record from `values` and the target's key. */
  | { readonly op: 'upsert'; readonly target: SetTarget<Key>; readonly values: Partial<Values> }
  | { readonly op: 'delete'; readonly target: SetTarget<Key>; readonly ifRevision?: Revision };
