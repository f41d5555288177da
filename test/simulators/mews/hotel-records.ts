/**
 * What the simulated hotel keeps, in the vendor's words (docs.mews.com/connector-api/operations). `seq` orders by
 * creation.
 */
export interface Kept {
  readonly Id: string;
  readonly seq: number;
  UpdatedUtc: string;
}

export interface Reservation extends Kept {
  ServiceId: string;
  AccountId: string;
  AccountType: 'Customer' | 'Company';
  BookerId: null;
  Number: string;
  State: string;
  Origin: string;
  CreatedUtc: string;
  CancelledUtc: string | null;
  CancellationReason: string | null;
  Options: {
    OwnerCheckedIn: boolean;
    AllCompanionsCheckedIn: boolean;
    AnyCompanionCheckedIn: boolean;
    ConnectorCheckIn: boolean;
  };
  RateId: string;
  GroupId: string;
  RequestedResourceCategoryId: string;
  AssignedResourceId: string | null;
  AssignedResourceLocked: boolean;
  AvailabilityBlockId: string | null;
  PartnerCompanyId: string | null;
  TravelAgencyId: null;
  BusinessSegmentId: null;
  ScheduledStartUtc: string;
  ActualStartUtc: string | null;
  ScheduledEndUtc: string;
  ActualEndUtc: string | null;
  Purpose: string;
  PersonCounts: { AgeCategoryId: string; Count: number }[];
}

export interface AvailabilityBlock extends Kept {
  Name: string | null;
}

export interface Customer extends Kept {
  ChainId: string;
  FirstName: string | null;
  LastName: string;
  SecondLastName: string | null;
  Title: string | null;
  PreferredLanguageCode: string | null;
  LanguageCode: string | null;
  Email: string | null;
  HasOtaEmail: boolean;
  Phone: string | null;
  LoyaltyCode: string | null;
  Classifications: string[];
  CompanyId: string | null;
  MergeTargetId: string | null;
  IsActive: boolean;
  CreatedUtc: string;
  /** What a connector must not keep. */
  BirthDate: string;
  NationalityCode: string;
  Notes: string;
  DietaryRequirements: string;
  CarRegistrationNumber: string;
  TaxIdentificationNumber: string;
  Passport: { Number: string } | null;
}

export interface Companionship extends Kept {
  CustomerId: string;
  ReservationGroupId: string;
  ReservationId: string;
}

export interface Resource extends Kept {
  EnterpriseId: string;
  IsActive: boolean;
  Name: string;
  ParentResourceId: string | null;
  State: string;
  Data: { Discriminator: string; Value: { FloorNumber: string } };
}

export interface Service extends Kept {
  EnterpriseId: string;
  IsActive: boolean;
  Names: Record<string, string>;
  Data: { Discriminator: 'Bookable' | 'Additional'; Value: Record<string, unknown> };
}

export interface ResourceCategory extends Kept {
  EnterpriseId: string;
  ServiceId: string;
  IsActive: boolean;
  Type: string;
  Names: Record<string, string>;
}

export interface WebhookEvent {
  readonly Discriminator: string;
  readonly Value: { readonly Id: string };
}

/** A request that the hotel's rules do not allow; over HTTP it becomes this status. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Parameters of orders/add, as a caller sends them. */
export interface Order {
  readonly ServiceId?: string;
  readonly AccountId?: string;
  readonly LinkedReservationId?: string;
  readonly Items?: readonly {
    readonly Name?: string;
    readonly UnitCount?: number;
    readonly UnitAmount?: {
      readonly Currency?: string;
      readonly GrossValue?: number;
      readonly TaxCodes?: readonly string[];
    };
    readonly ExternalIdentifier?: string;
  }[];
}
