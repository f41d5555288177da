import type { Change } from '../../../provisioning/connector/change.js';
import {
  malformedRecord,
  vendorId,
  vendorLanguage,
  vendorText,
} from '../../../provisioning/connector/vendor-record.js';
import type { WorkspaceSettings } from './google-workspace.settings.js';
import type { WorkspaceUser } from './google-workspace.wire.js';

type Settings = Pick<WorkspaceSettings, 'excluded_org_units' | 'include_guests' | 'time_zone' | 'site'>;

/** Pure. A user as they were read, with the names of their groups. */
export function workspaceUserChange(user: WorkspaceUser, groups: readonly string[], settings: Settings): Change {
  const key = vendorId(user.id);
  if (!key) return malformedRecord('id: is no identifier');
  const unit = vendorText(user.orgUnitPath);
  if (unit && settings.excluded_org_units.some((each) => isWithin(unit, each)))
    return { kind: 'ignored', reason: 'in an organizational unit that is left out' };
  const isGuest = typeof user.guestAccountInfo === 'object' && user.guestAccountInfo !== null;
  if (isGuest && !settings.include_guests) return { kind: 'ignored', reason: 'a guest of the company' };
  const email = vendorText(user.primaryEmail)?.toLowerCase();
  const job = mainOf(user.organizations, ({ primary }) => primary === true);
  return {
    kind: 'record',
    mode: 'replace',
    record: {
      key,
      facts: {
        kind: 'employment',
        status: user.suspended === true || user.archived === true ? 'suspended' : 'active',
        userName: email,
        email,
        firstName: vendorText(user.name?.givenName),
        lastName: vendorText(user.name?.familyName),
        displayName: vendorText(user.name?.fullName),
        phone: vendorText(listOf(user.phones).find(({ type }) => type === 'mobile' || type === 'work_mobile')?.value),
        language: vendorLanguage(mainOf(user.languages, ({ preference }) => preference === 'preferred')?.languageCode),
        companyName: vendorText(job?.name),
        // Many name their departments as organizational units.
        department: vendorText(job?.department) ?? unit,
        jobTitle: vendorText(job?.title),
        workerType: isGuest ? 'contractor' : undefined,
        employeeNumber: vendorText(listOf(user.externalIds).find(({ type }) => type === 'organization')?.value),
        site: settings.site,
        timeZone: settings.time_zone,
        groups: groups.length > 0 ? groups : undefined,
      },
    },
  };
}

/** Pure. One of those who were deleted in the last weeks; most of them nobody knows. */
export function workspaceDeletionChange({ id }: WorkspaceUser): Change {
  const key = vendorId(id);
  return key
    ? { kind: 'patch', key, facts: { status: 'terminated' } }
    : { kind: 'ignored', reason: 'deleted, without an id' };
}

function isWithin(unit: string, other: string): boolean {
  const path = other.replace(/\/+$/, '').toLowerCase();
  return unit.toLowerCase() === path || unit.toLowerCase().startsWith(`${path}/`);
}

function mainOf<Item>(list: readonly Item[] | undefined, isMain: (item: Item) => boolean): Item | undefined {
  return listOf(list).find(isMain) ?? listOf(list)[0];
}

function listOf<Item>(list: readonly Item[] | undefined): readonly Item[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === 'object' && each !== null) : [];
}
