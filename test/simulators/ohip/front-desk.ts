export interface Guest {
  readonly givenName: string;
  readonly surname: string;
  /** Of the profile of an accompanying guest; hotels may note a name alone. */
  readonly profileId?: string;
}

interface Booked {
  readonly id: string;
  readonly guest: Guest & Record<string, unknown>;
  readonly accompanying: Guest[];
  readonly shares: Set<string>;
  room: string | null;
  roomType: string;
  arrivalDate: string;
  departureDate: string;
  status: string;
}

export interface Event {
  readonly moduleName: string;
  readonly actionType: string;
  readonly primaryKey: string;
}

/** A hotel's reservations, and the events that wait for one external system until somebody reads them. */
export class FrontDesk {
  readonly reservations = new Map<string, Booked>();
  readonly waiting: Event[] = [];
  /** Told of each event, for the stream. */
  happened: (event: Event) => void = () => undefined;
  private ids = 919_400;

  book(
    guest: Guest,
    {
      room = null,
      arrivalDate,
      departureDate,
      roomType = 'DLX',
      accompanying = [],
    }: Partial<Booked> & Pick<Booked, 'arrivalDate' | 'departureDate'>,
  ): string {
    this.ids += 1;
    const id = String(this.ids);
    this.reservations.set(id, {
      id,
      guest: { ...guest, birthDate: '1990-01-01' },
      accompanying: [...accompanying],
      shares: new Set(),
      room,
      roomType,
      arrivalDate,
      departureDate,
      status: 'Reserved',
    });
    this.tell('NEW RESERVATION', id);
    return id;
  }

  checkIn(id: string): void {
    this.become(id, 'InHouse', 'CHECK IN');
  }

  checkOut(id: string): void {
    this.become(id, 'CheckedOut', 'CHECK OUT');
  }

  reverseCheckIn(id: string): void {
    this.become(id, 'Reserved', 'REVERSE CHECK IN');
  }

  become(id: string, status: string, actionType: string): void {
    this.reservations.get(id)!.status = status;
    this.tell(actionType, id);
  }

  /** There is no event of its own for a move. */
  change(id: string, changes: Partial<Pick<Booked, 'room' | 'arrivalDate' | 'departureDate' | 'roomType'>>): void {
    Object.assign(this.reservations.get(id)!, changes);
    this.tell('UPDATE RESERVATION', id);
  }

  /** Somebody shares the room of another, by a reservation of their own. */
  join(id: string, other: string): void {
    const [one, two] = [this.reservations.get(id)!, this.reservations.get(other)!];
    one.shares.add(other);
    two.shares.add(id);
    one.room = two.room;
    this.tell('JOIN GUEST', id);
  }

  closeDay(): void {
    this.add({ moduleName: 'NightAudit', actionType: 'CLOSE BUSINESS DATE', primaryKey: '1' });
  }

  info(id: string, hotelId: string): object {
    const { guest, accompanying, shares, room, roomType, arrivalDate, departureDate, status } =
      this.reservations.get(id)!;
    return {
      reservationIdList: [
        { id, type: 'Reservation' },
        { id: `14${id}`, type: 'Confirmation' },
      ],
      roomStay: {
        arrivalDate,
        departureDate,
        expectedTimes: { reservationExpectedDepartureTime: `${departureDate} 11:00:00.0` },
        roomType,
        ...(room === null ? {} : { roomId: room }),
        ratePlanCode: 'FLEX',
        pseudoRoom: false,
      },
      reservationGuest: {
        ...guest,
        language: 'CS',
        accompanyGuests: accompanying.map(({ givenName, surname, profileId }) => ({
          firstName: givenName,
          lastName: surname,
          ...(profileId !== undefined && { profileIdList: [{ id: profileId, type: 'Profile' }] }),
        })),
      },
      sharedGuests: [...shares].map((other) => ({ reservationId: { id: other, type: 'Reservation' } })),
      hotelId,
      reservationStatus: status,
      computedReservationStatus: status,
    };
  }

  private tell(actionType: string, primaryKey: string): void {
    this.add({ moduleName: 'Reservation', actionType, primaryKey });
  }

  private add(event: Event): void {
    this.waiting.push(event);
    this.happened(event);
  }
}
