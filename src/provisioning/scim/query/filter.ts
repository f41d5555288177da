/** Numbers stay text: no attribute here is a number, and 007 is not 7. */
export type Literal = string | boolean | null;
export type ScimFilterOperator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** The syntax tree of a filter (RFC 7644, 3.4.2.2). `path` is unchanged. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'present'; readonly path: string }
  | { readonly kind: 'compare'; readonly path: string; readonly operator: ScimFilterOperator; readonly value: Literal }
  /** An element of a list that matches `part`. */
  | { readonly kind: 'element'; readonly path: string; readonly part: Filter };
