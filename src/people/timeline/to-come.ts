import type { Instant } from '../../kernel/clock.js';
import type { AccessSettings } from '../../provisioning/access/access-settings.dto.js';
import type { Extension } from '../../provisioning/access/extension.js';
import type { Entitlement } from '../../provisioning/identity/entitlement.js';
import type { AccountChange } from './account-to-come.js';
import type { KnownEnd } from './timeline.repository.js';
import type { Lane, TimelineEntry } from './timeline.js';

type About = Pick<TimelineEntry, 'resource' | 'resourceId' | 'params'>;

/** A record of an outside system, as far as its moments go. */
export interface SubjectMoments {
  readonly id: string;
  readonly facts: Readonly<Record<string, unknown>>;
  /** When a removal that is held back takes effect. */
  readonly endsAt: Instant | null;
  readonly createdAt: Instant;
  /** Since when the outside system has it no more. */
  readonly goneAt: Instant | null;
  /** Access that reception gave beyond that. */
  readonly extension: Extension | null;
}

/** Plans of people who are there may be past already: what counts is that they came and went. */
const happened: readonly string[] = ['checkInAt', 'checkOutAt', 'signInAt', 'signOutAt', 'seenAt'];

const begins: readonly string[] = ['checkInAt', 'signInAt'];

/** The moments that a record itself tells: those that were, and those that are planned. */
export function momentsOf(
  { id, facts, endsAt, createdAt, goneAt, extension }: SubjectMoments,
  now: Instant,
): { readonly past: TimelineEntry[]; readonly toCome: TimelineEntry[] } {
  const moments = Object.entries(facts).flatMap(([name, value]) =>
    name.endsWith('At') && typeof value === 'string' && !Number.isNaN(Date.parse(value))
      ? [{ name, at: new Date(value).toISOString() }]
      : [],
  );
  const about = { resource: 'subjects', resourceId: id, params: told(facts) };
  // The record tells its room and status of now: at its beginning they may have been others.
  const atFirst = { ...about, params: { kind: facts.kind } };
  return {
    past: [
      entry('facts', 'first_heard', createdAt, 'reported', atFirst),
      ...(goneAt === null ? [] : [entry('facts', 'gone', goneAt, 'reported', about)]),
      ...(extension ? [entry('entitlement', 'extended', extension.givenAt, extension.reason, about)] : []),
      ...moments
        .filter(({ name, at }) => happened.includes(name) && at <= now)
        .map(({ name, at }) => entry('facts', kindOf(name), at, 'reported', begins.includes(name) ? atFirst : about)),
    ],
    toCome: [
      // Who left early, or was cancelled, departs and arrives no more.
      ...moments
        .filter(({ at }) => goneAt === null && at > now)
        .map(({ name, at }) => entry('facts', kindOf(name), at, 'planned', about)),
      ...(endsAt !== null && endsAt > now ? [entry('facts', 'removal', endsAt, 'held_back', about)] : []),
    ],
  };
}

/** When a record's own claim begins and ends, and which moment of the record that goes by. */
export function entitlementsToCome(
  entitlements: readonly Pick<Entitlement, 'id' | 'subjectId' | 'validFrom' | 'validUntil' | 'revoked'>[],
  accessOf: (entitlementId: string) => Pick<AccessSettings, 'starts' | 'ends'> | undefined,
  subjectOf: (subjectId: string) => SubjectMoments | undefined,
  now: Instant,
): TimelineEntry[] {
  return entitlements
    .filter(({ revoked }) => !revoked)
    .flatMap(({ id, subjectId, validFrom, validUntil }) => {
      const access = accessOf(id);
      const about = { resource: 'subjects', resourceId: subjectId };
      return [
        ...(validFrom !== null && validFrom > now
          ? [
              entry('entitlement', 'access_begins', validFrom, access?.starts.at ?? null, {
                ...about,
                params: { entitlement_id: id, offset_seconds: access?.starts.offset_seconds ?? 0 },
              }),
            ]
          : []),
        ...(validUntil !== null && validUntil > now
          ? [endOf(validUntil, subjectOf(subjectId), access, { ...about, params: { entitlement_id: id } })]
          : []),
      ];
    });
}

function endOf(
  at: Instant,
  subject: SubjectMoments | undefined,
  access: Pick<AccessSettings, 'starts' | 'ends'> | undefined,
  about: About,
): TimelineEntry {
  const after = (offset_seconds = 0) => ({ ...about, params: { ...about.params, offset_seconds } });
  if (subject?.extension?.until === at) return entry('entitlement', 'extension_ends', at, 'extended', about);
  if (subject?.goneAt)
    return entry('entitlement', 'grace_ends', at, 'left', after(access?.ends.after_check_out_seconds));
  return entry('entitlement', 'access_ends', at, access?.ends.at ?? null, after(access?.ends.offset_seconds));
}

export function accountChanges(changes: readonly AccountChange[], identityId: string): TimelineEntry[] {
  return changes.map(({ at, kind, reason }) => ({
    ...entry('account', kind, at, reason, { resource: null, resourceId: null, params: {} }),
    id: `${identityId}:${kind}:${at}`,
  }));
}

export function endsToCome(ends: readonly KnownEnd[], now: Instant): TimelineEntry[] {
  return ends.flatMap(({ source, id, name, from, until, isManaged }) => {
    if (source === 'user') {
      if (isManaged) return [];
      const about = { resource: 'users', resourceId: id, params: {} };
      return [
        ...(from && from > now ? [entry('account', 'account_begins', from, 'valid_from', about)] : []),
        ...(until && until > now ? [entry('account', 'account_ends', until, 'valid_until', about)] : []),
      ];
    }
    if (until === null) return [];
    const { lane, kind, resource, reason } = endings[source];
    return [
      entry(lane, kind, until, reason ?? name ?? null, { resource, resourceId: id, params: name ? { name } : {} }),
    ];
  });
}

const endings: Readonly<
  Record<
    Exclude<KnownEnd['source'], 'user'>,
    { readonly lane: Lane; readonly kind: string; readonly resource: string; readonly reason: string | null }
  >
> = {
  device: { lane: 'account', kind: 'device_ends', resource: 'devices', reason: 'valid_until' },
  registration: { lane: 'portal', kind: 'registration_ends', resource: 'registrations', reason: 'until' },
  session: { lane: 'sessions', kind: 'session_ends', resource: 'online', reason: 'access_ends' },
  delivery: { lane: 'deliveries', kind: 'delivery_due', resource: 'deliveries', reason: 'retry' },
};

function entry(lane: Lane, kind: string, at: Instant, reason: string | null, about: About): TimelineEntry {
  return { id: `${about.resourceId ?? lane}:${kind}:${at}`, lane, kind, at, until: null, reason, ...about };
}

function told({ kind, status, room }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { kind, status, ...(room === undefined ? {} : { room }) };
}

/** `checkInAt` → `check_in`. */
function kindOf(name: string): string {
  return name.slice(0, -2).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
