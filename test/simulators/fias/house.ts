/** A guest in house, as the property system knows it. Days are local calendar days (YYYY-MM-DD). */
export interface Guest {
  readonly reservation: string;
  readonly room: string;
  readonly lastName: string;
  readonly firstName?: string;
  readonly title?: string;
  /** Two letters as the property system has them (EA, GE, CS). */
  readonly language?: string;
  readonly vip?: string;
  readonly group?: string;
  readonly arrival: string;
  readonly departure: string;
  readonly noPost?: boolean;
  readonly classOfService?: string;
  /** Fields A0 to A9, as this hotel fills them. */
  readonly own?: Readonly<Record<string, string>>;
}

export type NewGuest = Omit<Guest, 'reservation'> & { readonly reservation?: string };

/** Who is in house: the truth that the interface tells piece by piece. */
export class House {
  private readonly guests = new Map<string, Guest>();
  private readonly departed = new Map<string, Guest>();
  private readonly byRoom = new Map<string, Set<string>>();
  private lastReservation = 48_210;

  add(guest: NewGuest): Guest {
    const reservation = guest.reservation ?? String((this.lastReservation += 1));
    const added = { ...guest, reservation };
    this.departed.delete(reservation);
    this.put(added);
    return added;
  }

  change(reservation: string, changes: Partial<Guest>): Guest {
    const changed = { ...this.guest(reservation), ...changes, reservation };
    this.byRoom.get(this.guest(reservation).room)?.delete(reservation);
    this.put(changed);
    return changed;
  }

  remove(reservation: string): Guest {
    const guest = this.guest(reservation);
    this.guests.delete(reservation);
    this.byRoom.get(guest.room)?.delete(reservation);
    this.departed.set(reservation, guest);
    return guest;
  }

  guest(reservation: string): Guest {
    const guest = this.guests.get(reservation);
    if (!guest) throw new Error(`Nobody is in house under ${reservation}`);
    return guest;
  }

  /** Somebody who checked out, for a reinstatement. */
  former(reservation: string): Guest {
    const guest = this.departed.get(reservation);
    if (!guest) throw new Error(`Nobody checked out under ${reservation}`);
    return guest;
  }

  inHouse(): readonly Guest[] {
    return [...this.guests.values()];
  }

  inRoom(room: string): readonly Guest[] {
    return [...(this.byRoom.get(room) ?? [])].map((reservation) => this.guest(reservation));
  }

  emptyRooms(): readonly string[] {
    return [...this.byRoom].filter(([, occupants]) => occupants.size === 0).map(([room]) => room);
  }

  private put(guest: Guest): void {
    this.guests.set(guest.reservation, guest);
    const occupants = this.byRoom.get(guest.room) ?? new Set();
    this.byRoom.set(guest.room, occupants.add(guest.reservation));
  }
}
