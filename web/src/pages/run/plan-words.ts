import { useLingui } from '@lingui/react/macro';

/** What happens to whom, and the states of records; a word that is not known here is shown as it is. */
export function usePlanWords() {
  const { t } = useLingui();
  const kinds: Readonly<Record<string, string>> = {
    removal: t`loses access: missing from the list`,
    ending: t`loses access: reported as left`,
    approved: t`lost access, after approval`,
    removed: t`lost access`,
    departed: t`lost access: departure date passed`,
    create_user: t`account created`,
    change_user: t`account changed`,
    disable_user: t`account disabled`,
    delete_user: t`account deleted`,
    create_vouchers: t`vouchers created`,
    change_voucher: t`voucher changed`,
    revoke_voucher: t`voucher revoked`,
    unchanged: t`nothing to do`,
    none: t`no access`,
    problem: t`not possible`,
    disputed: t`disputed: the account is another's`,
  };
  const states: Readonly<Record<string, string>> = {
    in_house: t`in house`,
    expected: t`expected`,
    checked_out: t`checked out`,
    cancelled: t`cancelled`,
    no_show: t`no-show`,
    active: t`active`,
    prehire: t`starts later`,
    leave: t`on leave`,
    suspended: t`suspended`,
    terminated: t`has left`,
    gone: t`gone`,
  };
  return { kinds, states };
}
