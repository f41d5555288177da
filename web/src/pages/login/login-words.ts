import { useLingui } from '@lingui/react/macro';
import { useRemedyWords } from '../people/person-words';
import type { Gate, Remedy } from './login-records';

export function useGateWords(): Record<Gate, string> {
  const { t } = useLingui();
  return {
    network: t`May the network be used here?`,
    method: t`Can device and service agree on a method?`,
    identity: t`Is it known who this is?`,
    account: t`Is the account open?`,
    policy: t`Does a policy permit it?`,
    hours: t`Is it within the hours?`,
    limits: t`Is it within the limits?`,
    attributes: t`Does the request hold what is asked?`,
    credential: t`Is the password or certificate right?`,
  };
}

/** Why a login was refused, in a sentence; a reason that is not known here says its own name. */
export function useReasonWords(): Readonly<Record<string, string>> {
  const { t } = useLingui();
  return {
    organization_suspended: t`The organization is suspended.`,
    ssid_not_allowed: t`The account is for another network.`,
    method_not_possible: t`The password is kept in a way that this method cannot compare.`,
    tls_failure: t`The device broke off: it does not trust the certificate.`,
    client_refused_server_certificate: t`The device does not trust the certificate of the service.`,
    unknown_user: t`Nobody of this name is known.`,
    unknown_device: t`The device is not registered.`,
    unknown_certificate: t`The certificate is not one of ours.`,
    mac_mismatch: t`The access point sends another address than it asks for.`,
    user_disabled: t`The account is disabled.`,
    device_disabled: t`The device is disabled.`,
    voucher_disabled: t`The voucher was revoked.`,
    certificate_revoked: t`The certificate was revoked.`,
    certificate_expired: t`The certificate has expired.`,
    not_yet_valid: t`The access has not begun yet.`,
    expired: t`The access has ended.`,
    voucher_expired: t`The voucher is used up.`,
    policy_denied: t`A policy denies it.`,
    outside_hours: t`It is outside the hours of the group.`,
    too_many_sessions: t`Too many devices are online with this account.`,
    device_limit: t`The account has as many devices as it may.`,
    over_quota: t`The volume is used up.`,
    attribute_mismatch: t`The request lacks what the account demands.`,
    wrong_password: t`The password is wrong.`,
    provider_unavailable: t`The directory that knows the person did not answer.`,
    access_point_refused: t`The access point did not let the device in.`,
    too_many_tries: t`The password was tried too often.`,
    ticket_expired: t`The sign-in by the page took too long.`,
    ticket_of_another_device: t`The sign-in by the page was another device's.`,
  };
}

/** What to do: a reception's words, and those for who runs the network. */
export function useAllRemedyWords(): Partial<Record<Remedy['code'], string>> {
  const { t } = useLingui();
  return {
    ...useRemedyWords(),
    issue_certificate: t`Issue a new certificate.`,
    install_profile: t`Install the profile on the device, so that it trusts the service.`,
    change_method: t`Choose PEAP on the device.`,
    change_network: t`Give the network record this name, if it is wrong.`,
    change_access_point: t`Have the access point send the address of the device.`,
    change_policy: t`Change the policy that denies it.`,
    change_group: t`Give the person a group that permits it.`,
    change_attributes: t`Change what the account demands of the request.`,
    raise_device_limit: t`Permit more devices.`,
    enable_organization: t`Enable the organization.`,
    read_detail: t`Read what the service said of it.`,
  };
}
