import type { Instant } from '../../kernel/clock.js';

/** What every outside record may say about its person. Empty is absent, never ''. */
export interface PersonFacts {
  readonly firstName?: string;
  readonly lastName?: string;
  /** Further surnames the same person may type (second surname, maiden name). */
  readonly otherLastNames?: readonly string[];
  readonly title?: string;
  readonly displayName?: string;
  readonly email?: string;
  readonly phone?: string;
  /** ISO 639-1, lower case. */
  readonly language?: string;
  readonly companyName?: string;
  /** Property, house or office as the outside system names it. */
  readonly site?: string;
  /** IANA zone of the site: what "end of day" means. */
  readonly timeZone?: string;
}

/** One guest's stay in one room; sharers are stays of their own. Presence comes from status, never from dates. */
export interface Stay extends PersonFacts {
  readonly kind: 'stay';
  readonly status: 'expected' | 'in_house' | 'checked_out' | 'cancelled' | 'no_show';
  /** Exact text: leading zeros and suffixes count. */
  readonly room?: string;
  readonly role?: 'primary' | 'sharer' | 'accompanying';
  readonly arrivalAt?: Instant;
  readonly departureAt?: Instant;
  readonly checkInAt?: Instant;
  readonly checkOutAt?: Instant;
  readonly vip?: string;
  readonly roomType?: string;
  readonly ratePlan?: string;
  readonly membershipProgram?: string;
  readonly membershipLevel?: string;
  readonly groupCode?: string;
  readonly noPost?: boolean;
  /** Class of service as the hotel system rates the room: '0' is barred. */
  readonly classOfService?: string;
  readonly reservationNumber?: string;
}

/** One person's work relation. Dates are local calendar days (YYYY-MM-DD) of the site's zone. */
export interface Employment extends PersonFacts {
  readonly kind: 'employment';
  readonly status: 'prehire' | 'active' | 'leave' | 'suspended' | 'terminated' | 'unknown';
  readonly userName?: string;
  readonly employeeNumber?: string;
  readonly department?: string;
  readonly jobTitle?: string;
  readonly workerType?: 'employee' | 'contractor' | 'intern' | 'other';
  readonly startDate?: string;
  readonly lastWorkingDay?: string;
  readonly endDate?: string;
  readonly contractEndDate?: string;
  /** An explicit order to end access now, whatever the dates say. */
  readonly revokeNow?: boolean;
  /**
   * The same by a message, while lists still say that they work there: it holds until the last day is taken back, or
   * until they have left and come again.
   */
  readonly revokedAt?: Instant;
  readonly groups?: readonly string[];
}

export interface Visit extends PersonFacts {
  readonly kind: 'visit';
  readonly status: 'expected' | 'held' | 'active' | 'ended' | 'denied' | 'cancelled';
  readonly expectedArrivalAt?: Instant;
  readonly expectedDepartureAt?: Instant;
  readonly signInAt?: Instant;
  readonly signOutAt?: Instant;
  readonly visitType?: string;
  readonly purpose?: string;
  readonly hostName?: string;
  readonly hostEmail?: string;
}

/** Seen at a door. Presence opens access; absence alone never closes it. */
export interface Presence extends PersonFacts {
  readonly kind: 'presence';
  readonly status: 'active' | 'removed';
  readonly seenAt?: Instant;
  readonly door?: string;
  readonly groups?: readonly string[];
}

/** A paid or granted right to access: subscription, day pass, membership. */
export interface Membership extends PersonFacts {
  readonly kind: 'membership';
  readonly status: 'active' | 'past_due' | 'paused' | 'ended';
  readonly plan?: string;
  readonly startsAt?: Instant;
  readonly endsAt?: Instant;
}

export type Facts = Stay | Employment | Visit | Presence | Membership;
export type FactKind = Facts['kind'];

/** Statuses in which the person has a claim, now or soon; any other counts as gone. */
const livingStatuses: Readonly<Record<FactKind, readonly string[]>> = {
  stay: ['expected', 'in_house'],
  employment: ['prehire', 'active', 'leave', 'suspended', 'unknown'],
  visit: ['expected', 'held', 'active'],
  presence: ['active'],
  membership: ['active', 'past_due', 'paused'],
};

export function isLiving(facts: Facts): boolean {
  return livingStatuses[facts.kind].includes(facts.status);
}

/** The status of a record that the outside system merely stopped listing. */
export const goneStatus: Readonly<Record<FactKind, string>> = {
  stay: 'checked_out',
  employment: 'terminated',
  visit: 'ended',
  presence: 'removed',
  membership: 'ended',
};

type Plain = Readonly<Record<string, unknown>>;

/** The names that templates, conditions and the API use: `lastName` → `last_name`, `checkInAt` → `check_in_at`. */
export function snakeCased(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record as Plain).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
}

/** The reverse, for facts that an operator pastes into a preview. */
export function camelCased(record: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record as Plain).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
