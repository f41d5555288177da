/** https://learn.microsoft.com/graph/api/resources/user: what is asked for, and nothing else. */
export interface EntraUser {
  readonly id: string;
  readonly accountEnabled?: boolean | null;
  readonly displayName?: string | null;
  readonly givenName?: string | null;
  readonly surname?: string | null;
  readonly mail?: string | null;
  readonly userPrincipalName?: string | null;
  readonly mobilePhone?: string | null;
  readonly preferredLanguage?: string | null;
  readonly companyName?: string | null;
  readonly department?: string | null;
  readonly jobTitle?: string | null;
  readonly officeLocation?: string | null;
  readonly employeeId?: string | null;
  readonly employeeType?: string | null;
  /** An instant. */
  readonly employeeHireDate?: string | null;
  /** An instant; only with User-LifeCycleInfo.Read.All. */
  readonly employeeLeaveDateTime?: string | null;
  /** Member or Guest; null for some that came from a directory on premises. */
  readonly userType?: string | null;
  /** In a delta: `changed`, to the recycle bin; `deleted`, for good. */
  readonly '@removed'?: { readonly reason?: string };
}

/** https://learn.microsoft.com/graph/delta-query-groups: members that were added, and those that were removed. */
export interface EntraGroup {
  readonly id: string;
  readonly displayName?: string | null;
  readonly 'members@delta'?: readonly {
    readonly '@odata.type'?: string;
    readonly id?: string;
    readonly '@removed'?: { readonly reason?: string };
  }[];
  readonly '@removed'?: { readonly reason?: string };
}

export interface EntraPage {
  readonly value?: unknown;
  readonly '@odata.nextLink'?: unknown;
  readonly '@odata.deltaLink'?: unknown;
}

/** https://learn.microsoft.com/graph/api/resources/changenotification. */
export interface EntraNotification {
  readonly subscriptionId?: unknown;
  readonly clientState?: unknown;
  readonly changeType?: unknown;
  readonly resourceData?: { readonly '@odata.type'?: unknown; readonly id?: unknown };
  /** reauthorizationRequired, subscriptionRemoved or missed: about the subscription, not about a person. */
  readonly lifecycleEvent?: unknown;
}

/** https://learn.microsoft.com/graph/api/resources/subscription. */
export interface EntraSubscription {
  readonly id?: unknown;
  readonly expirationDateTime?: unknown;
}

export const userType = '#microsoft.graph.user';
export const groupType = '#microsoft.graph.group';

const userProperties = [
  'id',
  'accountEnabled',
  'displayName',
  'givenName',
  'surname',
  'mail',
  'userPrincipalName',
  'mobilePhone',
  'preferredLanguage',
  'companyName',
  'department',
  'jobTitle',
  'officeLocation',
  'employeeId',
  'employeeType',
  'employeeHireDate',
  'userType',
] as const;
export const leaveDate = 'employeeLeaveDateTime';

/** `$select`: changes of what is not in it are not told either. */
export function selectedOf({ leave_dates: withLeave }: { readonly leave_dates: boolean }): string {
  return [...userProperties, ...(withLeave ? [leaveDate] : [])].join(',');
}
