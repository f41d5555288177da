import { Injectable } from '@nestjs/common';
import { Settings } from '../../kernel/settings.js';
import { type Organization, type RetentionDays, usualRetention } from './organization.js';

/** For how long the records of an organization are kept, whoever says so. */
@Injectable()
export class RetentionInEffect {
  private readonly usual: Required<RetentionDays>;

  constructor({ authenticationLogDays, accountingDays, guestRegistrationDays }: Settings) {
    this.usual = {
      ...usualRetention,
      ...(authenticationLogDays === undefined ? {} : { authentication_log_days: authenticationLogDays }),
      ...(accountingDays === undefined ? {} : { accounting_days: accountingDays }),
      ...(guestRegistrationDays === undefined ? {} : { guest_registration_days: guestRegistrationDays }),
    };
  }

  /** In days. */
  of({ retention }: Organization): Required<RetentionDays> {
    return { ...this.usual, ...retention };
  }
}
