import { expect, test } from '@jest/globals';
import type { Settings } from '../../kernel/settings.js';
import type { Organization } from './organization.js';
import { RetentionInEffect } from './retention-in-effect.js';

test.each([
  [{}, {}, { authentication_log_days: 90, accounting_days: 180, guest_registration_days: 90 }],
  [{ accountingDays: 30 }, {}, { authentication_log_days: 90, accounting_days: 30, guest_registration_days: 90 }],
  [
    { authenticationLogDays: 7, accountingDays: 30, guestRegistrationDays: 14 },
    { accounting_days: 365, audit_log_days: 730 },
    { authentication_log_days: 7, accounting_days: 365, guest_registration_days: 14, audit_log_days: 730 },
  ],
])('of a deployment with %j, an organization with %j keeps %j', (deployment, own, kept) => {
  const inEffect = new RetentionInEffect(deployment as Settings);
  expect(inEffect.of({ retention: own } as Organization)).toEqual({
    provisioning_log_days: 400,
    audit_log_days: 400,
    ...kept,
  });
});
