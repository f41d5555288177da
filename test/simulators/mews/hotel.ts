import { SystemClock, type Clock } from '../../../src/kernel/clock.js';
import {
  Refusal,
  type AvailabilityBlock,
  type Order,
  type Companionship,
  type Customer,
  type Kept,
  type Reservation,
  type Resource,
  type ResourceCategory,
  type Service,
  type WebhookEvent,
} from './hotel-records.js';

export interface Person {
  readonly firstName?: string;
  readonly lastName: string;
  readonly secondLastName?: string;
  readonly title?: 'Mister' | 'Miss' | 'Misses';
  readonly language?: string;
  readonly email?: string;
  readonly hasOtaEmail?: boolean;
  readonly classifications?: readonly string[];
}

export interface Booking {
  /** The owner; without one a company owns the reservation. */
  readonly guest?: Person | { readonly customerId: string };
  readonly companions?: readonly (Person | { readonly customerId: string })[];
  /** Name of a room, bed or parking space. */
  readonly room?: string;
  readonly arrival: string | Date;
  readonly departure: string | Date;
  readonly state?: 'Confirmed' | 'Optional' | 'Requested' | 'Inquired';
  readonly service?: 'stay' | 'parking';
}

export interface HotelPlan {
  readonly name?: string;
  readonly timeZone?: string;
  readonly rooms?: readonly string[];
  /** Beds of the dorm `D1`. */
  readonly beds?: readonly string[];
  readonly clock?: Clock;
}

/**
 * A hotel as Mews keeps it, and what its front desk does in a day: the state machine of reservations with its rules,
 * and the events of each change. Times are whole seconds, as Mews gives them.
 */
export class MewsHotel {
  readonly clock: Clock;
  readonly reservations = new Map<string, Reservation>();
  readonly customers = new Map<string, Customer>();
  readonly companionships = new Map<string, Companionship>();
  readonly resources = new Map<string, Resource>();
  readonly services = new Map<string, Service>();
  readonly categories = new Map<string, ResourceCategory>();
  readonly blocks = new Map<string, AvailabilityBlock>();
  readonly enterpriseId = guid('e0', 1);
  readonly integrationId = guid('e1', 1);
  readonly stayServiceId: string;
  readonly parkingServiceId: string;
  readonly internetServiceId: string;
  /** What was put on bills, as it was ordered. */
  readonly orders: Order[] = [];
  /** Accounts that nothing may be charged to. */
  readonly closedAccounts = new Set<string>();
  readonly name: string;
  readonly timeZone: string;
  private readonly listeners: ((event: WebhookEvent) => void)[] = [];
  private count = 0;

  constructor({
    name = 'Hotel Lindenhof',
    timeZone = 'Europe/Vienna',
    rooms = ['412', '518'],
    beds = ['D1-A', 'D1-B'],
    clock = new SystemClock(),
  }: HotelPlan = {}) {
    this.clock = clock;
    this.name = name;
    this.timeZone = timeZone;
    this.stayServiceId = this.openService('Accommodation', 'Bookable', 'Room', 'Double room');
    this.parkingServiceId = this.openService('Parking', 'Bookable', 'ParkingSpot', 'Garage');
    this.internetServiceId = this.openService('Internet', 'Additional');
    for (const room of rooms) this.buildRoom(room);
    const dorm = this.buildRoom('D1');
    for (const bed of beds) this.buildRoom(bed, dorm.Id);
    this.buildRoom('P1');
  }

  onEvent(listener: (event: WebhookEvent) => void): void {
    this.listeners.push(listener);
  }

