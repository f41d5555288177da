import type { FactKind } from '../../src/provisioning/facts/facts.js';
import type { Change, SourceRecord } from '../../src/provisioning/connector/change.js';

const statuses: Readonly<Record<FactKind, readonly string[]>> = {
  stay: ['expected', 'in_house', 'checked_out', 'cancelled', 'no_show'],
  employment: ['prehire', 'active', 'leave', 'suspended', 'terminated', 'unknown'],
  visit: ['expected', 'held', 'active', 'ended', 'denied', 'cancelled'],
  presence: ['active', 'removed'],
  membership: ['active', 'past_due', 'paused', 'ended'],
};
const person = [
  'firstName',
  'lastName',
  'otherLastNames',
  'title',
  'displayName',
  'email',
  'phone',
  'language',
  'companyName',
  'site',
  'timeZone',
];
const known: Readonly<Record<FactKind, readonly string[]>> = {
  stay: [
    'room',
    'role',
    'arrivalAt',
    'departureAt',
    'checkInAt',
    'checkOutAt',
    'vip',
    'roomType',
    'ratePlan',
    'membershipProgram',
    'membershipLevel',
    'groupCode',
    'noPost',
    'classOfService',
    'reservationNumber',
  ],
  employment: [
    'userName',
    'employeeNumber',
    'department',
    'jobTitle',
    'workerType',
    'startDate',
    'lastWorkingDay',
    'endDate',
    'contractEndDate',
    'revokeNow',
    'revokedAt',
    'groups',
  ],
  visit: [
    'expectedArrivalAt',
    'expectedDepartureAt',
    'signInAt',
    'signOutAt',
    'visitType',
    'purpose',
    'hostName',
    'hostEmail',
  ],
  presence: ['seenAt', 'door', 'groups'],
  membership: ['plan', 'startsAt', 'endsAt'],
};

/** What is wrong with the records that `changes` carry; empty when nothing is. */
export function faultsOf(changes: readonly Change[], kind: FactKind): string[] {
  return changes.flatMap((change) => {
    switch (change.kind) {
      case 'record':
        return faultsOfRecord(change.record, kind);
      case 'group':
        return change.records.flatMap((record) => faultsOfRecord(record, kind));
      // Null takes away what was known.
      case 'patch':
        return [
          ...faultsOfKey(change.key),
          ...faultsOfFacts(
            Object.fromEntries(Object.entries(change.facts).filter(([, value]) => value !== null)),
            kind,
          ),
        ];
      case 'patch_matching':
        return [
          ...faultsOfFacts(change.facts, kind),
          ...(Object.keys(change.match).length ? [] : ['patch_matching without match: it would hit everybody']),
        ];
      case 'confirm':
        return faultsOfKey(change.key);
      case 'malformed':
        return change.problem.detail.trim() ? [] : ['malformed without detail'];
      default:
        return [];
    }
  });
}

function faultsOfRecord(record: SourceRecord, kind: FactKind): string[] {
  const { facts } = record;
  return [
    ...faultsOfKey(record.key),
    ...(record.version === '' ? ['version is empty'] : []),
    ...(facts.kind === kind ? [] : [`kind is ${facts.kind}, not ${kind}`]),
    ...(statuses[kind].includes(facts.status) ? [] : [`status ${facts.status} is not one of ${kind}`]),
    ...faultsOfFacts(facts as unknown as Readonly<Record<string, unknown>>, kind),
  ];
}

function faultsOfKey(key: unknown): string[] {
  return typeof key === 'string' && key.trim() !== '' && key.length <= 200 && !unstorable(key)
    ? []
    : [`key ${JSON.stringify(key)} is empty, too long or cannot be stored`];
}

function faultsOfFacts(facts: Readonly<Record<string, unknown>>, kind: FactKind): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (name === 'kind') return [];
    if (name === 'status') return statuses[kind].includes(String(value)) ? [] : [`status ${String(value)} is unknown`];
    if (!person.includes(name) && !known[kind].includes(name)) return [`${name} is no fact of a ${kind}`];
    return faultsOfValue(name, value);
  });
}

function faultsOfValue(name: string, value: unknown): string[] {
  if (value === undefined || typeof value === 'boolean') return [];
  if (Array.isArray(value)) return value.flatMap((each) => faultsOfValue(name, each));
  if (typeof value !== 'string') return [`${name} is ${value === null ? 'null' : typeof value}`];
  if (value.trim() === '') return [`${name} is empty`];
  if (unstorable(value)) return [`${name} holds what PostgreSQL cannot store`];
  if (name.endsWith('At') && !isInstant(value)) return [`${name} ${value} is not an instant in UTC with milliseconds`];
  if (name.endsWith('Date') && !/^\d{4}-\d\d-\d\d$/.test(value)) return [`${name} ${value} is not a calendar day`];
  if (name === 'language' && !/^[a-z]{2}$/.test(value)) return [`language ${value} is not ISO 639-1`];
  if (name === 'timeZone' && !isZone(value)) return [`timeZone ${value} is not an IANA zone`];
  return [];
}

function unstorable(text: string): boolean {
  return text.includes('\u0000') || /\p{Surrogate}/u.test(text);
}

function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text;
}

function isZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}
