import { DateTime } from 'luxon';
import { House, type Guest, type NewGuest } from './house.js';
import {
  checkOutRecord,
  emptyRoomRecord,
  guestRecord,
  plainRecord,
  roomAndShare,
  type IfcRecord,
} from './ifc-records.js';
import { IfcSimulator, type IfcOptions } from './ifc-simulator.js';

export interface HotelOptions extends IfcOptions {
  /**
   * Which worked example of the specification a move follows where one guest stays behind: `GSY` or `GSN` for the old
   * room.
   */
  readonly shareFlagOfOldRoom?: 'Y' | 'N';
}

/** As it came on the line; `status`: what became of it. */
export interface BilledCharge {
  readonly room: string;
  readonly amount: number;
  readonly number: string;
  readonly text: string;
  readonly status: string;
  /** Of the one guest whose bill it is; absent: the room's. */
  readonly reservation?: string;
}

export type ArrivingGuest = Omit<NewGuest, 'arrival' | 'departure'> & {
  readonly arrival?: string;
  readonly departure?: string;
  readonly nights?: number;
};

/** A hotel day, told over the interface as it happens: the script API of tests and of the demo. */
export class SimulatedHotel {
  readonly house = new House();
  readonly ifc: IfcSimulator;
  /** Every charge that was told, in order. */
  readonly charges: BilledCharge[] = [];
  /** Instead of the house's own verdict; null: it books, and does not say so. */
  verdictOnCharges: ((charge: Omit<BilledCharge, 'status'>) => string | null) | undefined;

  constructor(private readonly options: HotelOptions = {}) {
    this.ifc = new IfcSimulator(() => this.fullList(), options);
    this.ifc.charged = (fields) => this.charged(fields);
    this.ifc.inquired = (room) =>
      this.house.inRoom(room).map(({ reservation, lastName, noPost }) => [
        ['RN', room],
        ['G#', reservation],
        ['GN', lastName],
        ['NP', noPost ? 'Y' : 'N'],
      ]);
  }

  start(): Promise<void> {
    return this.ifc.start();
  }

  stop(): Promise<void> {
    return this.ifc.stop();
  }

  get port(): number {
    return this.ifc.port;
  }

  /** Local day, `days` from today. */
  day(days = 0): string {
    return DateTime.fromJSDate((this.options.now ?? (() => new Date()))(), {
      zone: this.options.timeZone ?? 'Europe/Vienna',
    })
      .plus({ days })
      .toFormat('yyyy-MM-dd');
  }

  /** @returns the reservation number */
  checkIn(guest: ArrivingGuest): string {
    const { nights = 3, ...rest } = guest;
    const added = this.house.add({
      vip: '0',
      noPost: false,
      arrival: this.day(),
      departure: this.day(nights),
      ...rest,
    });
    this.tell(guestRecord('GI', added, this.isShared(added.room), this.stamp()));
    return added.reservation;
  }

  /** Somebody joins the room of a guest, with the same dates. */
  share(reservation: string, guest: Omit<ArrivingGuest, 'room'>): string {
    const { room, arrival, departure } = this.house.guest(reservation);
    return this.checkIn({ arrival, departure, ...guest, room });
  }

  checkInParty(count: number, group: string, firstRoom = 601): readonly string[] {
    return Array.from({ length: count }, (_, index) =>
      this.checkIn({ room: String(firstRoom + index), lastName: `Traveller${index + 1}`, firstName: 'Group', group }),
    );
  }

  /** In room mode, where nobody asked for RO, a move is a check-out and a check-in. */
  move(reservation: string, room: string): void {
    const before = this.house.guest(reservation);
    const after = this.house.change(reservation, { room });
    if (this.ifc.lists('GC', 'RO') || !this.ifc.requests('GI')) {
      const oldIsShared = this.options.shareFlagOfOldRoom
        ? this.options.shareFlagOfOldRoom === 'Y'
        : this.house.inRoom(before.room).length > 0;
      this.tell(
        guestRecord('GC', after, this.isShared(room), [roomAndShare('RO', before.room, oldIsShared), ...this.stamp()]),
      );
      return;
    }
    this.tell(checkOutRecord(before, false));
    this.tell(guestRecord('GI', after, this.isShared(room), this.stamp()));
  }

