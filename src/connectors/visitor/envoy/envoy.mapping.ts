import type { Instant } from '../../../kernel/clock.js';
import type { Change, SourceRecord } from '../../../provisioning/connector/change.js';
import type { Visit } from '../../../provisioning/facts/facts.js';
import {
  malformedRecord,
  vendorId,
  vendorLine,
  vendorNames,
  vendorZone,
  withoutUndefined,
} from '../../../provisioning/connector/vendor-record.js';
import { fieldIn, envoyInstant } from './envoy.reading.js';
import type { EnvoySettings } from './envoy.settings.js';
import type {
  EnvoyAttributes,
  EnvoyEntry,
  EnvoyEntryEvent,
  EnvoyInvite,
  EnvoyInviteEvent,
  EnvoyLocationAttributes,
  EnvoyPayload,
} from './envoy.wire.js';

export type EnvoyLabels = Pick<EnvoySettings, 'company_field' | 'purpose_field'>;

/** Where a visit is, as far as known. */
export interface EnvoyPlace {
  readonly site?: string;
  readonly timeZone?: string;
}

export const entryKey = (id: string): string => `entry/${id}`;
export const inviteKey = (id: string): string => `invite/${id}`;

interface Moments {
  readonly signInAt: Instant;
  readonly signOutAt?: Instant;
  readonly reviewedAt?: Instant;
}

type Standing = 'plain' | 'held' | 'approved' | 'ended' | 'denied';

const standings: readonly Standing[] = ['plain', 'held', 'approved'];

/**
 * Orders the reports about one entry, whenever they arrive. A later sign-in begins anew. Within one sign-in, its end
 * outranks everything before it, and a refusal outranks everything. Until then a person's later decision holds; without
 * one, a review outranks a sign-in that knows of none. Events give times in seconds, lists in milliseconds: a sign-in
 * counts by its minute, so that it is the same in both.
 */
export function envoyVersion(standing: Standing, { signInAt, signOutAt, reviewedAt }: Moments): string {
  switch (standing) {
    case 'denied':
      return `${minuteOf(signInAt)}~3`;
    case 'ended':
      return `${minuteOf(signInAt)}~2~${secondOf(signOutAt ?? signInAt)}`;
    default:
      return [minuteOf(signInAt), 1, secondOf(reviewedAt ?? signInAt), standings.indexOf(standing)].join('~');
  }
}

const minuteOf = (instant: Instant): string => instant.slice(0, 16);
const secondOf = (instant: Instant): string => instant.slice(0, 19);

/** An entry from an event. `receivedAt` stands in for times that a sign-out or a refusal lacks. */
export function visitOfEntry(
  event: EnvoyEntryEvent,
  payload: EnvoyPayload,
  place: EnvoyPlace,
  labels: EnvoyLabels,
  receivedAt: Instant,
): Change {
  const id = vendorId(payload.id);
  if (!id) return malformedRecord('payload.id is not an id');
  const attributes = payload.attributes ?? {};
  const standing = standingOf(event, attributes);
  const times = timesOf(standing, attributes, receivedAt);
  if (typeof times === 'string') return malformedRecord(`${times} is not a time`, entryKey(id));
  const facts: Visit = withoutUndefined({
    kind: 'visit',
    status: statusOf(standing),
    ...personOf(attributes),
    ...place,
    signInAt: times.signInAt,
    signOutAt: standing === 'ended' ? times.signOutAt : undefined,
    visitType: vendorLine(attributes['flow-name']),
    purpose: fieldIn(attributes['user-data'], labels.purpose_field),
    companyName: fieldIn(attributes['user-data'], labels.company_field),
    hostName: vendorLine(attributes.host),
    hostEmail: vendorLine(attributes['host-email']),
  });
  return {
    kind: 'record',
    mode: 'merge',
    record: { key: entryKey(id), version: envoyVersion(standing, times), ...guestKeyOf(payload), facts },
  };
}

/** An expected visitor. Events of invites have neither a version nor a departure: their order is that of receipt. */
export function visitOfInvite(
  event: EnvoyInviteEvent,
  payload: EnvoyPayload,
  place: EnvoyPlace,
  labels: EnvoyLabels,
): Change {
  const id = vendorId(payload.id);
  if (!id) return malformedRecord('payload.id is not an id');
  const attributes = payload.attributes ?? {};
  const isOver = attributes.arrived === true || envoyInstant(attributes['signed-in-at']) !== undefined;
  const facts: Visit = withoutUndefined({
    kind: 'visit',
    status: event === 'invite_removed' ? 'cancelled' : isOver ? 'ended' : 'expected',
    ...personOf(attributes),
    ...place,
    expectedArrivalAt: envoyInstant(attributes['expected-arrival-time']),
    expectedDepartureAt: envoyInstant(attributes['expected-departure-time']),
    visitType: vendorLine(attributes['flow-name']),
    purpose: fieldIn(attributes['user-data'], labels.purpose_field),
    companyName: fieldIn(attributes['user-data'], labels.company_field),
    hostName: vendorLine(attributes['inviter-name']),
    hostEmail: vendorLine(attributes['inviter-email']),
  });
  return { kind: 'record', mode: 'merge', record: { key: inviteKey(id), ...guestKeyOf(payload), facts } };
}

