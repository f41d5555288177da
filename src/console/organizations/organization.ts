import type { RecordLife } from '../crud/record-life.js';

/** Days for which records are kept. An absent one has the deployment's default. */
export interface RetentionDays {
  readonly authentication_log_days?: number;
  readonly accounting_days?: number;
  readonly guest_registration_days?: number;
  readonly provisioning_log_days?: number;
  /** At least 31: the database keeps every audit entry for 30 days. */
  readonly audit_log_days?: number;
}

/** What an organization is given that sets nothing; the deployment may say otherwise for the first three. */
export const usualRetention: Required<RetentionDays> = {
  authentication_log_days: 90,
  accounting_days: 180,
  guest_registration_days: 90,
  provisioning_log_days: 400,
  audit_log_days: 400,
};

export interface OrganizationValues {
  readonly name: string;
  readonly region: string | null;
  /** IANA name. */
  readonly timeZone: string;
  readonly retention: RetentionDays;
  readonly disabled: boolean;
  /** A held plan takes effect once two different operators have approved it. */
  readonly runsNeedTwo: boolean;
  /** Its operators sign in by a provider only; owners may use a password and a code in an emergency. */
  readonly singleSignOnRequired: boolean;
}

export type NewOrganization = Partial<OrganizationValues> & Pick<OrganizationValues, 'name'>;

export interface Organization extends OrganizationValues, RecordLife {
  readonly parentId: string | null;
}
