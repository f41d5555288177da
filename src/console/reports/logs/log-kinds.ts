import { usualRetention } from '../../organizations/organization.js';

/**
 * Logs in monthly partitions: the column of their time, what organizations call their retention, and its default in
 * days.
 */
export const logKinds = [
  {
    table: 'authentication_log',
    time: 'at',
    retention: 'authentication_log_days',
    setting: 'authenticationLogDays',
    days: usualRetention.authentication_log_days,
  },
  {
    table: 'accounting_sessions',
    time: 'started_at',
    retention: 'accounting_days',
    setting: 'accountingDays',
    days: usualRetention.accounting_days,
  },
  {
    table: 'guest_registrations',
    time: 'created_at',
    retention: 'guest_registration_days',
    setting: 'guestRegistrationDays',
    days: usualRetention.guest_registration_days,
  },
] as const;

export type LogKind = (typeof logKinds)[number];