  book({ guest, companions = [], room, arrival, departure, state = 'Confirmed', service = 'stay' }: Booking): string {
    const ServiceId = service === 'stay' ? this.stayServiceId : this.parkingServiceId;
    const reservation: Reservation = {
      ...this.kept('10'),
      ServiceId,
      AccountId: guest ? this.personId(guest) : guid('c0', 900 + this.count),
      AccountType: guest ? 'Customer' : 'Company',
      BookerId: null,
      Number: String(20_000 + this.count),
      State: state,
      Origin: 'Commander',
      CreatedUtc: this.now(),
      CancelledUtc: null,
      CancellationReason: null,
      Options: checkedIn(false),
      RateId: guid('d1', 1),
      GroupId: guid('9f', this.count),
      RequestedResourceCategoryId: [...this.categories.values()].find((category) => category.ServiceId === ServiceId)!
        .Id,
      AssignedResourceId: room === undefined ? null : this.roomNamed(room).Id,
      AssignedResourceLocked: false,
      AvailabilityBlockId: null,
      PartnerCompanyId: null,
      TravelAgencyId: null,
      BusinessSegmentId: null,
      ScheduledStartUtc: utc(arrival),
      ActualStartUtc: null,
      ScheduledEndUtc: utc(departure),
      ActualEndUtc: null,
      Purpose: 'Leisure',
      PersonCounts: [{ AgeCategoryId: guid('a9', 1), Count: companions.length + 1 }],
    };
    this.reservations.set(reservation.Id, reservation);
    for (const companion of companions) this.accompany(reservation, this.personId(companion));
    this.emit('ServiceOrderUpdated', reservation.Id);
    return reservation.Id;
  }

  checkIn(reservationId: string): void {
    const reservation = this.reservation(reservationId);
    if (reservation.State !== 'Confirmed')
      throw new Refusal(403, `The reservation is ${reservation.State}, not confirmed.`);
    if (!reservation.AssignedResourceId) throw new Refusal(403, 'No space is assigned.');
    if (reservation.ScheduledStartUtc > this.now()) throw new Refusal(403, 'The reservation starts in the future.');
    this.change(reservation, { State: 'Started', ActualStartUtc: this.now(), Options: checkedIn(true) });
  }

  /** Early departures are shortened first, as hotels do: a reservation ends on its last day only. */
  checkOut(reservationId: string): void {
    const reservation = this.reservation(reservationId);
    if (localDay(this.clock.now(), this.timeZone) < localDay(new Date(reservation.ScheduledEndUtc), this.timeZone))
      this.extend(reservationId, this.clock.now());
    this.process(reservationId);
  }

  process(reservationId: string): void {
    const reservation = this.reservation(reservationId);
    if (reservation.State !== 'Started')
      throw new Refusal(403, `The reservation is ${reservation.State}, not started.`);
    if (localDay(this.clock.now(), this.timeZone) < localDay(new Date(reservation.ScheduledEndUtc), this.timeZone))
      throw new Refusal(403, 'The reservation cannot be processed before its last day.');
    this.change(reservation, { State: 'Processed', ActualEndUtc: this.now() });
  }

  /** A product service order, consumed now: https://docs.mews.com/connector-api/operations/orders#add-order */
  order(order: Order): string {
    const service = this.services.get(String(order.ServiceId));
    if (service?.Data.Discriminator !== 'Additional') throw new Refusal(400, 'Invalid ServiceId');
    if (!this.customers.has(String(order.AccountId))) throw new Refusal(400, 'Invalid AccountId');
    const reservation = this.reservation(String(order.LinkedReservationId));
    if (reservation.State !== 'Started') throw new Refusal(403, `The reservation is ${reservation.State}.`);
    if (this.closedAccounts.has(String(order.AccountId))) throw new Refusal(403, 'The account is closed.');
    const [{ UnitAmount: amount } = { UnitAmount: undefined }] = order.Items ?? [];
    if (amount?.Currency !== 'EUR' || typeof amount.GrossValue !== 'number')
      throw new Refusal(400, 'Invalid UnitAmount');
    if (amount.TaxCodes?.length !== 1 || amount.TaxCodes[0] !== 'AT-S') throw new Refusal(400, 'Invalid TaxCodes');
    this.orders.push(order);
    return guid('0d', this.orders.length);
  }

