import {
  type Employment,
  type FactKind,
  type Membership,
  type PersonFacts,
  type Presence,
  snakeCased,
  type Stay,
  type Visit,
} from '../facts/facts.js';

type Names<F> = { readonly [Name in keyof Omit<F, 'kind'>]-?: true };

/** A new fact that is missing here does not compile. */
const person: Names<PersonFacts> = {
  firstName: true,
  lastName: true,
  otherLastNames: true,
  title: true,
  displayName: true,
  email: true,
  phone: true,
  language: true,
  companyName: true,
  site: true,
  timeZone: true,
};

const stay: Names<Stay> = {
  ...person,
  status: true,
  room: true,
  role: true,
  arrivalAt: true,
  departureAt: true,
  checkInAt: true,
  checkOutAt: true,
  vip: true,
  roomType: true,
  ratePlan: true,
  membershipProgram: true,
  membershipLevel: true,
  groupCode: true,
  noPost: true,
  classOfService: true,
  reservationNumber: true,
};

const employment: Names<Employment> = {
  ...person,
  status: true,
  userName: true,
  employeeNumber: true,
  department: true,
  jobTitle: true,
  workerType: true,
  startDate: true,
  lastWorkingDay: true,
  endDate: true,
  contractEndDate: true,
  revokeNow: true,
  revokedAt: true,
  groups: true,
};

const visit: Names<Visit> = {
  ...person,
  status: true,
  expectedArrivalAt: true,
  expectedDepartureAt: true,
  signInAt: true,
  signOutAt: true,
  visitType: true,
  purpose: true,
  hostName: true,
  hostEmail: true,
};

const presence: Names<Presence> = { ...person, status: true, seenAt: true, door: true, groups: true };

const membership: Names<Membership> = { ...person, status: true, plan: true, startsAt: true, endsAt: true };

function fieldsOf(names: object): ReadonlySet<string> {
  return new Set(['key', 'kind', ...Object.keys(snakeCased(names))]);
}

/** What templates and conditions may name, by kind of fact, in snake_case; `key` is the record's own. */
export const factFields: Readonly<Record<FactKind, ReadonlySet<string>>> = {
  stay: fieldsOf(stay),
  employment: fieldsOf(employment),
  visit: fieldsOf(visit),
  presence: fieldsOf(presence),
  membership: fieldsOf(membership),
};

/** The moments that a window may refer to, by kind of fact; `always` is no bound. */
export const anchors: Readonly<Record<FactKind, readonly string[]>> = {
  stay: ['check_in', 'arrival', 'departure', 'check_out', 'always'],
  employment: ['start_date', 'end_date', 'last_working_day', 'contract_end_date', 'always'],
  visit: ['sign_in', 'sign_out', 'expected_arrival', 'expected_departure', 'always'],
  presence: ['seen', 'always'],
  membership: ['starts', 'ends', 'always'],
};
