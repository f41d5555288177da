import type { AccessCondition } from '../../access/access-condition.dto.js';
import type { FactKind } from '../../facts/facts.js';

/**
 * How records of any system become facts, written by the operator who connects it (docs/mapping-document.md). It
 * evaluates nothing: JSON Pointers find a value, named transforms shape it, conditions select the rule.
 */
export interface MappingDocument {
  /** Of this form of document. */
  readonly version: 1;
  readonly kind: FactKind;
  /**
   * Pointer to the list of records in the message; '' when the message itself is the list; absent: the message is the
   * record.
   */
  readonly records?: string;
  /** The first rule whose `when` holds decides what the record means; without one, it is ignored. */
  readonly match: readonly MatchRule[];
  /** What never changes about the record at its source; several values are joined by `/`. */
  readonly key: MappedValue | readonly MappedValue[];
  /** Rises with every change at the source: a whole number or an instant. Without it, the order of receipt counts. */
  readonly record_version?: MappedValue;
  /** By snake_case name of the fact. */
  readonly fields: Readonly<Record<string, MappedValue>>;
  readonly constants?: Readonly<Record<string, Constant>>;
  /** Facts without which a record that gives access is malformed. */
  readonly required?: readonly string[];
  /** For the transform `lookup:<table>`. */
  readonly tables?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A message the document must understand to be saved. */
  readonly sample?: unknown;
}

export interface MatchRule {
  /** `field` is a pointer. Absent: always. */
  readonly when?: readonly AccessCondition[];
  readonly status?: string;
  /** `remove`: no longer there. */
  readonly action?: 'ignore' | 'remove';
  /** `merge`: what the record does not mention stays. */
  readonly mode?: 'replace' | 'merge';
}

export interface MappedValue {
  /** `/x` is in the record, `#/x` in the whole message. */
  readonly path: string;
  /**
   * Where `path` is a list: its first member in which this holds, and what of it to take. `latest`: of all such members
   * the latest text, as of days and instants; nothing, where one of them has none and so does not end.
   */
  readonly find?: AccessCondition & { readonly take: string; readonly of?: 'first' | 'latest' };
  readonly transform?: readonly string[];
  /** What cannot be read counts as absent, instead of making the record malformed. */
  readonly lenient?: boolean;
}

export type Constant = string | boolean | readonly string[];
