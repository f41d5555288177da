import { laterBy, type Instant } from '../../../kernel/clock.js';
import { type Change, type SourceRecord, versionAsRead } from '../../../provisioning/connector/change.js';
import type { PersonFacts, Stay } from '../../../provisioning/facts/facts.js';
import {
  malformedRecord,
  vendorInstant,
  vendorLanguage,
  vendorText,
} from '../../../provisioning/connector/vendor-record.js';
import {
  reservationStates,
  type MewsCustomer,
  type MewsReservation,
  type MewsReservationState,
  type MewsResource,
} from './mews.wire.js';

/** The house a reservation belongs to. */
export interface MewsProperty {
  /**
   * The operator's name of it. The vendor's name may change overnight, and account names with it, so it is not used.
   */
  readonly site?: string;
  readonly timeZone: string;
  readonly categoryNames: ReadonlyMap<string, string>;
}

/** One reservation with everything read for it. */
export interface MewsReservationRead {
  readonly reservation: MewsReservation;
  /** Customers who accompany the owner, first companion first. */
  readonly companionIds: readonly string[];
  readonly customers: ReadonlyMap<string, MewsCustomer>;
  readonly resources: ReadonlyMap<string, MewsResource>;
  /** Of availability blocks, by id. */
  readonly blockNames?: ReadonlyMap<string, string>;
  readonly house: MewsProperty;
  /** When the reading began, before its first request. */
  readonly readAt: Instant;
  /** Confirmed reservations that arrive later than this are not used yet. */
  readonly expectedUntil: Instant;
}

/**
 * A reservation as the stays of its guests: one `group` with everybody who lives in it. A reservation that cannot be
 * understood is `malformed` under its key and that of each of its guests: all of them keep what they have.
 */
export function changesOfMews(read: MewsReservationRead): readonly Change[] {
  const { reservation } = read;
  const fault = faultOf(reservation);
  if (fault)
    return [reservation.Id, ...guestIdsOf(read).map((id) => keyOf(reservation, id))].map((key) =>
      malformedRecord(fault, key),
    );
  const status = statusOf(read);
  const version = versionOf(read);
  if (status === null) return [{ kind: 'group', parentKey: reservation.Id, version, records: [] }];

  const guests = guestsOf(read);
  const records = guests.flatMap(({ id, customer }, position) =>
    customer || (status !== 'expected' && status !== 'in_house')
      ? [recordOf(read, status, version, id, customer, position)]
      : [],
  );
  const unread = guests.filter(({ customer }) => !customer);
  if (unread.length === 0 || records.length === guests.length)
    return [{ kind: 'group', parentKey: reservation.Id, version, records }];
  // Without the missing guest the list is incomplete: the others are reported one by one, and it ends nobody.
  return [
    ...records.map((record): Change => ({ kind: 'record', mode: 'replace', record })),
    ...[...(records.length === 0 ? [reservation.Id] : []), ...unread.map(({ id }) => keyOf(reservation, id))].map(
      (key) => malformedRecord(unreadable, key),
    ),
  ];
}

const unreadable = 'the customer of this guest cannot be read; the integration may lack the right to the profile';

/** `reservation/customer`: stable from booking to departure, whatever the room. */
function keyOf(reservation: MewsReservation, customerId: string): string {
  return `${reservation.Id}/${customerId}`;
}

/**
 * Modification stamp of the reservation, then the moment of reading. A change of a guest's name, companions or a room's
 * name does not touch the stamp, so among readings of one stamp the later one is the newer truth. An answer from a
 * lagging replica carries an older stamp and loses, whenever it was read.
 */
function versionOf({ reservation, readAt }: MewsReservationRead): string {
  return versionAsRead(String(vendorInstant(reservation.UpdatedUtc)), readAt);
}

/**
 * Presence follows from the state; null: not a stay (yet). A confirmed guest counts from `expectedUntil` until the stay
 * is over.
 */
function statusOf({ reservation, readAt, expectedUntil }: MewsReservationRead): Stay['status'] | null {
  const state = reservation.State as MewsReservationState;
  switch (state) {
    case 'Started':
      return 'in_house';
    case 'Processed':
      return 'checked_out';
    case 'Canceled':
      return reservation.CancellationReason === 'NoShow' ? 'no_show' : 'cancelled';
    case 'Confirmed':
      return vendorInstant(reservation.ScheduledStartUtc)! <= expectedUntil &&
        vendorInstant(reservation.ScheduledEndUtc)! >= readAt
        ? 'expected'
        : null;
    case 'Inquired':
    case 'Optional':
    case 'Requested':
      return null;
  }
}

interface Guest {
  /** The customer that the reservation names. */
  readonly id: string;
  /** The customer who has the name now: another one after a merge. */
  readonly customer: MewsCustomer | undefined;
}

