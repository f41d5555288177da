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
    check_name: t`Check the spelling of the name.`,
    check_password: t`Check the password, or set a new one.`,
    new_password: t`Set a new password.`,
    sign_in_again: t`Sign in on the portal again.`,
    extend: t`Extend the access.`,
    enable_user: t`Unblock the person.`,
    enable_device: t`Unblock the device.`,
    register_device: t`Add the device.`,
    new_voucher: t`Issue a new voucher.`,
    join_other_network: t`Connect to the other network.`,
    disconnect_other: t`Sign out another device first.`,
    wait: t`Wait and try again later.`,
    unlock: t`Unlock the account.`,
  };
}
