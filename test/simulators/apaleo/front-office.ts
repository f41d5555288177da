import { SystemClock, type Clock } from '../../../src/kernel/clock.js';

/** What apaleo keeps of a reservation, in its own words (Booking V1: ReservationModel). */
export interface Reservation {
  readonly id: string;
  bookingId: string;
  groupName: string | null;
  status: string;
  checkInTime?: string;
  checkOutTime?: string;
  cancellationTime?: string;
  noShowTime?: string;
  property: { id: string; code: string; name: string };
  ratePlan: { id: string; code: string; name: string };
  unitGroup: { id: string; code: string; name: string; type: string };
  unit?: { id: string; name: string; unitGroupId: string };
  assignedUnits: { unit: { id: string; name: string }; timeRanges: { from: string; to: string }[] }[];
  arrival: string;
  departure: string;
  created: string;
  modified: string;
  adults: number;
  primaryGuest: Guest;
  additionalGuests: Guest[];
  company?: { id: string; code: string; name: string };
  /** What a connector must not keep. */
  comment: string;
}

export interface Guest {
  title?: string;
  firstName?: string;
  lastName: string;
  email?: string;
  preferredLanguage?: string;
  birthDate?: string;
  identificationNumber?: string;
}

export interface Booking {
  readonly guest: Guest;
  readonly others?: readonly Guest[];
  readonly unit?: string;
  readonly arrival: string | Date;
  readonly departure: string | Date;
  readonly unitGroupType?: string;
  readonly company?: string;
}

export interface OfficePlan {
  readonly propertyId?: string;
  readonly timeZone?: string;
  readonly clock?: Clock;
}

/** A request that the rules of the house do not allow: https://apaleo.dev/guides/booking/reservation-status */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The reservations of one property, what a front desk does with them, and the event that each step fires. Times are
 * whole seconds with an offset.
 */
export class FrontOffice {
  readonly clock: Clock;
  readonly propertyId: string;
  readonly timeZone: string;
  readonly reservations = new Map<string, Reservation>();
  private readonly listeners: ((topic: string, type: string, entityId: string) => void)[] = [];
  private readonly unitNames = new Map<string, string>();
  private count = 0;

  constructor({ propertyId = 'LIND', timeZone = 'Europe/Vienna', clock = new SystemClock() }: OfficePlan = {}) {
    this.clock = clock;
    this.propertyId = propertyId;
    this.timeZone = timeZone;
  }

  onEvent(listener: (topic: string, type: string, entityId: string) => void): void {
    this.listeners.push(listener);
  }

  book({ guest, others = [], unit, arrival, departure, unitGroupType = 'BedRoom', company }: Booking): string {
    this.count += 1;
    const bookingId = `${this.propertyId}Q${String(this.count).padStart(5, '0')}`;
    const reservation: Reservation = {
      id: `${bookingId}-1`,
      bookingId,
      groupName: null,
      status: 'Confirmed',
      property: { id: this.propertyId, code: this.propertyId, name: 'Hotel Lindenhof' },
      ratePlan: { id: `${this.propertyId}-FLEX-DLX`, code: 'FLEX', name: 'Flexible' },
      unitGroup: { id: `${this.propertyId}-DLX`, code: 'DLX', name: 'Deluxe double', type: unitGroupType },
      assignedUnits: [],
      arrival: offsetTime(arrival),
      departure: offsetTime(departure),
      created: this.now(),
      modified: this.now(),
      adults: 1 + others.length,
      primaryGuest: { birthDate: '1983-12-31', identificationNumber: 'private-passport', ...guest },
      additionalGuests: [...others],
      ...(company ? { company: { id: `${this.propertyId}-ACME`, code: 'ACME', name: company } } : {}),
      comment: 'private-note',
    };
    this.reservations.set(reservation.id, reservation);
    this.emit('created', reservation.id);
    if (unit) this.assign(reservation.id, unit);
    return reservation.id;
  }

