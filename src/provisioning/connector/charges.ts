/** A charge to a guest's room, as it is told to the hotel system. */
export interface RoomCharge {
  /** Of this connection; another charge has another one. */
  readonly number: number;
  /** As the hotel system writes it. */
  readonly room: string;
  /** The hotel system's key of the stay; null: the room alone is known. */
  readonly reservation: string | null;
  /** In the currency's minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** As it stands on the bill. */
  readonly item: string;
}

/** 4.9 of 490 cents: as hotel systems write an amount. */
export function inMajorUnits({ amount, currency }: Pick<RoomCharge, 'amount' | 'currency'>): number {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return amount / 10 ** digits;
}

/** Why the hotel system charges nothing. */
export type ChargeRefusal =
  // the guest may not charge anything to the room
  | 'not_allowed'
  | 'credit_limit'
  // nobody is checked in there
  | 'unknown_room'
  // the hotel's day is being closed: in a while it works
  | 'not_now'
  // the charge could not be told to the hotel system in time
  | 'unreachable'
  | 'refused';

/** `unclear`: answered so that nobody knows whether the guest was charged. `code`: the hotel system's own word. */
export type ChargeAnswer =
  | { readonly status: 'accepted' | 'unclear'; readonly code: string }
  | { readonly status: 'refused'; readonly reason: ChargeRefusal; readonly code: string };

/** Charges guests' rooms: over the held link (`ChargeLine`), or by a call. */
export interface ChargesRooms {
  /** The one currency of the hotel's bills, ISO 4217. */
  readonly currency: string;
  /**
   * Tells the hotel system once; absent where a link is held. @throws ConnectorProblem only if not one byte of it has
   * left, so that it may be told again
   */
  charge?(charge: RoomCharge, signal: AbortSignal): Promise<ChargeAnswer>;
}

/** Charges over a held link: the engine's side. */
export interface ChargeLine {
  /**
   * Calls back with a charge, which is sent once at most, and not before the former one is answered or given up. The
   * callback returns whether any byte of it may have left; the answer goes to `charged`.
   */
  onCharge(send: (charge: RoomCharge) => boolean): void;
  /** What the outside system answered to the charge of that number. Resolves when it is stored; never rejects. */
  charged(number: number, answer: ChargeAnswer): Promise<void>;
}