/** Owner first, then companions; nobody twice, whether listed twice or merged; no paymaster accounts. */
function guestsOf(read: MewsReservationRead): readonly Guest[] {
  const guests = new Map<string, Guest>();
  for (const id of guestIdsOf(read)) {
    const customer = followMerges(id, read.customers);
    if (customer?.Classifications?.includes('PaymasterAccount')) continue;
    const personId = customer?.Id ?? id;
    if (!guests.has(personId)) guests.set(personId, { id, customer });
  }
  return [...guests.values()];
}

/** A company that owns a reservation does not sleep in it: then only its companions count. */
export function guestIdsOf({
  reservation,
  companionIds,
}: Pick<MewsReservationRead, 'reservation' | 'companionIds'>): readonly string[] {
  const owner =
    reservation.AccountType === 'Company' || typeof reservation.AccountId !== 'string' ? [] : [reservation.AccountId];
  return [...new Set([...owner, ...companionIds])];
}

function followMerges(id: string, customers: ReadonlyMap<string, MewsCustomer>): MewsCustomer | undefined {
  let customer = customers.get(id);
  for (const seen = new Set([id]); customer?.MergeTargetId && !seen.has(customer.MergeTargetId);) {
    seen.add(customer.MergeTargetId);
    const target = customers.get(customer.MergeTargetId);
    if (!target) break;
    customer = target;
  }
  return customer;
}

function recordOf(
  read: MewsReservationRead,
  status: Stay['status'],
  version: string,
  id: string,
  customer: MewsCustomer | undefined,
  position: number,
): SourceRecord<Stay> {
  const { reservation, house } = read;
  return {
    key: keyOf(reservation, id),
    version,
    parentKey: reservation.Id,
    guestKey: customer?.Id ?? id,
    facts: {
      kind: 'stay',
      status,
      role: position === 0 ? 'primary' : 'accompanying',
      ...personOf(customer),
      site: vendorText(house.site),
      timeZone: house.timeZone,
      room: roomOf(reservation.AssignedResourceId, read.resources),
      arrivalAt: vendorInstant(reservation.ScheduledStartUtc),
      departureAt: vendorInstant(reservation.ScheduledEndUtc),
      checkInAt: vendorInstant(reservation.ActualStartUtc),
      checkOutAt: vendorInstant(reservation.ActualEndUtc),
      vip: vipOf(customer?.Classifications),
      noPost: customer?.Classifications?.includes('Cashlist') || undefined,
      roomType: vendorText(house.categoryNames.get(reservation.RequestedResourceCategoryId ?? '')),
      ratePlan: vendorText(reservation.RateId),
      groupCode:
        vendorText(read.blockNames?.get(reservation.AvailabilityBlockId ?? '')) ??
        vendorText(reservation.AvailabilityBlockId) ??
        vendorText(reservation.GroupId),
      reservationNumber: vendorText(reservation.Number),
    },
  };
}

const titles: Readonly<Record<string, string>> = { Mister: 'Mr', Miss: 'Ms', Misses: 'Mrs' };

/** Name, language and the guest's own address; the rest of a profile is not read. */
function personOf(customer: MewsCustomer | undefined): PersonFacts {
  if (!customer) return {};
  const secondLastName = vendorText(customer.SecondLastName);
  return {
    firstName: vendorText(customer.FirstName),
    lastName: vendorText(customer.LastName),
    otherLastNames: secondLastName ? [secondLastName] : undefined,
    title: titles[customer.Title ?? ''],
    email: customer.HasOtaEmail ? undefined : vendorText(customer.Email),
    language: vendorLanguage(customer.PreferredLanguageCode) ?? vendorLanguage(customer.LanguageCode),
  };
}

/** Hotels mark guests whom they treat well with these; all other classifications are dropped. */
const tiers: readonly (readonly [string, string])[] = [
  ['VeryImportant', 'very_important'],
  ['TopManagement', 'top_management'],
  ['Important', 'important'],
];

function vipOf(classifications: readonly string[] | null | undefined): string | undefined {
  return tiers.find(([mark]) => classifications?.includes(mark))?.[1];
}

/** A bed in a dorm lies in a room: guests know the number on the door. */
function roomOf(
  resourceId: string | null | undefined,
  resources: ReadonlyMap<string, MewsResource>,
): string | undefined {
  let resource = resources.get(resourceId ?? '');
  for (let depth = 0; depth < 5 && resource?.ParentResourceId; depth += 1)
    resource = resources.get(resource.ParentResourceId) ?? resource;
  return vendorText(resource?.Name);
}

function faultOf(reservation: MewsReservation): string | undefined {
  if (typeof reservation.Id !== 'string' || reservation.Id === '') return 'Id is missing';
  if (!reservationStates.some((state) => state === reservation.State)) return 'State is none that is documented';
  return (['UpdatedUtc', 'ScheduledStartUtc', 'ScheduledEndUtc'] as const)
    .filter((name) => !vendorInstant(reservation[name]))
    .map((name) => `${name} is not a point in time`)[0];
}

/** End of the days in which confirmed guests are expected. */
export function mewsExpectedUntil(now: Instant, days: number): Instant {
  return laterBy(now, days * 86_400);
}
