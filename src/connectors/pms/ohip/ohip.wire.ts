/** Of oracle/hospitality-api-docs, rest-api-specs/property/rsv.json: `reservationInfo`, what is used of it. */
export interface OhipReservation {
  readonly reservationIdList?: readonly OhipId[];
  readonly roomStay?: {
    readonly arrivalDate?: unknown;
    readonly departureDate?: unknown;
    readonly expectedTimes?: {
      readonly reservationExpectedArrivalTime?: unknown;
      readonly reservationExpectedDepartureTime?: unknown;
    };
    readonly roomType?: unknown;
    /** The number of the room. */
    readonly roomId?: unknown;
    readonly ratePlanCode?: unknown;
    readonly pseudoRoom?: unknown;
    readonly reservationBlock?: { readonly blockIdList?: readonly OhipId[] };
  };
  readonly reservationGuest?: {
    readonly givenName?: unknown;
    readonly surname?: unknown;
    /** The name in another script. */
    readonly alternateSurname?: unknown;
    readonly nameTitle?: unknown;
    readonly language?: unknown;
    readonly email?: unknown;
    readonly phoneNumber?: unknown;
    readonly vip?: { readonly vipCode?: unknown };
    readonly membership?: { readonly programCode?: unknown; readonly membershipLevel?: unknown };
    /** In the same room, without a reservation of their own. */
    readonly accompanyGuests?: readonly {
      readonly firstName?: unknown;
      readonly lastName?: unknown;
      readonly profileIdList?: readonly OhipId[];
    }[];
  };
  /** Each has a reservation of their own. */
  readonly sharedGuests?: readonly { readonly reservationId?: OhipId }[];
  readonly attachedProfiles?: readonly { readonly name?: unknown; readonly reservationProfileType?: unknown }[];
  readonly reservationStatus?: unknown;
  readonly computedReservationStatus?: unknown;
  readonly hotelId?: unknown;
}

export interface OhipId {
  readonly id?: unknown;
  readonly type?: unknown;
}

export interface OhipReservationList {
  readonly reservationInfo?: unknown;
  readonly totalResults?: unknown;
  readonly hasMore?: unknown;
}

/** Of rest-api-specs/property/int.json: one of `businessEventData`. */
export interface OhipBusinessEvent {
  readonly businessEvent?: {
    readonly header?: {
      /** Reservation, Profile, NightAudit …; in capitals elsewhere. */
      readonly moduleName?: unknown;
      readonly actionType?: unknown;
      /** Of a reservation: its id. */
      readonly primaryKey?: unknown;
      readonly hotelId?: unknown;
    };
  };
}

/**
 * GraphQL over WebSocket as OHIP speaks it: https://docs.oracle.com/en/industries/hospitality/integration-platform/
 * ohipu/c_streaming_api.htm.
 */
export interface OhipStreamMessage {
  readonly type?: unknown;
  readonly payload?: unknown;
}

/**
 * `newEvent` of graphql/streaming/StreamingGraphQLSchema.json: what we ask of it. The elements that changed we leave.
 */
export interface OhipStreamEvent {
  readonly metadata?: { readonly offset?: unknown; readonly uniqueEventId?: unknown };
  readonly moduleName?: unknown;
  readonly eventName?: unknown;
  readonly primaryKey?: unknown;
  readonly hotelId?: unknown;
}

export const streamProtocol = 'graphql-transport-ws';

export function subscription(input: string): string {
  const fields = 'metadata { offset uniqueEventId } moduleName eventName primaryKey hotelId';
  return `subscription { newEvent(input: {${input}}) { ${fields} } }`;
}