  extend(reservation: string, departure: string): void {
    this.change(reservation, { departure });
  }

  change(reservation: string, changes: Partial<Omit<Guest, 'reservation' | 'room'>>): void {
    const changed = this.house.change(reservation, changes);
    this.tell(guestRecord('GC', changed, this.isShared(changed.room), this.stamp()));
  }

  /** Also an undone check-in: the interface cannot tell one from the other. */
  checkOut(reservation: string): void {
    const guest = this.house.remove(reservation);
    this.tell({
      id: 'GO',
      groups: [...checkOutRecord(guest, this.house.inRoom(guest.room).length > 0).groups, ...this.stamp()],
    });
  }

  reinstate(reservation: string): void {
    this.checkIn(this.house.former(reservation));
  }

  /** Leaves, and the interface never says so. */
  leaveUnnoticed(reservation: string): void {
    this.house.remove(reservation);
  }

  /** The property system loses a part of the house (a wrong restore): seen only in the next full list. */
  loseGuests(share: number): readonly string[] {
    const gone = this.house
      .inHouse()
      .filter((_, index) => Math.floor((index + 1) * share) > Math.floor(index * share))
      .map(({ reservation }) => reservation);
    for (const reservation of gone) this.house.remove(reservation);
    return gone;
  }

  /** And finds it again, without a word either. */
  findGuests(reservations: readonly string[]): void {
    for (const reservation of reservations) this.house.add(this.house.former(reservation));
  }

  setClassOfService(room: string, level: string): void {
    this.tell(
      plainRecord('RE', [
        ['RN', room],
        ['CS', level],
      ]),
    );
  }

  directDialNumber(room: string): void {
    this.tell(
      plainRecord('GI', [
        ['RN', room],
        ['G#', '0'],
        ['GN', 'DID'],
      ]),
    );
  }

  nightAudit(): void {
    this.tell(plainRecord('NS', this.ifc.stamp()));
    this.tell(plainRecord('NE', this.ifc.stamp()));
  }

  /**
   * Only whoever is checked in and may charge is charged; the same number is booked again, as nothing says otherwise.
   */
  private charged(fields: ReadonlyMap<string, string>): string | null {
    const [room, amount, number, text] = ['RN', 'TA', 'P#', 'CT'].map((name) => fields.get(name) ?? '');
    const reservation = fields.get('G#');
    const charge = {
      room,
      amount: Number(amount),
      number,
      text,
      ...(reservation === undefined ? {} : { reservation }),
    };
    const guests = this.house
      .inRoom(room)
      .filter((guest) => reservation === undefined || guest.reservation === reservation);
    const isPosting =
      reservation === undefined
        ? fields.get('PT') === 'C'
        : fields.get('PM') === 'ROOM' && fields.has('WS') && fields.get('S1') === amount;
    const usual =
      !isPosting || !/^[1-9]\d*$/.test(amount) || !/^[1-9]\d{0,7}$/.test(number)
        ? 'UR'
        : guests.length === 0
          ? 'NG'
          : guests.some(({ noPost }) => noPost)
            ? 'NP'
            : 'OK';
    const verdict = this.verdictOnCharges ? this.verdictOnCharges(charge) : usual;
    this.charges.push({ ...charge, status: verdict ?? 'unsaid' });
    return verdict;
  }

  /** The cable is pulled; the client may come back at once. */
  loseLink(): void {
    this.ifc.loseLink();
  }

  private tell(record: IfcRecord): void {
    this.ifc.tell(record);
  }

  private isShared(room: string): boolean {
    return this.house.inRoom(room).length > 1;
  }

  private stamp() {
    return this.ifc.stamp().map((field) => [field]);
  }

  private fullList(): readonly IfcRecord[] {
    const guests = this.house
      .inHouse()
      .map((guest) => guestRecord('GI', guest, this.isShared(guest.room), [[['SF', '']]]));
    const rooms = this.house.emptyRooms().map((room) => emptyRoomRecord(room));
    return rooms
      .flatMap((room, index) => [...guests.splice(0, Math.ceil(guests.length / (rooms.length - index + 1))), room])
      .concat(guests);
  }
}
