import { laterBy, type Instant } from '../../kernel/clock.js';
import { isLiving, type Facts } from '../facts/facts.js';
import type { AccessSettings } from './access-settings.dto.js';
import type { Grant } from './grant.js';
import { grantFor } from './grant-for.js';
import { instantIn, laterOf } from './moment.js';
import type { GrantRecord, SiteDefaults } from './record-scope.js';

/** Access that reception gave a guest or visitor beyond what the outside system says. */
export interface Extension {
  readonly until: Instant;
  readonly givenAt: Instant;
  readonly reason: string | null;
}

/** A guest who leaves on the day of the extension keeps it; one who leaves days before does not. */
const outlivesSeconds = 24 * 3600;

/** Kinds of people whom reception deals with. Staff have the access that their employer's system says. */
export const extensibleKinds: readonly string[] = ['stay', 'visit'];

const whileThere = { checked_out: 'in_house', ended: 'active' } as const;

/**
 * An extension given before the guest left ends with the stay, unless it would have ended within a day of that anyway.
 * One given afterwards counts.
 */
export function outlives({ until, givenAt }: Extension, leftAt: Instant): boolean {
  return leftAt <= givenAt || until <= laterBy(leftAt, outlivesSeconds);
}

/** `grantFor` with an extension on top. Pure: the same facts and extension always give the same grant. */
export function extendedGrant(
  access: AccessSettings,
  record: GrantRecord,
  site: SiteDefaults,
  extension: Extension | null,
): Grant {
  const grant = grantFor(access, record, site);
  const { facts } = record;
  if (!extension || !extensibleKinds.includes(facts.kind) || grant.kind === 'problem') return grant;
  const leftAt = leftAtOf(facts) ?? instantIn(record.observedAt);
  if (!isLiving(facts) && (!hasLeft(facts) || !leftAt || !outlives(extension, leftAt))) return grant;
  if (grant.kind !== 'none') {
    // No end counts as the latest.
    const validUntil = grant.validUntil && laterOf(grant.validUntil, extension.until);
    return { ...grant, validUntil };
  }
  if (!hasLeft(facts)) return grant;
  const status = whileThere[facts.status as keyof typeof whileThere];
  const before = grantFor(access, { ...record, facts: { ...facts, status } as Facts }, site);
  return before.kind === 'user' || before.kind === 'voucher' ? { ...before, validUntil: extension.until } : grant;
}

function hasLeft({ status }: Facts): boolean {
  return Object.hasOwn(whileThere, status);
}

function leftAtOf(facts: Facts): Instant | null {
  if (facts.kind === 'stay') return instantIn(facts.checkOutAt);
  return facts.kind === 'visit' ? instantIn(facts.signOutAt) : null;
}
