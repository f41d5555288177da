/** Numbers stay the text they are: no attribute here is one, and 007 is not 7. */
export type Literal = string | boolean | null;
export type ScimFilterOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** RFC 7644, 3.4.2.2, as a tree. `path` is as it was written. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'compare'; readonly path: string; readonly operator: ScimFilterOperator; readonly value: Literal }
  /** One element of a list that fits `part`. */
  | { readonly kind: 'element'; readonly path: string; readonly part: Filter };
