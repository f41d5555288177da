/** https://developers.google.com/workspace/admin/directory/reference/rest/v1/users: what is asked for. */
export interface WorkspaceUser {
  readonly id?: unknown;
  readonly primaryEmail?: unknown;
  readonly name?: { readonly givenName?: unknown; readonly familyName?: unknown; readonly fullName?: unknown };
  readonly suspended?: unknown;
  readonly archived?: unknown;
  readonly orgUnitPath?: unknown;
  readonly organizations?: readonly {
    readonly name?: unknown;
    readonly department?: unknown;
    readonly title?: unknown;
    readonly primary?: unknown;
  }[];
  readonly phones?: readonly { readonly value?: unknown; readonly type?: unknown; readonly primary?: unknown }[];
  readonly externalIds?: readonly { readonly value?: unknown; readonly type?: unknown }[];
  readonly languages?: readonly { readonly languageCode?: unknown; readonly preference?: unknown }[];
  /** Somebody from outside, https://developers.google.com/workspace/admin/directory/reference/rest/v1/users/createGuest. */
  readonly guestAccountInfo?: unknown;
}

export const workspaceUserFields =
  'id,primaryEmail,name(givenName,familyName,fullName),suspended,archived,orgUnitPath,organizations(name,department,' +
  'title,primary),phones(value,type,primary),externalIds(value,type),languages(languageCode,preference),' +
  'guestAccountInfo';

/** https://developers.google.com/workspace/admin/directory/reference/rest/v1/members. */
export interface WorkspaceMember {
  readonly id?: unknown;
  /** USER, GROUP, or CUSTOMER: everybody. */
  readonly type?: unknown;
}

/** The answer to `users.watch`. */
export interface WorkspaceChannel {
  readonly id?: unknown;
  readonly resourceId?: unknown;
  /** Milliseconds since 1970, as a text. */
  readonly expiration?: unknown;
}

/** https://developers.google.com/workspace/admin/directory/v1/guides/push: the body of a message. */
export interface WorkspaceMessage {
  readonly kind?: unknown;
  readonly id?: unknown;
}

export const userKind = 'admin#directory#user';
/** One channel for each; a suspended user is an updated one. */
export const watchedEvents = ['add', 'update', 'delete', 'undelete'] as const;

const scope = (name: string) => `https://www.googleapis.com/auth/admin.directory.${name}.readonly`;
export const scopes = { people: scope('user'), groups: `${scope('group')} ${scope('group.member')}` } as const;
