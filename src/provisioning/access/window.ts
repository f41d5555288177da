import type { Instant } from '../../kernel/clock.js';
import type { FactKind } from '../facts/facts.js';
import type { AccessSettings } from './access-settings.dto.js';
import { employmentWindow } from './employment-window.js';
import type { WindowOutcome } from './grant.js';
import { dayEndOf, earlierOf, instantIn, isZone, laterOf, shifted } from './moment.js';
import { type Scope, textOf } from './record-scope.js';
import { visitLimit } from './visit-limit.js';

type Bounds = Pick<AccessSettings, 'starts' | 'ends'>;

/** Day use: arrival and departure on the same day must not end access before it begins. */
const shortestStaySeconds = 8 * 3600;
/**
 * Still in house past the departure: access is extended by steps of this, while the outside system reports the guest.
 */
const lateStepSeconds = 4 * 3600;
/** When no end is known, access ends after this, unless one is reported. */
const longestOpenSeconds = 30 * 86_400;
/** A visit without an expected departure at a site whose zone is unknown. */
const usualVisitSeconds = 8 * 3600;

/**
 * When access holds. Presence comes from the status, never from the dates: a guest who is in house early has access,
 * and one who stays late keeps it. `observedAt` is when the outside system last reported it; the same facts observed at
 * the same time always give the same window.
 */
export function windowOf(kind: FactKind, bounds: Bounds, scope: Scope, observedAt: Instant | null): WindowOutcome {
  switch (kind) {
    case 'stay':
      return presenceWindow(stay, bounds, scope, observedAt);
    case 'visit':
      return presenceWindow(visit, bounds, scope, observedAt);
    case 'employment':
      return employmentWindow(bounds, scope);
    case 'presence':
    case 'membership':
      return plainWindow(bounds, scope);
  }
}

/** How stays and visits differ: they come and go alike, in different words. */
interface Presence {
  readonly inside: string;
  readonly left: string;
  readonly begin: string;
  readonly end: string;
  readonly leave: string;
  readonly planned: string;
  readonly shortestSeconds: number;
}

const stay: Presence = {
  inside: 'in_house',
  left: 'checked_out',
  begin: 'check_in',
  end: 'departure',
  leave: 'check_out',
  planned: 'arrival',
  shortestSeconds: shortestStaySeconds,
};
const visit: Presence = {
  inside: 'active',
  left: 'ended',
  begin: 'sign_in',
  end: 'expected_departure',
  leave: 'sign_out',
  planned: 'expected_arrival',
  shortestSeconds: 0,
};

function presenceWindow(
  words: Presence,
  { starts, ends }: Bounds,
  scope: Scope,
  observedAt: Instant | null,
): WindowOutcome {
  const began = momentOf(words.begin, scope);
  const isInside = scope.status === words.inside;
  const planned = starts.at === 'always' ? null : shifted(momentOf(starts.at, scope), starts.offset_seconds);
  if (scope.status === words.left) return afterLeaving(words, { starts, ends }, scope, planned, observedAt);

  if (!isInside && starts.at !== 'always' && !planned) return { kind: 'none', reason: `${starts.at} is not known yet` };
  const validFrom = isInside ? beganAt(words, starts, began, planned, observedAt) : planned;
  const first = began ?? momentOf(words.planned, scope) ?? observedAt;
  const end = endOf(words, ends, scope, first);
  const isLate = isInside && end !== null && observedAt !== null && end <= observedAt && ends.at === words.end;
  const validUntil = isLate ? stepped(end, observedAt) : end;
  return window(validFrom, words === visit ? earlierOf(validUntil, visitLimit(ends, scope, first, end)) : validUntil);
}

/**
 * An early guest has access all the same, and the clocks of two systems differ by minutes: nobody in house waits for a
 * date.
 */
function beganAt(
  words: Presence,
  starts: AccessSettings['starts'],
  began: Instant | null,
  planned: Instant | null,
  observedAt: Instant | null,
): Instant | null {
  const seen =
    starts.at === words.begin ? shifted(observedAt, Math.max(0, starts.offset_seconds)) : (began ?? observedAt);
  return planned && earlierOf(planned, seen);
}

/** Systems that do not say when somebody left: it was known when they said so. */
function afterLeaving(
  words: Presence,
  { ends }: Bounds,
  scope: Scope,
  validFrom: Instant | null,
  observedAt: Instant | null,
): WindowOutcome {
  const grace = Math.max(ends.after_check_out_seconds, ends.at === words.leave ? ends.offset_seconds : 0);
  const leftAt = momentOf(words.leave, scope) ?? observedAt;
  if (grace === 0 || !leftAt) return { kind: 'none', reason: words.left };
  return window(validFrom && earlierOf(validFrom, leftAt), shifted(leftAt, grace));
}

function endOf(words: Presence, ends: AccessSettings['ends'], scope: Scope, first: Instant | null): Instant | null {
  if (ends.at === 'always' || ends.at === words.leave) return null;
  const said = shifted(momentOf(ends.at, scope), ends.offset_seconds);
  const shortest = shifted(first, words.shortestSeconds);
  if (said) return ends.at === words.end ? laterOf(said, shortest) : said;
  return words === visit && first ? endOfVisit(first, scope, ends.offset_seconds) : shifted(first, longestOpenSeconds);
}

/** No known length: to the end of that day at the site, or the usual length. */
function endOfVisit(first: Instant, scope: Scope, offsetSeconds: number): Instant | null {
  const zone = textOf(scope, 'time_zone');
  return shifted(isZone(zone) ? dayEndOf(first, zone) : shifted(first, usualVisitSeconds), offsetSeconds);
}

/** The first step after `observedAt`, counted from the planned end, so that looking twice changes nothing. */
function stepped(end: Instant, observedAt: Instant): Instant | null {
  const late = (Date.parse(observedAt) - Date.parse(end)) / 1000;
  return shifted(end, (Math.floor(late / lateStepSeconds) + 1) * lateStepSeconds);
}

function plainWindow({ starts, ends }: Bounds, scope: Scope): WindowOutcome {
  return window(
    shifted(momentOf(starts.at, scope), starts.offset_seconds),
    shifted(momentOf(ends.at, scope), ends.offset_seconds),
  );
}

/** The moment called `check_in` is the fact `check_in_at`; null when unknown, and for `always`. */
function momentOf(anchor: string, scope: Scope): Instant | null {
  return instantIn(scope[`${anchor}_at`]);
}

function window(validFrom: Instant | null, validUntil: Instant | null): WindowOutcome {
  if (validFrom && validUntil && validUntil <= validFrom)
    return { kind: 'none', reason: 'access ends before it begins' };
  return { kind: 'window', validFrom, validUntil };
}
