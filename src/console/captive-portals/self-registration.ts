import type { ApprovalRulesDto, RegistrationConfirmationDto, RegistrationFieldDto } from './self-registration.dto.js';
import type { PortalLanguage } from './portal-languages.js';

/** What a guest who registers may be asked for. */
export const registrationFieldNames = ['first_name', 'last_name', 'email', 'phone', 'company'] as const;
export type RegistrationFieldName = (typeof registrationFieldNames)[number];

export type RegistrationField = Readonly<Omit<RegistrationFieldDto, 'name' | 'reason'>> & {
  readonly name: RegistrationFieldName;
  readonly reason?: Readonly<Partial<Record<PortalLanguage, string>>>;
};

export type RegistrationConfirmation = Readonly<Omit<RegistrationConfirmationDto, 'by'>> & {
  readonly by?: 'email' | 'sms';
};

export type ApprovalRules = Readonly<ApprovalRulesDto>;
