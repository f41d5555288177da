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
      first_heard: t`First heard of`,
      check_in: room ? t`Checked in to room ${room}` : t`Checked in`,
      check_out: t`Checked out`,
      sign_in: t`Signed in at the door`,
      sign_out: t`Signed out at the door`,
      seen: t`Seen at a door`,
      gone: t`The system does not have this record any more`,
      message: t`A message of the system changed something`,
      arrival: t`Arrival`,
      departure: t`Departure`,
      expected_departure: t`Expected departure`,
      starts: t`Begins`,
      ends: t`Ends`,
      removal: t`The end that is held back takes effect`,
      entitle: t`Decided without an account`,
      access_begins: t`Access begins`,
      access_ends: t`Access ends`,
      extended: t`Access extended at the desk`,
      extension_ends: t`The extension is over`,
      grace_ends: t`The time after the departure is over`,
      create_user: t`Account ${account} made`,
      change_user: t`Account ${account} changed`,
      disable_user: t`Account ${account} disabled`,
      delete_user: t`Account ${account} deleted`,
      link: t`Linked to the account ${account}`,
      create_vouchers: t`Voucher made`,
      revoke_voucher: t`Voucher revoked`,
      user_create: t`Account made by ${actor}`,
      user_update: t`Account changed by ${actor}`,
      user_delete: t`Account deleted by ${actor}`,
      account_enabled: t`The account is enabled`,
      account_disabled: t`The account is disabled`,
      account_deleted: t`The account is deleted`,
      voucher_revoked: t`The voucher is revoked`,
      account_begins: t`The account begins`,
      account_ends: t`The account ends`,
      device_ends: t`The device ends`,
      online: t`Online with ${mac}`,
      session: t`Was online with ${mac}`,
      session_ends: t`The session ends`,
      accepted: t`Signed in with ${mac}`,
      rejected: t`Refused with ${mac}`,
      credential: t`Credential sent by ${via}`,
      delivery_due: t`The next try to send`,
      registered: t`Came in by the page of the Wi-Fi`,
      registration_ends: t`The sign-in by the page ends`,
    };
    const sentence = words[kind] ?? (lane === 'deliveries' ? t`Message sent by ${via}` : kind);
    const why = lane === 'logins' || isBad ? reason : null;
    return why && kind !== 'accepted' ? `${sentence}: ${reasons[why] ?? why}` : sentence;
  };
}
