import type { Employment, FactKind, Membership, PersonFacts, Presence, Stay, Visit } from './facts.js';

/**
 * What a fact looks like; a list: one of these words. `instant` is UTC with milliseconds, `day` YYYY-MM-DD, `zone`
 * IANA.
 */
export type FactType = 'text' | 'texts' | 'instant' | 'day' | 'flag' | 'language' | 'zone' | readonly string[];

type Types<F> = { readonly [Name in keyof Omit<F, 'kind' | 'status'>]-?: FactType };

const person: Types<PersonFacts> = {
  firstName: 'text',
  lastName: 'text',
  otherLastNames: 'texts',
  title: 'text',
  displayName: 'text',
  email: 'text',
  phone: 'text',
  language: 'language',
  companyName: 'text',
  site: 'text',
  timeZone: 'zone',
};

const stay: Types<Stay> = {
  ...person,
  room: 'text',
  role: ['primary', 'sharer', 'accompanying'],
  arrivalAt: 'instant',
  departureAt: 'instant',
  checkInAt: 'instant',
  checkOutAt: 'instant',
  vip: 'text',
  roomType: 'text',
  ratePlan: 'text',
  membershipProgram: 'text',
  membershipLevel: 'text',
  groupCode: 'text',
  noPost: 'flag',
  classOfService: 'text',
  reservationNumber: 'text',
};

const employment: Types<Employment> = {
  ...person,
  userName: 'text',
  employeeNumber: 'text',
  department: 'text',
  jobTitle: 'text',
  workerType: ['employee', 'contractor', 'intern', 'other'],
  startDate: 'day',
  lastWorkingDay: 'day',
  endDate: 'day',
  contractEndDate: 'day',
  revokeNow: 'flag',
  revokedAt: 'instant',
  groups: 'texts',
};

const visit: Types<Visit> = {
  ...person,
  expectedArrivalAt: 'instant',
  expectedDepartureAt: 'instant',
  signInAt: 'instant',
  signOutAt: 'instant',
  visitType: 'text',
  purpose: 'text',
  hostName: 'text',
  hostEmail: 'text',
};

const presence: Types<Presence> = { ...person, seenAt: 'instant', door: 'text', groups: 'texts' };

const membership: Types<Membership> = { ...person, plan: 'text', startsAt: 'instant', endsAt: 'instant' };

/** By kind, then by the fact's own name. */
export const factTypes: Readonly<Record<FactKind, Readonly<Record<string, FactType>>>> = {
  stay,
  employment,
  visit,
  presence,
  membership,
};

type Statuses = {
  readonly [Kind in FactKind]: {
    readonly [Status in Extract<Stay | Employment | Visit | Presence | Membership, { kind: Kind }>['status']]: true;
  };
};

const statuses: Statuses = {
  stay: { expected: true, in_house: true, checked_out: true, cancelled: true, no_show: true },
  employment: { prehire: true, active: true, leave: true, suspended: true, terminated: true, unknown: true },
  visit: { expected: true, held: true, active: true, ended: true, denied: true, cancelled: true },
  presence: { active: true, removed: true },
  membership: { active: true, past_due: true, paused: true, ended: true },
};

/** The words that `status` may be, by kind. */
export const factStatuses = Object.fromEntries(
  Object.entries(statuses).map(([kind, words]) => [kind, Object.keys(words)]),
) as unknown as Readonly<Record<FactKind, readonly string[]>>;