  cancel(reservationId: string, reason = 'Other'): void {
    const reservation = this.reservation(reservationId);
    if (!['Confirmed', 'Optional', 'Requested', 'Inquired'].includes(reservation.State))
      throw new Refusal(403, `A reservation that is ${reservation.State} cannot be cancelled.`);
    this.change(reservation, { State: 'Canceled', CancelledUtc: this.now(), CancellationReason: reason });
  }

  noShow(reservationId: string): void {
    this.cancel(reservationId, 'NoShow');
  }

  confirm(reservationId: string): void {
    this.change(this.reservation(reservationId), { State: 'Confirmed' });
  }

  undoCheckIn(reservationId: string): void {
    this.change(this.reservation(reservationId), {
      State: 'Confirmed',
      ActualStartUtc: null,
      Options: checkedIn(false),
    });
  }

  reinstate(reservationId: string): void {
    this.change(this.reservation(reservationId), { State: 'Started', ActualEndUtc: null });
  }

  move(reservationId: string, room: string): void {
    this.change(this.reservation(reservationId), { AssignedResourceId: this.roomNamed(room).Id });
  }

  /** Longer or shorter. */
  extend(reservationId: string, departure: string | Date): void {
    this.change(this.reservation(reservationId), { ScheduledEndUtc: utc(departure) });
  }

  postpone(reservationId: string, arrival: string | Date, departure: string | Date): void {
    this.change(this.reservation(reservationId), { ScheduledStartUtc: utc(arrival), ScheduledEndUtc: utc(departure) });
  }

  /** Fires nothing for the reservation, nor is its stamp changed: only the new profile makes a sound. */
  addCompanion(reservationId: string, person: Person | { readonly customerId: string }): string {
    const customerId = this.personId(person);
    this.accompany(this.reservation(reservationId), customerId);
    return customerId;
  }

  removeCompanion(reservationId: string, customerId: string): void {
    for (const [id, companionship] of this.companionships)
      if (companionship.ReservationId === reservationId && companionship.CustomerId === customerId)
        this.companionships.delete(id);
  }

  editCustomer(customerId: string, changes: Partial<Customer>): void {
    const customer = this.customers.get(customerId);
    if (!customer) throw new Refusal(400, 'Invalid CustomerId');
    Object.assign(customer, changes, { UpdatedUtc: this.now() });
    this.emit('CustomerUpdated', customerId);
  }

  /** The profile lives on in another one; reservations keep naming the old. */
  mergeCustomer(customerId: string, intoCustomerId: string): void {
    this.editCustomer(customerId, { MergeTargetId: intoCustomerId, IsActive: false });
  }

  renameRoom(room: string, name: string): void {
    const resource = this.roomNamed(room);
    Object.assign(resource, { Name: name, UpdatedUtc: this.now() });
    this.emit('ResourceUpdated', resource.Id);
  }

  customerOf(reservationId: string): string {
    return this.reservation(reservationId).AccountId;
  }

  reservation(reservationId: string): Reservation {
    const reservation = this.reservations.get(reservationId);
    if (!reservation) throw new Refusal(400, 'Invalid ReservationId');
    return reservation;
  }

  /** Changes any member, as import jobs and support do. */
  change(reservation: Reservation, changes: Partial<Reservation>): void {
    Object.assign(reservation, changes, { UpdatedUtc: this.now() });
    this.emit('ServiceOrderUpdated', reservation.Id);
  }

  roomNamed(name: string): Resource {
    const room = [...this.resources.values()].find(({ Name }) => Name === name);
    if (!room) throw new Refusal(400, 'Invalid ResourceId');
    return room;
  }

  buildRoom(Name: string, ParentResourceId: string | null = null): Resource {
    const room: Resource = {
      ...this.kept('20'),
      EnterpriseId: this.enterpriseId,
      IsActive: true,
      Name,
      ParentResourceId,
      State: 'Clean',
      Data: { Discriminator: 'Space', Value: { FloorNumber: Name.slice(0, 1) } },
    };
    this.resources.set(room.Id, room);
    return room;
  }

