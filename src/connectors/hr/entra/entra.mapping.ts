import { DateTime } from 'luxon';
import type { Change } from '../../../provisioning/connector/change.js';
import {
  malformedRecord,
  vendorId,
  vendorLanguage,
  vendorText,
} from '../../../provisioning/connector/vendor-record.js';
import type { Employment } from '../../../provisioning/facts/facts.js';
import type { EntraSettings } from './entra.settings.js';
import type { EntraUser } from './entra.wire.js';

type Settings = Pick<EntraSettings, 'time_zone' | 'site' | 'include_guests' | 'leave_dates'>;

/** What a person may lack: a delta leaves out what was never set. */
const erasable = [
  'firstName',
  'lastName',
  'displayName',
  'email',
  'phone',
  'language',
  'companyName',
  'department',
  'jobTitle',
  'employeeNumber',
  'workerType',
  'site',
  'startDate',
  'endDate',
  'userName',
] as const satisfies readonly (keyof Employment)[];

/** Pure. A person as they were read, with the names of their groups. */
export function personChange(user: EntraUser, groups: readonly string[] | undefined, settings: Settings): Change {
  const key = vendorId(user.id);
  if (!key) return malformedRecord('id: is no identifier');
  if (isPassedOver(user, settings)) return { kind: 'ignored', reason: 'a guest of the directory' };
  const facts = { ...employmentOf(user, settings), groups: groups && groups.length > 0 ? groups : undefined };
  return { kind: 'record', mode: 'replace', record: { key, facts } };
}

/**
 * Pure. A person in a round of changes: everything that is asked for, as it is now, but groups, which have rounds of
 * their own. What the round says is used, not only as a hint: a reading may come from a copy that is behind.
 */
export function changesOfDelta(user: EntraUser, settings: Settings): readonly Change[] {
  const key = vendorId(user.id);
  if (!key) return [malformedRecord('id: is no identifier')];
  if (user['@removed']) return [left(key)];
  // A round may tell less than all of a person.
  if (typeof user.accountEnabled !== 'boolean') return [{ kind: 'hint', of: 'record', key }];
  if (isPassedOver(user, settings)) return [left(key)];
  const facts = employmentOf(user, settings);
  const gaps = erasable.filter((name) => facts[name] === undefined);
  return [
    { kind: 'record', mode: 'merge', record: { key, facts } },
    { kind: 'patch', key, facts: Object.fromEntries(gaps.map((name) => [name, null])) },
  ];
}

/** Their planned last day counts no more. */
function left(key: string): Change {
  return { kind: 'patch', key, facts: { status: 'terminated', endDate: null } };
}

function isPassedOver({ userType }: EntraUser, { include_guests: withGuests }: Settings): boolean {
  return !withGuests && vendorText(userType)?.toLowerCase() === 'guest';
}

function employmentOf(user: EntraUser, settings: Settings): Employment {
  const userName = vendorText(user.userPrincipalName);
  return {
    kind: 'employment',
    status: user.accountEnabled === true ? 'active' : user.accountEnabled === false ? 'suspended' : 'unknown',
    userName,
    firstName: vendorText(user.givenName),
    lastName: vendorText(user.surname),
    displayName: vendorText(user.displayName),
    email: emailOf(user),
    phone: vendorText(user.mobilePhone),
    language: vendorLanguage(user.preferredLanguage),
    companyName: vendorText(user.companyName),
    department: vendorText(user.department),
    jobTitle: vendorText(user.jobTitle),
    employeeNumber: vendorText(user.employeeId),
    workerType: workerTypeOf(user),
    site: vendorText(user.officeLocation) ?? settings.site,
    timeZone: settings.time_zone,
    startDate: dayOf(user.employeeHireDate, settings.time_zone),
    endDate: settings.leave_dates ? dayOf(user.employeeLeaveDateTime, settings.time_zone) : undefined,
  };
}

/** The name of a guest's account is their address in another form, with #EXT# in it: no address. */
function emailOf({ mail, userPrincipalName }: EntraUser): string | undefined {
  const address = vendorText(mail) ?? vendorText(userPrincipalName);
  return address && /^[^\s@#]+@[^\s@]+$/.test(address) ? address.toLowerCase() : undefined;
}

/** Free text of each tenant. */
function workerTypeOf({ employeeType, userType }: EntraUser): Employment['workerType'] {
  const type = vendorText(employeeType);
  if (vendorText(userType)?.toLowerCase() === 'guest') return 'contractor';
  if (!type) return undefined;
  if (/contract|extern|freelanc|consult|vendor|temp|agency/i.test(type)) return 'contractor';
  if (/intern|trainee|apprentic|student/i.test(type)) return 'intern';
  return /employ|staff|regular|permanent|full.?time|part.?time/i.test(type) ? 'employee' : 'other';
}

/** Days are instants there: midnight of UTC is written for a day without a time, any other instant is in the zone. */
function dayOf(written: unknown, zone: string): string | undefined {
  const text = vendorText(written);
  if (!text) return undefined;
  const at = DateTime.fromISO(text, { zone: 'utc' });
  if (!at.isValid) return undefined;
  return (at.toMillis() % 86_400_000 === 0 ? at : at.setZone(zone)).toISODate() ?? undefined;
}