  checkIn(id: string): void {
    const reservation = this.find(id);
    if (reservation.status !== 'Confirmed') throw new Refusal(422, `The reservation is ${reservation.status}`);
    if (!reservation.unit) throw new Refusal(422, 'No unit is assigned for the whole stay');
    this.change(id, 'checked-in', { status: 'InHouse', checkInTime: this.now() });
  }

  /** Departure may be tomorrow at the latest: an earlier leaver is amended first. */
  checkOut(id: string): void {
    const reservation = this.find(id);
    if (reservation.status !== 'InHouse') throw new Refusal(422, `The reservation is ${reservation.status}`);
    if (Date.parse(reservation.departure) > this.clock.milliseconds() + 86_400_000) this.amend(id, this.clock.now());
    this.change(id, 'checked-out', { status: 'CheckedOut', checkOutTime: this.now() });
  }

  revertCheckIn(id: string): void {
    this.change(id, 'check-in-reverted', { status: 'Confirmed', checkInTime: undefined });
  }

  cancel(id: string): void {
    if (this.find(id).status !== 'Confirmed') throw new Refusal(422, 'Only confirmed reservations are cancelled');
    this.change(id, 'canceled', { status: 'Canceled', cancellationTime: this.now() });
  }

  noShow(id: string): void {
    if (this.find(id).status !== 'Confirmed') throw new Refusal(422, 'Only confirmed reservations become no-shows');
    this.change(id, 'set-to-no-show', { status: 'NoShow', noShowTime: this.now() });
  }

  amend(id: string, departure: string | Date): void {
    this.change(id, 'amended', { departure: offsetTime(departure) });
  }

  assign(id: string, name: string): void {
    const unit = { id: this.unitIdOf(name), name, unitGroupId: `${this.propertyId}-DLX` };
    const { arrival, departure } = this.find(id);
    this.change(id, 'unit-assigned', {
      unit,
      assignedUnits: [{ unit, timeRanges: [{ from: arrival, to: departure }] }],
    });
  }

  /** Out of one room and into another: for a moment there is none. */
  move(id: string, name: string): void {
    this.change(id, 'unit-unassigned', { unit: undefined, assignedUnits: [] });
    this.assign(id, name);
  }

  changeGuests(id: string, primaryGuest: Guest, additionalGuests: Guest[] = []): void {
    this.change(id, 'changed', { primaryGuest, additionalGuests });
  }

  renameUnit(name: string, newName: string): void {
    const unitId = this.unitIdOf(name);
    for (const { unit, assignedUnits } of this.reservations.values())
      for (const each of [unit, ...assignedUnits.map((assigned) => assigned.unit)])
        if (each?.id === unitId) each.name = newName;
    for (const listener of this.listeners) listener('Unit', 'changed', unitId);
  }

  remove(id: string): void {
    this.reservations.delete(id);
    this.emit('deleted', id);
  }

  /** Changes anything, as support does. */
  change(id: string, type: string, changes: Partial<Reservation>): void {
    Object.assign(this.find(id), changes, { modified: this.now() });
    this.emit(type, id);
  }

  find(id: string): Reservation {
    const reservation = this.reservations.get(id);
    if (!reservation) throw new Refusal(404, 'There is no such reservation');
    return reservation;
  }

  unitIdOf(name: string): string {
    const known = this.unitNames.get(name) ?? `${this.propertyId}-U${this.unitNames.size + 1}`;
    this.unitNames.set(name, known);
    return known;
  }

  private emit(type: string, entityId: string): void {
    for (const listener of this.listeners) listener('Reservation', type, entityId);
  }

  private now(): string {
    return offsetTime(this.clock.now());
  }
}

/** As apaleo writes it: whole seconds, in the property's offset (here always +02:00). */
function offsetTime(at: string | Date): string {
  return new Date(new Date(at).getTime() + 7_200_000).toISOString().replace(/\.\d+Z$/, '+02:00');
}
