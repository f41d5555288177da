import { useLingui } from '@lingui/react/macro';
import { useRemedyWords } from '../people/person-words';
import type { Gate, Remedy } from './login-records';

export function useGateWords(): Record<Gate, string> {
  const { t } = useLingui();
  return {
    network: t`Is this network allowed?`,
    method: t`Can device and service agree on a method?`,
    identity: t`Is the user known?`,
    account: t`Is the account active?`,
    policy: t`Does a policy allow it?`,
    hours: t`Is it within the hours?`,
    limits: t`Is it within the limits?`,
    attributes: t`Does the request meet the check attributes?`,
    credential: t`Is the password or certificate valid?`,
  };
}

/** Why a login was refused, in a sentence; a reason that is not known here says its own name. */
export function useReasonWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    organization_suspended: t`The organization is suspended.`,
    ssid_not_allowed: t`The account is for another network.`,
    method_not_possible: t`The password is stored in a form that this method cannot check.`,
    tls_failure: t`The device aborted: it does not trust the certificate.`,
    client_refused_server_certificate: t`The device does not trust the server certificate.`,
    unknown_user: t`No user with this name.`,
    unknown_device: t`The device is not registered.`,
    unknown_certificate: t`The certificate was not issued by us.`,
    mac_mismatch: t`The access point sent a different address than the one it signs in.`,
    user_disabled: t`The account is disabled.`,
    device_disabled: t`The device is disabled.`,
    voucher_disabled: t`The voucher was revoked.`,
    certificate_revoked: t`The certificate was revoked.`,
    certificate_expired: t`The certificate has expired.`,
    not_yet_valid: t`Access has not started yet.`,
    expired: t`Access has ended.`,
    voucher_expired: t`The voucher is used up.`,
    policy_denied: t`A policy denies it.`,
    outside_hours: t`It is outside the hours of the group.`,
    too_many_sessions: t`Too many devices are online with this account.`,
    device_limit: t`The account has reached its device limit.`,
    over_quota: t`The data volume is used up.`,
    attribute_mismatch: t`The request does not meet the check attributes of the account.`,
    wrong_password: t`The password is wrong.`,
    password_expired: t`The password has expired: it must be changed in the person's directory.`,
    provider_unavailable: t`The person's directory did not respond.`,
    access_point_refused: t`The access point did not let the device in.`,
    too_many_tries: t`Too many password attempts.`,
    ticket_expired: t`The portal sign-in took too long.`,
    ticket_of_another_device: t`The portal sign-in belongs to another device.`,
  };
}

/** What to do: a reception's words, and those for who runs the network. */
export function useAllRemedyWords(): Partial<Record<Remedy['code'], string>> {
  const { t } = useLingui();
  return {
    ...useRemedyWords(),
    issue_certificate: t`Issue a new certificate.`,
    install_profile: t`Install the profile on the device so that it trusts the server.`,
    change_method: t`Select PEAP on the device.`,
    change_network: t`If the name is wrong, correct it in the network.`,
    change_access_point: t`Configure the access point to send the MAC address of the device.`,
    change_policy: t`Change the policy that denies access.`,
    change_group: t`Assign the person a group that allows it.`,
    change_attributes: t`Change the check attributes of the account.`,
    raise_device_limit: t`Allow more devices.`,
    enable_organization: t`Enable the organization.`,
    read_detail: t`See the details of the refusal.`,
  };
}
