import { DateTime } from 'luxon';
import type { Instant } from '../../../kernel/clock.js';
import { vendorLanguage, vendorLine, withoutUndefined } from '../../../provisioning/connector/vendor-record.js';
import type { PersonFacts, Stay } from '../../../provisioning/facts/facts.js';
import type { Reading } from './htng.settings.js';
import { idType, profileType } from './htng.wire.js';
import { all, at, type HtngElement } from './htng.xml.js';

/** `ResStatus` as makers write it, letters only. */
const statuses: Readonly<Record<string, Stay['status']>> = {
  checkedin: 'in_house',
  inhouse: 'in_house',
  arrived: 'in_house',
  checkedout: 'checked_out',
  departed: 'checked_out',
  reserved: 'expected',
  confirmed: 'expected',
  booked: 'expected',
  book: 'expected',
  commit: 'expected',
  modify: 'expected',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  cancel: 'cancelled',
  noshow: 'no_show',
};

export function reservationIdOf(reservation: HtngElement): string | undefined {
  const ids = all(reservation, 'UniqueID').filter(({ attributes }) => attributes.Type !== idType.cancellation);
  const own = ids.find(({ attributes }) => attributes.Type === idType.reservation) ?? ids[0];
  return vendorLine(own?.attributes.ID)?.slice(0, 100);
}

/** What all guests of a reservation share; undefined: it has a time that is none. */
export function htngStayOf(
  reservation: HtngElement,
  { time_zone: zone, arrival_time: comes, departure_time: goes, site }: Reading,
): (Omit<Stay, 'status'> & { readonly status?: Stay['status'] }) | undefined {
  const stay = at(reservation, 'RoomStays', 'RoomStay');
  const span = at(stay, 'TimeSpan') ?? at(reservation, 'ResGlobalInfo', 'TimeSpan');
  const arrivalAt = instantOf(span?.attributes.Start, comes, zone);
  const departureAt = instantOf(span?.attributes.End, goes, zone);
  if (arrivalAt === null || departureAt === null) return undefined;
  const type = at(stay, 'RoomTypes', 'RoomType')?.attributes;
  const numbers = all(at(reservation, 'ResGlobalInfo', 'HotelReservationIDs'), 'HotelReservationID');
  return withoutUndefined({
    kind: 'stay' as const,
    status: statuses[(reservation.attributes.ResStatus ?? '').toLowerCase().replace(/[^a-z]/g, '')],
    arrivalAt,
    departureAt,
    timeZone: zone,
    site,
    room: vendorLine(type?.RoomID),
    roomType: vendorLine(type?.RoomTypeCode),
    ratePlan: vendorLine(at(stay, 'RatePlans', 'RatePlan')?.attributes.RatePlanCode),
    reservationNumber: vendorLine(numbers[0]?.attributes.ResID_Value) ?? reservationIdOf(reservation),
    companyName: companyOf(reservation),
  });
}

export interface HtngGuest {
  /** Within the reservation. */
  readonly key: string;
  readonly profileId?: string;
  readonly facts: PersonFacts & Partial<Stay>;
}

/** Each guest once: their profile's id names them, else their place. */
export function htngGuestsOf(reservation: HtngElement): readonly HtngGuest[] {
  const guests = all(at(reservation, 'ResGuests'), 'ResGuest').map((guest, place) => ({
    guest,
    place,
    info: profilesOf(guest).find((info) => at(info, 'Profile', 'Customer') !== undefined),
  }));
  const leading = guests.findIndex(({ guest }) => guest.attributes.PrimaryIndicator === 'true');
  return guests.map(({ guest, place, info }) => {
    const profileId = vendorLine(at(info, 'UniqueID')?.attributes.ID)?.slice(0, 100);
    const role = place === Math.max(leading, 0) ? 'primary' : 'accompanying';
    const groupCode = vendorLine(guest.attributes.GroupEventCode);
    const facts = withoutUndefined({ ...personOf(at(info, 'Profile', 'Customer')), groupCode });
    return { key: profileId ?? String(place), profileId, facts: { role, ...facts } as const };
  });
}

function personOf(customer: HtngElement | undefined): PersonFacts & Partial<Stay> {
  const name = at(customer, 'PersonName');
  const loyalty = at(customer, 'CustLoyalty')?.attributes;
  return withoutUndefined({
    title: vendorLine(at(name, 'NamePrefix')?.text),
    firstName: vendorLine(at(name, 'GivenName')?.text),
    lastName: vendorLine(at(name, 'Surname')?.text),
    language: vendorLanguage(customer?.attributes.Language),
    email: vendorLine(at(customer, 'Email')?.text)?.toLowerCase(),
    phone: vendorLine(at(customer, 'Telephone')?.attributes.PhoneNumber),
    vip: vendorLine(customer?.attributes.CustomerValue),
    membershipProgram: vendorLine(loyalty?.ProgramID),
    membershipLevel: vendorLine(loyalty?.LoyalLevel),
  });
}

function companyOf(reservation: HtngElement): string | undefined {
  const profiles = [
    ...profilesOf(at(reservation, 'ResGlobalInfo')),
    ...all(at(reservation, 'ResGuests'), 'ResGuest').flatMap(profilesOf),
  ].map((info) => at(info, 'Profile'));
  const company = profiles.find((profile) => profile?.attributes.ProfileType === profileType.corporation);
  return vendorLine(at(company, 'CompanyInfo', 'CompanyName')?.text);
}

function profilesOf(from: HtngElement | undefined): readonly HtngElement[] {
  return all(at(from, 'Profiles'), 'ProfileInfo');
}

/** A day, or a time with or without a zone; null: none of these. */
function instantOf(written: string | undefined, usual: string, zone: string): Instant | undefined | null {
  const text = written?.trim();
  if (!text) return undefined;
  const instant = DateTime.fromISO(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T${usual}` : text, { zone });
  return instant.isValid ? instant.toUTC().toISO() : null;
}
