/** What is stored when the outside changes a resource that it keeps with us: the body of a message, as JSON. */
export type ResourceChange =
  | {
      readonly resource: 'user';
      readonly id: string;
      /** The user as it now is, or last was: see `isDeleted`. Attributes as RFC 7643 names them. */
      readonly document: Readonly<Record<string, unknown>>;
      /** Names of the groups, sorted. */
      readonly groups: readonly string[];
      readonly isDeleted?: boolean;
    }
  /** All groups of users whose memberships changed, or whose groups have other names. */
  | {
      readonly resource: 'memberships';
      readonly users: readonly { readonly id: string; readonly groups: readonly string[] }[];
    };
