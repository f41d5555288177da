import { useLingui } from '@lingui/react/macro';

/** What happens to whom, and the states of records; a word that is not known here is shown as it is. */
export function usePlanWords() {
  const { t } = useLingui();
  const kinds: Readonly<Record<string, string>> = {
    removal: t`loses access: not in the list`,
    ending: t`loses access: said to have left`,
    approved: t`lost access, as approved`,
    removed: t`lost access`,
    departed: t`lost access: the departure was past`,
    create_user: t`account made`,
    change_user: t`account changed`,
    disable_user: t`account disabled`,
    delete_user: t`account deleted`,
    create_vouchers: t`vouchers made`,
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
    no_show: t`did not come`,
    active: t`active`,
    prehire: t`begins later`,
    leave: t`on leave`,
    suspended: t`suspended`,
    terminated: t`has left`,
    gone: t`gone`,
  };
  return { kinds, states };
}
