import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';

type PersonalField = NonNullable<Api<'ConnectionPrivacyDto'>['fields']>[number];

/** Personal fields of facts; the compiler tells when the API has another one. */
export function usePersonalWords(): Record<PersonalField, string> {
  const { t } = useLingui();
  return {
    first_name: t`First name`,
    last_name: t`Last name`,
    other_last_names: t`Other last names`,
    title: t`Title`,
    display_name: t`Display name`,
    email: t`E-mail address`,
    phone: t`Phone`,
    language: t`Language`,
    company_name: t`Company`,
    vip: t`VIP`,
    membership_program: t`Loyalty programme`,
    membership_level: t`Membership level`,
    reservation_number: t`Reservation number`,
    user_name: t`User name`,
    employee_number: t`Employee number`,
    department: t`Department`,
    job_title: t`Job title`,
    purpose: t`Purpose of the visit`,
    host_name: t`Host`,
    host_email: t`Host's e-mail address`,
  };
}
