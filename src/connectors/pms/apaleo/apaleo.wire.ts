/*
 * The vendor's own names, exact. Only what is used is named; what else arrives (identity documents, birth dates and
 * places, nationality, comments, payment accounts) is never copied out of an answer.
 */

/**
 * https://api.apaleo.com/swagger/index.html?urls.primaryName=Booking+V1 : ReservationModel. Times carry the property's
 * offset, without fractions.
 */
export interface ApaleoReservation {
  /** Booking id and number: `LINDQ7KD-1`. One reservation is one room. */
  readonly id: string;
  readonly bookingId?: string | null;
  readonly blockId?: string | null;
  readonly groupName?: string | null;
  readonly status: string;
  readonly checkInTime?: string | null;
  readonly checkOutTime?: string | null;
  readonly property: { readonly id: string };
  readonly ratePlan?: { readonly code?: string | null } | null;
  readonly unitGroup?: { readonly code?: string | null; readonly type?: string | null } | null;
  readonly unit?: ApaleoUnit | null;
  readonly assignedUnits?: readonly ApaleoAssignedUnit[] | null;
  readonly arrival: string;
  readonly departure: string;
  readonly modified: string;
  readonly primaryGuest?: ApaleoGuest | null;
  readonly additionalGuests?: readonly ApaleoGuest[] | null;
  readonly company?: { readonly name?: string | null } | null;
}

export interface ApaleoUnit {
  readonly id: string;
  /** The number on the door; the id is not. */
  readonly name?: string | null;
}

/** For a stay in several rooms: which one when. */
export interface ApaleoAssignedUnit {
  readonly unit: ApaleoUnit;
  readonly timeRanges?: readonly { readonly from: string; readonly to: string }[] | null;
}

/** Guests have no id: the key is their place in a reservation. */
export interface ApaleoGuest {
  readonly title?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly email?: string | null;
  readonly preferredLanguage?: string | null;
}

export const reservationStatuses = ['Confirmed', 'InHouse', 'CheckedOut', 'Canceled', 'NoShow'] as const;
export type ApaleoReservationStatus = (typeof reservationStatuses)[number];

/** Other unit groups are reserved too: MeetingRoom, EventSpace, ParkingLot, Other. */
export const sleepingUnitGroupType = 'BedRoom';

/** Booking V1: ReservationListModel. An empty page is 204 without a body. */
export interface ApaleoReservationList {
  readonly reservations: readonly ApaleoReservation[];
  /** Of the whole list, not of this page. */
  readonly count: number;
}

/** Inventory V1: PropertyModel. */
export interface ApaleoProperty {
  readonly id: string;
  readonly timeZone: string;
  /** By language in the single read, plain elsewhere. */
  readonly name?: string | Readonly<Record<string, string>> | null;
}

/** https://apaleo.dev/guides/webhook : `topic` comes capitalised, whatever the subscription says. */
export interface ApaleoEvent {
  readonly topic: string;
  readonly type: string;
  readonly id?: string;
  readonly propertyId?: string;
  readonly data?: { readonly entityId?: string };
}

/** Finance V1: FolioModel. */
export interface ApaleoFolio {
  readonly id: string;
  /** Open, Closed, ClosedWithInvoice. */
  readonly status?: string;
}

/** Finance V1: AddChargeModel. The price is gross. */
export interface ApaleoCharge {
  readonly serviceType: string;
  readonly vatType: string;
  readonly subAccountId?: string;
  readonly name: string;
  readonly amount: { readonly amount: number; readonly currency: string };
  readonly receipt: string;
}
