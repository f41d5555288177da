/** How filters write values of a field. `flag` is 0 or 1 (the reference's `disabled`) over a boolean column. */
export type FieldType = 'text' | 'uuid' | 'integer' | 'boolean' | 'flag' | 'instant';

export interface ListField {
  /** Qualified column or a constant SQL expression, never anything from outside: `users.created_at`. */
  readonly column: string;
  readonly type: FieldType;
  /** False: filters only. */
  readonly sortable?: boolean;
  /** False: sorts only. */
  readonly filterable?: boolean;
  /** Converts a filter's text to the column's form, such as lower case for a folded column. */
  readonly fold?: (text: string) => string;
  /**
   * For a computed column with few values: each value as conditions over columns that an index can answer; eq and in
   * use these. A value not listed matches nothing.
   */
  readonly states?: Readonly<Record<string, string>>;
  /** The column has collation "C": `like` with a fixed beginning reads a range of its index. */
  readonly isBytewise?: boolean;
}

/** What a list can be filtered and sorted by, under the resource's names. */
export interface ListFields {
  /** A unique qualified column: every order ends with it, so that pages never overlap. */
  readonly id: string;
  readonly fields: Readonly<Record<string, ListField>>;
  /** Order when none is asked for, as in the parameter: `created_at:asc`, which is the default. */
  readonly sort?: string;
}

declare module '../route.js' {
  interface RouteFacts {
    /** Fields of a list; its page, filter and sort parameters are then allowed. */
    readonly list?: ListFields;
  }
}

/**
 * Names the fields of a list that is no plain table, such as a join; give it to `@List(...)`. A table's are made from
 * its entity: `listFieldsOf(roleTable, 'roles')` (list-fields-of.ts).
 */
export function listFields(fields: ListFields): ListFields {
  return fields;
}