  private openService(name: string, Discriminator: 'Bookable' | 'Additional', type?: string, category = name): string {
    const service: Service = {
      ...this.kept('30'),
      EnterpriseId: this.enterpriseId,
      IsActive: true,
      Names: { 'en-GB': name },
      Data: {
        Discriminator,
        Value:
          Discriminator === 'Bookable'
            ? { StartOffset: 'P0M0DT15H0M0S', EndOffset: 'P0M0DT11H0M0S', TimeUnitPeriod: 'Day' }
            : {},
      },
    };
    this.services.set(service.Id, service);
    if (type) {
      const kept = this.kept('31');
      this.categories.set(kept.Id, {
        ...kept,
        EnterpriseId: this.enterpriseId,
        ServiceId: service.Id,
        IsActive: true,
        Type: type,
        Names: { 'en-GB': category },
      });
    }
    return service.Id;
  }

  private personId(person: Person | { readonly customerId: string }): string {
    if ('customerId' in person) return person.customerId;
    const customer: Customer = {
      ...this.kept('c3'),
      ChainId: guid('e2', 1),
      FirstName: person.firstName ?? null,
      LastName: person.lastName,
      SecondLastName: person.secondLastName ?? null,
      Title: person.title ?? null,
      PreferredLanguageCode: null,
      LanguageCode: person.language ?? 'de-AT',
      Email: person.email ?? null,
      HasOtaEmail: person.hasOtaEmail ?? false,
      Phone: '+43123456789',
      LoyaltyCode: null,
      Classifications: [...(person.classifications ?? [])],
      CompanyId: null,
      MergeTargetId: null,
      IsActive: true,
      CreatedUtc: this.now(),
      BirthDate: '1983-12-31',
      NationalityCode: 'CZ',
      Notes: 'private-note',
      DietaryRequirements: 'private-diet',
      CarRegistrationNumber: 'private-car',
      TaxIdentificationNumber: 'private-tax',
      Passport: { Number: 'private-passport' },
    };
    this.customers.set(customer.Id, customer);
    this.emit('CustomerAdded', customer.Id);
    this.emit('CustomerUpdated', customer.Id);
    return customer.Id;
  }

  private accompany(reservation: Reservation, CustomerId: string): void {
    const kept = this.kept('0a');
    this.companionships.set(kept.Id, {
      ...kept,
      CustomerId,
      ReservationGroupId: reservation.GroupId,
      ReservationId: reservation.Id,
    });
  }

  /** A block, such as of a conference, and the reservations taken from it. */
  blockFor(name: string | null, reservationIds: readonly string[]): string {
    const block = { ...this.kept('b1'), Name: name };
    this.blocks.set(block.Id, block);
    for (const id of reservationIds) {
      Object.assign(this.reservations.get(id)!, { AvailabilityBlockId: block.Id, UpdatedUtc: this.now() });
      this.emit('ServiceOrderUpdated', id);
    }
    return block.Id;
  }

  private emit(Discriminator: string, Id: string): void {
    for (const listener of this.listeners) listener({ Discriminator, Value: { Id } });
  }

  private kept(kind: string): Kept {
    this.count += 1;
    return { Id: guid(kind, this.count), seq: this.count, UpdatedUtc: this.now() };
  }

  private now(): string {
    return utc(this.clock.now());
  }
}

export function guid(kind: string, number: number): string {
  return `${kind.padEnd(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** `2026-05-14T13:00:00Z`: no milliseconds. */
export function utc(at: string | Date): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

function localDay(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone }).format(at);
}

function checkedIn(is: boolean): Reservation['Options'] {
  return { OwnerCheckedIn: is, AllCompanionsCheckedIn: false, AnyCompanionCheckedIn: false, ConnectorCheckIn: false };
}
