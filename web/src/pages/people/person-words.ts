import { useLingui } from '@lingui/react/macro';
import type { Api } from '../../api/types';
import type { Person } from './people-records';

export function useStatusWords(): Record<Person['status'], string> {
  const { t } = useLingui();
  return {
    in_house: t`In house`,
    active: t`Active`,
    expected: t`Expected`,
    suspended: t`Suspended`,
    left: t`Left`,
  };
}

/** What to do about a refused login, in the words of a reception; what only an administrator can do is left out. */
export function useRemedyWords(): Partial<Record<Api<'LoginRemedy'>, string>> {
  const { t } = useLingui();
  return {
    check_name: t`Check how the name is written.`,
    check_password: t`Check how the password is written, or give a new one.`,
    new_password: t`Give a new password.`,
    sign_in_again: t`Sign in again on the page of the Wi-Fi.`,
    extend: t`Extend the access.`,
    enable_user: t`Let the person in again.`,
    enable_device: t`Let the device in again.`,
    register_device: t`Add the device.`,
    new_voucher: t`Give a new voucher.`,
    join_other_network: t`Join the other network.`,
    disconnect_other: t`Sign out another device first.`,
    wait: t`Wait: it works again later.`,
    unlock: t`Unlock after too many attempts.`,
  };
}
