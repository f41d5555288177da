import type { Instant } from '../../kernel/clock.js';
import { laterBy } from '../../kernel/clock.js';
import { entryOf, grantFor } from '../access/grant-for.js';
import type { Connection } from '../connection/connection.js';
import { siteDefaultsOf } from '../connection/site-defaults.js';
import type { Facts } from '../facts/facts.js';
import { isPastItsEnd } from '../facts/planned-end.js';
import type { KnownSubject } from './known-subject.js';

/** What was known about somebody before the change. */
export interface SubjectBefore extends Readonly<
  Pick<KnownSubject, 'facts' | 'state' | 'endsAt' | 'ending' | 'endingRunId'>
> {}

/** Guests, visitors and members who were to leave by then anyway are no surprise: a coach party leaves in a minute. */
const surprisingSeconds = 86_400;

/** Reported as a leaver, awaiting an operator: unlike a removal with a due time, only a decision ends it. */
export function isHeldBack(subject: SubjectBefore | undefined): boolean {
  return subject !== undefined && subject.ending !== null && subject.endsAt === null && subject.endingRunId === null;
}

/** Staff who had access and lose it now. What cannot be understood ends nothing. */
export function isLeaver(
  connection: Connection,
  before: SubjectBefore | undefined,
  { sourceKey: key, facts, endsAt }: KnownSubject,
  now: Instant,
): boolean {
  if (!before || before.state !== 'present' || facts.kind !== 'employment' || endsAt !== null) return false;
  const site = siteDefaultsOf(connection);
  const record = (of: Facts) => ({ key, facts: of, observedAt: now });
  const isOver = ({ validUntil }: { readonly validUntil: Instant | null }) => validUntil !== null && validUntil <= now;
  // In this order: hardly any change of a list ends access, and computing the former access is most of a change's cost.
  const entry = entryOf(connection.access, record(facts), site);
  if (entry.kind === 'problem' || (entry.kind === 'entry' && !isOver(entry.window))) return false;
  if (grantFor(connection.access, record(facts), site).kind === 'problem') return false;
  const had = grantFor(connection.access, record(before.facts), site);
  return (had.kind === 'user' || had.kind === 'voucher') && !isOver(had);
}

/**
 * Guests, visitors and members who are gone, although their access had begun and their stay was booked for more than
 * another day.
 */
export function isGoneEarly(
  connection: Connection,
  before: SubjectBefore | undefined,
  { sourceKey: key, facts, state, endsAt }: KnownSubject,
  now: Instant,
): boolean {
  if (
    !before ||
    before.state !== 'present' ||
    state !== 'gone' ||
    endsAt !== null ||
    facts.kind === 'employment' ||
    facts.kind === 'presence'
  )
    return false;
  const had = entryOf(connection.access, { key, facts: before.facts, observedAt: now }, siteDefaultsOf(connection));
  if (had.kind !== 'entry') return false;
  const soon = laterBy(now, surprisingSeconds);
  if (isPastItsEnd(before.facts, soon)) return false;
  const { validFrom, validUntil } = had.window;
  return (validFrom === null || validFrom <= now) && (validUntil === null || validUntil > soon);
}
