/**
 * A user as stored: the kept attributes of RFC 7643 (https://www.rfc-editor.org/rfc/rfc7643, sections 4.1 and 4.3), in
 * one form for all directories, and our extension.
 */
export interface ScimUser {
  readonly userName?: string;
  readonly externalId?: string;
  readonly active?: boolean;
  readonly displayName?: string;
  readonly name?: { readonly formatted?: string; readonly familyName?: string; readonly givenName?: string };
  readonly title?: string;
  /** Free text: Employee, Contractor, Intern, Temp, External … */
  readonly userType?: string;
  /** IANA zone. */
  readonly timezone?: string;
  /** As in Accept-Language: `en-US`, or several. */
  readonly preferredLanguage?: string;
  readonly emails?: readonly { readonly value?: string; readonly type?: string; readonly primary?: boolean }[];
  /** Entra's usual mapping puts the office into `formatted` of the one of type `other`. */
  readonly addresses?: readonly {
    readonly formatted?: string;
    readonly locality?: string;
    readonly type?: string;
    readonly primary?: boolean;
  }[];
  readonly [enterprise]?: {
    readonly employeeNumber?: string;
    readonly department?: string;
    readonly organization?: string;
  };
  readonly [wifi]?: {
    readonly startDate?: string;
    readonly endDate?: string;
    readonly employmentType?: string;
    readonly siteCode?: string;
  };
}

export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
export const wifi = 'urn:ietf:params:scim:schemas:extension:wifi:2.0:User';

/** provisioning/connector/resource-change.ts, as unchecked bytes. */
export interface StoredChange {
  readonly resource?: unknown;
  readonly id?: unknown;
  readonly document?: unknown;
  readonly groups?: unknown;
  readonly isDeleted?: unknown;
  readonly users?: unknown;
}
