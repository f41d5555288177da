import type { Instant } from '../../kernel/clock.js';
import type { RegistrationEntity } from './registration.entity.js';

export interface RegistrationConsent {
  readonly kind: string;
  readonly text_hash: string;
  readonly version: string;
  readonly language: string;
  readonly given_at: Instant;
}

export type RegistrationRecord = Readonly<
  Omit<RegistrationEntity, 'organizationId' | 'usernameKey' | 'madeAccount'>
> & {
  readonly consents: readonly RegistrationConsent[];
  readonly status: RegistrationStatus;
};

export type RegistrationStatus = 'active' | 'expired' | 'ended';

/** SQL condition: whether it lets its device in. */
export const registrationStatusColumn = `(case when registrations.ended_at is not null then 'ended'
  when registrations.until_at <= now() then 'expired' else 'active' end)`;
