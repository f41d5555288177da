import type { Change } from '../../../provisioning/connector/change.js';
import type { Employment } from '../../../provisioning/facts/facts.js';
import { malformedRecord, vendorZone } from '../../../provisioning/connector/vendor-record.js';
import type { ScimSettings } from './scim.settings.js';
import { enterprise, type ScimUser, type StoredChange, wifi } from './scim.wire.js';

/** What a stored change means. It has no version: the order of receipt is the order in which it was stored. */
export function changesOfScim(stored: StoredChange, settings: Pick<ScimSettings, 'groups'>): readonly Change[] {
  switch (stored.resource) {
    case 'user':
      return [userChange(stored, settings)];
    case 'memberships':
      return Array.isArray(stored.users)
        ? stored.users.map((user) => membershipChange(user, settings))
        : [malformedRecord('users is not a list')];
    default:
      return stored.resource === undefined
        ? [malformedRecord('It does not say what changed')]
        : [{ kind: 'ignored', reason: 'It is about neither a user nor memberships' }];
  }
}

function userChange({ id, document, groups, isDeleted }: StoredChange, settings: Pick<ScimSettings, 'groups'>): Change {
  if (!isId(id) || typeof document !== 'object' || document === null)
    return malformedRecord('A user without id or document');
  return {
    kind: 'record',
    mode: 'replace',
    record: { key: id, facts: employmentOf(document, chosen(groups, settings), isDeleted === true) },
  };
}

/** Only the groups: everything else about the person stays. */
function membershipChange(user: unknown, settings: Pick<ScimSettings, 'groups'>): Change {
  const { id, groups } = (user ?? {}) as StoredChange;
  if (!isId(id) || !Array.isArray(groups)) return malformedRecord('A membership without id or groups');
  const names = chosen(groups, settings);
  return { kind: 'patch', key: id, facts: { groups: names.length > 0 ? names : null } };
}

/**
 * `active` is the one reliable end that directories send: false ends access at once, whatever the dates say. Days are
 * in the person's time zone, if known.
 */
export function employmentOf(user: ScimUser, groups: readonly string[], isDeleted: boolean): Employment {
  const isOver = isDeleted || user.active === false;
  const { startDate, endDate, employmentType, siteCode } = user[wifi] ?? {};
  const { employeeNumber, department, organization } = user[enterprise] ?? {};
  return {
    kind: 'employment',
    status: isDeleted ? 'terminated' : isOver ? 'suspended' : 'active',
    userName: user.userName,
    firstName: user.name?.givenName,
    lastName: user.name?.familyName,
    displayName: user.displayName ?? user.name?.formatted,
    email: emailOf(user),
    language: /^[a-z]{2}(?![a-z])/i.exec(user.preferredLanguage ?? '')?.[0].toLowerCase(),
    companyName: organization,
    site: siteCode ?? placeOf(user),
    timeZone: vendorZone(user.timezone),
    employeeNumber,
    department,
    jobTitle: user.title,
    workerType: workerTypeOf(employmentType ?? user.userType),
    startDate: dayOf(startDate),
    endDate: isOver ? undefined : dayOf(endDate),
    revokeNow: isOver ? true : undefined,
    groups: groups.length > 0 ? groups : undefined,
  };
}

/** The work address, else the preferred, else the first; a directory that maps no address uses it as the username. */
function emailOf({ emails = [], userName = '' }: ScimUser): string | undefined {
  const found =
    emails.find(({ type }) => type?.toLowerCase() === 'work') ?? emails.find(({ primary }) => primary) ?? emails.at(0);
  return found?.value ?? (/^[^\s@]+@[^\s@]+$/.test(userName) ? userName : undefined);
}

function placeOf({ addresses = [] }: ScimUser): string | undefined {
  const address =
    addresses.find(({ type }) => type?.toLowerCase() === 'work') ??
    addresses.find(({ primary }) => primary) ??
    addresses.at(0);
  return address?.locality ?? address?.formatted;
}

/** Entra ID sends days as instants at midnight; any other form is reported as it came. */
function dayOf(written: string | undefined): string | undefined {
  return written !== undefined && /^\d{4}-\d\d-\d\dT/.test(written) ? written.slice(0, 10) : written;
}

/** Free text in every directory; an unknown word is neither. */
function workerTypeOf(type: string | undefined): Employment['workerType'] {
  if (type === undefined) return undefined;
  if (/contract|extern|freelanc|consult|vendor|guest|temp|agency/i.test(type)) return 'contractor';
  if (/intern|trainee|apprentic|student/i.test(type)) return 'intern';
  return /employ|staff|regular|permanent|full.?time|part.?time|member/i.test(type) ? 'employee' : 'other';
}

function chosen(groups: unknown, settings: Pick<ScimSettings, 'groups'>): string[] {
  const names = Array.isArray(groups) ? groups.filter((each): each is string => typeof each === 'string') : [];
  const wanted = settings.groups && new Set(settings.groups.map((each) => each.toLowerCase()));
  return wanted ? names.filter((each) => wanted.has(each.toLowerCase())) : names;
}

function isId(id: unknown): id is string {
  return typeof id === 'string' && id !== '';
}
