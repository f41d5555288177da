import { instantAt, type Instant } from '../../../kernel/clock.js';
import type { Change } from '../../../provisioning/connector/change.js';
import type { Presence } from '../../../provisioning/facts/facts.js';
import { malformedRecord, vendorText } from '../../../provisioning/connector/vendor-record.js';
import type { KisiSettings } from './kisi.settings.js';
import type { KisiEvent, KisiMember } from './kisi.wire.js';

/**
 * Events name members by the member's id, doors name people by the user's id: the user id is the key, the member id the
 * parent.
 */
export const memberHint = 'member/';

/**
 * A member as a presence, keyed by the user's id, which doors name. The facts are merged: doors report a sighting
 * sooner than the list does, and the later of the two counts.
 */
export function changeOfMember(member: KisiMember): Change {
  if (!Number.isSafeInteger(member.id)) return malformedRecord('id of a member is missing');
  const userId = member.user_id ?? member.user?.id;
  // An invitation that nobody has accepted opens no door.
  if (!Number.isSafeInteger(userId)) return { kind: 'ignored', reason: 'a member without a user' };
  return {
    kind: 'record',
    mode: 'merge',
    record: {
      key: String(userId),
      parentKey: `${memberHint}${member.id}`,
      facts: {
        kind: 'presence',
        status: statusOf(member),
        displayName: vendorText(member.name) ?? vendorText(member.user?.name),
        email: vendorText(member.user?.email),
        seenAt: hourOf(member.last_accessed_at),
      },
    },
  };
}

/** Both switches must be on; an absent one counts as on. */
function statusOf({
  access_enabled: enabled,
  scim_access_enabled: enabledByDirectory,
}: KisiMember): Presence['status'] {
  return enabled === false || enabledByDirectory === false ? 'removed' : 'active';
}

/**
 * What an event means. An opened door is a sighting; any event about a member is a hint to read. A lockdown takes
 * nobody's Wi-Fi: people need it then.
 */
export function changeOfKisiEvent(
  event: Partial<KisiEvent>,
  { place_id: placeId, lock_ids: lockIds }: Pick<KisiSettings, 'place_id' | 'lock_ids'>,
): Change {
  const { type, object_id: objectId } = event;
  if (typeof type !== 'string') return malformedRecord('type is missing');
  if (type === 'lock.unlock') {
    if (isOfAnotherPlace(event, placeId)) return { kind: 'ignored', reason: 'a door of another place' };
    if (lockIds?.length && !lockIds.includes(String(objectId)))
      return { kind: 'ignored', reason: 'a door that does not open Wi-Fi' };
    return sightingOf(event);
  }
  if (!/^(member|user)\.(create|update|destroy)$/.test(type))
    return { kind: 'ignored', reason: `event ${/^[\w.]{1,80}$/.test(type) ? type : 'without a known name'}` };
  if (!Number.isSafeInteger(objectId)) return malformedRecord(`${type}: object_id is not an id`);
  return type.startsWith('member.')
    ? { kind: 'hint', of: 'parent', key: `${memberHint}${objectId}` }
    : { kind: 'hint', of: 'record', key: String(objectId) };
}

/** Doors name their place; members and users belong to the organization. */
export function isOfAnotherPlace({ type, place_id: named }: Partial<KisiEvent>, placeId: string | undefined): boolean {
  return (
    Boolean(placeId) && type === 'lock.unlock' && named !== undefined && named !== null && String(named) !== placeId
  );
}

/** Links, exit buttons and doors held open have no user; a door that stayed shut says nothing. */
function sightingOf({
  success,
  actor_type: actorType,
  actor_id: actorId,
  created_at: createdAt,
}: Partial<KisiEvent>): Change {
  if (success !== true) return { kind: 'ignored', reason: 'a door that did not open' };
  if (actorType !== 'User' || actorId === null || actorId === undefined)
    return { kind: 'ignored', reason: 'a door that nobody known opened' };
  const seenAt = hourOf(createdAt);
  if (!Number.isSafeInteger(actorId) || !seenAt)
    return malformedRecord('lock.unlock: actor_id is not an id, or created_at not a point in time');
  return { kind: 'patch', key: String(actorId), facts: { seenAt } };
}

/**
 * Rounded to the hour, and without the door: access needs to know that somebody is there, and nothing should record
 * their every step.
 */
function hourOf(value: string | null | undefined): Instant | undefined {
  return instantAt(Math.floor(Date.parse(value ?? '') / 3_600_000) * 3_600_000);
}