/**
 * An entry from the list: it says less about the person, and nothing about approvals. For somebody who left, only what
 * is needed to know that is kept.
 */
export function visitOfListedEntry(
  entry: EnvoyEntry,
  place: EnvoyPlace & { readonly visitType?: string },
  labels: EnvoyLabels,
  startsVisits: boolean,
): Change {
  const id = vendorId(entry.id);
  if (!id) return malformedRecord('an entry of the list has no id');
  const signInAt = envoyInstant(entry.signedInAt);
  const isGone = entry.signedOutAt !== null && entry.signedOutAt !== undefined;
  const signOutAt = envoyInstant(entry.signedOutAt);
  if (!signInAt || (isGone && !signOutAt))
    return malformedRecord(`${signInAt ? 'signedOutAt' : 'signedInAt'} is not a time`, entryKey(id));
  const key = entryKey(id);
  if (isGone)
    return merged({
      key,
      version: envoyVersion('ended', { signInAt, signOutAt }),
      facts: withoutUndefined({ kind: 'visit', status: 'ended', signInAt, signOutAt }),
    });
  const facts: Visit = withoutUndefined({
    kind: 'visit',
    status: 'active',
    ...vendorNames(entry.fullName),
    email: vendorLine(entry.email),
    ...place,
    signInAt,
    purpose: fieldIn(entry.customFields, labels.purpose_field),
    companyName: fieldIn(entry.customFields, labels.company_field),
    hostName: fieldIn(entry.customFields, 'Host'),
  });
  const version = envoyVersion('plain', { signInAt });
  if (startsVisits) return merged({ key, version, facts });
  return { kind: 'patch', key, version, facts: { signInAt } };
}

/** An invite as read. */
export function visitOfReadInvite(
  id: string,
  invite: EnvoyInvite,
  place: EnvoyPlace & { readonly visitType?: string },
): Change {
  const refused = vendorLine(invite.approvalStatus)?.toLowerCase() === 'denied';
  return merged({
    key: inviteKey(id),
    facts: withoutUndefined({
      kind: 'visit',
      status: refused ? 'denied' : 'expected',
      ...vendorNames(invite.invitee?.fullName ?? invite.invitee?.name),
      email: vendorLine(invite.invitee?.email),
      ...place,
      ...expectedTimes(invite),
      hostName: vendorLine(invite.host?.fullName ?? invite.host?.name),
      hostEmail: vendorLine(invite.host?.email),
    }),
  });
}

export function expectedTimes({
  expectedArrivalAt,
  expectedDepartureAt,
}: EnvoyInvite): Pick<Visit, 'expectedArrivalAt' | 'expectedDepartureAt'> {
  return withoutUndefined({
    expectedArrivalAt: envoyInstant(expectedArrivalAt),
    expectedDepartureAt: envoyInstant(expectedDepartureAt),
  });
}

export function envoyPlaceOf(attributes: EnvoyLocationAttributes | undefined): EnvoyPlace {
  return withoutUndefined({
    site: vendorLine(attributes?.name),
    timeZone: vendorZone(attributes?.timezone ?? attributes?.['time-zone']),
  });
}

/** Refused agreements count as not yet let in, just like a review. */
function standingOf(event: EnvoyEntryEvent, attributes: EnvoyAttributes): Standing {
  const approval = attributes['approval-status'];
  const word = vendorLine(approval?.status)?.toLowerCase();
  if (event === 'entry_blacklist_deny' || word === 'denied') return 'denied';
  if (event === 'entry_sign_out' || vendorLine(attributes['signed-out-at'])) return 'ended';
  if (word === 'review' || word === 'pending' || attributes['agreement-refused'] === true) return 'held';
  // A person let them in after all; a review that is reported late must not undo that.
  if (word === 'approved' && (approval?.['auto-approved'] === false || envoyInstant(approval?.['reviewed-at'])))
    return 'approved';
  return event === 'entry_blacklist_review' ? 'held' : 'plain';
}

function statusOf(standing: Standing): Visit['status'] {
  return standing === 'plain' || standing === 'approved' ? 'active' : standing;
}

/** The name of an unreadable attribute that access would depend on. */
function timesOf(standing: Standing, attributes: EnvoyAttributes, receivedAt: Instant): Moments | 'signed-in-at' {
  const signOutAt = standing === 'ended' ? (envoyInstant(attributes['signed-out-at']) ?? receivedAt) : undefined;
  const reviewedAt = envoyInstant(attributes['approval-status']?.['reviewed-at']);
  const signInAt = envoyInstant(attributes['signed-in-at']);
  if (signInAt) return { signInAt, signOutAt, reviewedAt };
  if (standing === 'ended' || standing === 'denied')
    return { signInAt: signOutAt ?? reviewedAt ?? receivedAt, signOutAt, reviewedAt };
  return 'signed-in-at';
}

function personOf(attributes: EnvoyAttributes): Partial<Visit> {
  return {
    ...vendorNames(attributes['full-name']),
    email: vendorLine(attributes.email),
    phone: vendorLine(attributes['phone-number']),
  };
}

function guestKeyOf(payload: EnvoyPayload): { readonly guestKey?: string } {
  const guestKey = vendorId(payload['visitor-profile-id']);
  return guestKey ? { guestKey } : {};
}

function merged(record: SourceRecord<Visit>): Change {
  return { kind: 'record', mode: 'merge', record };
}
