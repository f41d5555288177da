/*
 * The vendor's own names, exact. Only what is used is named; what else arrives (identity documents, birth dates, notes,
 * car registrations) is never copied out of an answer.
 */

/** https://docs.mews.com/connector-api/operations/reservations#reservation-ver-2023-06-06 */
export interface MewsReservation {
  readonly Id: string;
  readonly ServiceId: string;
  /** The owner: a customer, or a company that has no guest name. */
  readonly AccountId: string;
  readonly AccountType: 'Customer' | 'Company';
  readonly Number?: string | null;
  readonly State: string;
  readonly UpdatedUtc: string;
  readonly CancellationReason?: string | null;
  readonly RateId?: string | null;
  readonly GroupId?: string | null;
  readonly AvailabilityBlockId?: string | null;
  readonly RequestedResourceCategoryId?: string | null;
  readonly AssignedResourceId?: string | null;
  readonly ScheduledStartUtc: string;
  readonly ActualStartUtc?: string | null;
  readonly ScheduledEndUtc: string;
  readonly ActualEndUtc?: string | null;
}

/** https://docs.mews.com/connector-api/operations/reservations#service-order-state */
export const reservationStates = [
  'Inquired',
  'Confirmed',
  'Started',
  'Processed',
  'Canceled',
  'Optional',
  'Requested',
] as const;
export type MewsReservationState = (typeof reservationStates)[number];

/** https://docs.mews.com/connector-api/operations/customers#customer */
export interface MewsCustomer {
  readonly Id: string;
  readonly FirstName?: string | null;
  readonly LastName?: string | null;
  readonly SecondLastName?: string | null;
  readonly Title?: string | null;
  readonly PreferredLanguageCode?: string | null;
  readonly LanguageCode?: string | null;
  readonly Email?: string | null;
  /** A relay address of a booking site, not the guest's own. */
  readonly HasOtaEmail?: boolean;
  readonly Classifications?: readonly string[] | null;
  readonly MergeTargetId?: string | null;
}

/** https://docs.mews.com/connector-api/operations/companionships#companionship */
export interface MewsCompanionship {
  readonly Id: string;
  readonly CustomerId: string;
  /** Missing while somebody belongs to a group of reservations but to none of them yet. */
  readonly ReservationId?: string | null;
}

/** https://docs.mews.com/connector-api/operations/resources#resource */
export interface MewsResource {
  readonly Id: string;
  readonly Name: string;
  /** The room of a bed. */
  readonly ParentResourceId?: string | null;
}

/** https://docs.mews.com/connector-api/operations/services#service */
export interface MewsService {
  readonly Id: string;
  readonly IsActive: boolean;
  readonly Data?: { readonly Discriminator?: string } | null;
}

/** https://docs.mews.com/connector-api/operations/resourcecategories#get-all-resource-categories */
export interface MewsResourceCategory {
  readonly Id: string;
  readonly ServiceId: string;
  readonly IsActive: boolean;
  readonly Type: string;
  readonly Names?: Readonly<Record<string, string>> | null;
}

/** https://docs.mews.com/connector-api/operations/availabilityblocks#availability-block */
export interface MewsAvailabilityBlock {
  readonly Id: string;
  readonly Name?: string | null;
}

/**
 * Kinds of category in which people sleep; the others (MeetingRoom, ParkingSpot, Desk, Bike …) hold bookings without a
 * guest.
 */
export const sleepingCategoryTypes: readonly string[] = [
  'Room',
  'Bed',
  'Dorm',
  'Apartment',
  'Suite',
  'Villa',
  'Site',
  'Tent',
  'CaravanOrRV',
  'UnequippedCampsite',
];

/** https://docs.mews.com/connector-api/operations/configuration */
export interface MewsConfiguration {
  readonly NowUtc: string;
  readonly Enterprise: {
    readonly Id: string;
    readonly Name: string;
    readonly TimeZoneIdentifier: string;
    readonly DefaultLanguageCode?: string | null;
  };
}

/** Both ends inclusive, at most three months: https://docs.mews.com/connector-api/operations/_objects#time-interval */
export interface MewsTimeInterval {
  readonly StartUtc: string;
  readonly EndUtc: string;
}

/** https://docs.mews.com/connector-api/events/wh-general */
export interface MewsGeneralWebhook {
  readonly EnterpriseId: string;
  readonly IntegrationId: string;
  readonly Events: readonly { readonly Discriminator: string; readonly Value: { readonly Id: string } }[];
}

/** `Data` may carry an access token: https://docs.mews.com/connector-api/events/wh-integration */
export interface MewsIntegrationWebhook {
  readonly Action: string;
  readonly Data: unknown;
}

/** A paged operation: `items` is the member of the answer that holds the page. */
export interface MewsList<Item> {
  readonly operation: string;
  readonly items: string;
  /** Never set; it carries the type of one item. */
  readonly item?: Item;
}

export const reservations: MewsList<MewsReservation> = {
  operation: 'reservations/getAll/2023-06-06',
  items: 'Reservations',
};
export const customers: MewsList<MewsCustomer> = { operation: 'customers/getAll', items: 'Customers' };
export const companionships: MewsList<MewsCompanionship> = {
  operation: 'companionships/getAll',
  items: 'Companionships',
};
export const resources: MewsList<MewsResource> = { operation: 'resources/getAll', items: 'Resources' };
export const services: MewsList<MewsService> = { operation: 'services/getAll', items: 'Services' };
export const resourceCategories: MewsList<MewsResourceCategory> = {
  operation: 'resourceCategories/getAll',
  items: 'ResourceCategories',
};
export const availabilityBlocks: MewsList<MewsAvailabilityBlock> = {
  operation: 'availabilityBlocks/getAll',
  items: 'AvailabilityBlocks',
};
