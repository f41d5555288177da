import type { AccessSettings } from './access-settings.dto.js';
import { dayBegin, dayEnd, isBound, isDay, isZone } from './moment.js';
import { type Scope, textOf } from './record-scope.js';
import type { WindowOutcome } from './grant.js';

const lastDays = ['last_working_day', 'end_date', 'contract_end_date'] as const;
const days = ['start_date', ...lastDays] as const;

/**
 * From midnight of the first day to midnight after the last, in the site's zone. Of several last days the earliest
 * counts; one before the first day is left over from an earlier employment and does not count.
 */
export function employmentWindow(
  { starts, ends }: Pick<AccessSettings, 'starts' | 'ends'>,
  scope: Scope,
): WindowOutcome {
  const wrong = days.find((name) => scope[name] !== undefined && !isDay(scope[name]));
  if (wrong) return { kind: 'problem', field: wrong, detail: 'is not a calendar day (YYYY-MM-DD)' };
  const firstDay = textOf(scope, 'start_date');
  const lastDay = lastDayOf(ends.at, scope, firstDay);
  if (scope.status === 'terminated' && !lastDay) return { kind: 'none', reason: 'terminated' };
  if (scope.status === 'prehire' && starts.at !== 'always' && !firstDay)
    return { kind: 'none', reason: 'start_date is not known yet' };

  const startDay = starts.at === 'always' ? null : textOf(scope, starts.at);
  if (!startDay && !lastDay) return { kind: 'window', validFrom: null, validUntil: null };
  const zone = textOf(scope, 'time_zone');
  if (!isZone(zone))
    return {
      kind: 'problem',
      field: 'time_zone',
      detail: 'is not known: days begin and end somewhere, so give the site its IANA time zone',
    };
  return {
    kind: 'window',
    validFrom: startDay && dayBegin(startDay, zone, starts.offset_seconds),
    validUntil: lastDay && dayEnd(lastDay, zone, ends.offset_seconds),
  };
}

/**
 * `end_date` is the earliest last day known; the other anchors are that one day. A terminated person's access always
 * ends.
 */
function lastDayOf(anchor: string, scope: Scope, firstDay: string | null): string | null {
  const isOpen = anchor === 'always' && scope.status !== 'terminated';
  if (isOpen) return null;
  const counted = anchor === 'always' || anchor === 'end_date' ? lastDays : [anchor];
  const known = counted
    .map((name) => textOf(scope, name))
    .filter((day): day is string => day !== null && isBound(day) && (!firstDay || day >= firstDay));
  return known.sort()[0] ?? null;
}
