import type { Instant } from '../../kernel/clock.js';
import type { Facts } from '../facts/facts.js';
import { anchors } from './fact-fields.js';
import type { AccessSettings } from './access-settings.dto.js';
import { type GrantRecord, recordScopeOf, type SiteDefaults } from './record-scope.js';
import { windowOf } from './window.js';

/**
 * Whether somebody was still seen there (`observedAt`) after access was to end: a late check-out, a visitor who stays.
 * Such a record must be entitled again even without changes, because each sighting extends access by one step.
 */
export function overstays(
  access: Pick<AccessSettings, 'starts' | 'ends'>,
  { facts, key, observedAt }: GrantRecord,
  site: SiteDefaults,
): boolean {
  const isThere =
    (facts.kind === 'stay' && facts.status === 'in_house') || (facts.kind === 'visit' && facts.status === 'active');
  if (
    !isThere ||
    !observedAt ||
    !anchors[facts.kind].includes(access.ends.at) ||
    isSurelyEarly(access.ends, facts, observedAt)
  )
    return false;
  const planned = windowOf(facts.kind, access, recordScopeOf({ key, facts }, site), null);
  return planned.kind === 'window' && planned.validUntil !== null && planned.validUntil <= observedAt;
}

/** Records with a later departure need no window: a list of thousands has few others. */
function isSurelyEarly(
  { at, offset_seconds: offset }: AccessSettings['ends'],
  facts: Facts,
  observedAt: Instant,
): boolean {
  const end =
    facts.kind === 'stay' && at === 'departure'
      ? facts.departureAt
      : facts.kind === 'visit' && at === 'expected_departure'
        ? facts.expectedDepartureAt
        : undefined;
  return end !== undefined && Date.parse(end) + offset * 1000 > Date.parse(observedAt);
}
