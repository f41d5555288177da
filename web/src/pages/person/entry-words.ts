import { useLingui } from '@lingui/react/macro';
import { useReasonWords } from '../login/login-words';
import type { Entry, Lane } from './timeline-records';

export function useLaneWords(): Record<Lane, string> {
  const { t } = useLingui();
  return {
    facts: t`Facts`,
    entitlement: t`Entitlement`,
    account: t`Account`,
    sessions: t`Sessions`,
    logins: t`Logins`,
    deliveries: t`Messages`,
    portal: t`Portal`,
  };
}

/** A sentence of each kind of entry; a kind that is not known here says its own name. */
export function useEntryWords(): (entry: Entry) => string {
  const { t } = useLingui();
  const reasons = useReasonWords();
  return ({ kind, lane, params, reason }) => {
    const value = (name: string): string => {
      const found = params[name];
      return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
    };
    const [account, actor, room, mac, via] = ['account', 'actor', 'room', 'mac', 'via'].map(value);
    const isBad = value('status') === 'failed' || value('status') === 'refused';
    const words: Readonly<Record<string, string>> = {
      first_heard: t`First seen`,
      check_in: room ? t`Checked in, room ${room}` : t`Checked in`,
      check_out: t`Checked out`,
      sign_in: t`Signed in at reception`,
      sign_out: t`Signed out at reception`,
      seen: t`Seen at a door`,
      gone: t`The system no longer has this record`,
      message: t`The system reported a change`,
      arrival: t`Arrival`,
      departure: t`Departure`,
      expected_departure: t`Expected departure`,
      starts: t`Starts`,
      ends: t`Ends`,
      removal: t`The delayed end takes effect`,
      entitle: t`Decided before the account lookup`,
      access_begins: t`Access starts`,
      access_ends: t`Access ends`,
      extended: t`Access extended at the desk`,
      extension_ends: t`Extension ends`,
      grace_ends: t`Grace period ends`,
      create_user: t`Account ${account} created`,
      change_user: t`Account ${account} changed`,
      disable_user: t`Account ${account} disabled`,
      delete_user: t`Account ${account} deleted`,
      link: t`Linked to the account ${account}`,
      create_vouchers: t`Voucher created`,
      change_voucher: t`Voucher changed`,
      revoke_voucher: t`Voucher revoked`,
      user_create: t`Account created by ${actor}`,
      user_update: t`Account changed by ${actor}`,
      user_delete: t`Account deleted by ${actor}`,
      account_enabled: t`Account enabled`,
      account_disabled: t`Account disabled`,
      account_deleted: t`Account deleted`,
      voucher_revoked: t`Voucher revoked`,
      account_begins: t`Account starts`,
      account_ends: t`Account ends`,
      device_ends: t`Device access ends`,
      online: t`Online on ${mac}`,
      session: t`Was online on ${mac}`,
      session_ends: t`Session ends`,
      accepted: t`Signed in on ${mac}`,
      rejected: t`Rejected on ${mac}`,
      credential: t`Credentials sent by ${via}`,
      delivery_due: t`Next attempt to send`,
      registered: t`Signed in on the portal`,
      registration_ends: t`Portal sign-in ends`,
    };
    const sentence = words[kind] ?? (lane === 'deliveries' ? t`Message sent by ${via}` : kind);
    const why = lane === 'logins' || isBad ? reason : null;
    return why && kind !== 'accepted' ? `${sentence}: ${reasons[why] ?? why}` : sentence;
  };
}
