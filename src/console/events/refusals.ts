import type { EventType } from './event-types.js';

interface RefusalReason {
  /** Failed: the credentials were wrong. Rejected: a rule refuses. */
  readonly event: EventType & ('auth.failed' | 'auth.rejected');
  /** A sentence for people. */
  readonly reason: string;
}

const failed = (reason: string): RefusalReason => ({ event: 'auth.failed', reason });
const rejected = (reason: string): RefusalReason => ({ event: 'auth.rejected', reason });

/**
 * Every `reason_code`, as in the authentication log. radius.reject decides which event has it;
 * test/radius/reasons.spec.ts compares the two.
 */
export const refusalReasons = {
  unknown_user: failed('There is no user and no voucher of this name'),
  unknown_device: failed('No device is registered under this MAC address'),
  unknown_certificate: failed('The certificate is not known'),
  wrong_password: failed('The password is wrong'),
  password_expired: failed('The password has expired, or has to be changed at the directory first'),
  ticket_expired: failed("The captive portal's ticket has expired"),
  ticket_of_another_device: failed("The captive portal's ticket is another device's"),
  method_not_possible: failed('The password cannot be compared by this method, or the method is not served'),
  certificate_expired: failed('The certificate has expired'),
  client_refused_server_certificate: failed("The device does not trust the server's certificate"),
  tls_failure: failed('The TLS handshake broke off'),
  provider_unavailable: failed('The directory that knows the person cannot be asked'),
  access_point_refused: failed('The access point did not let the device in'),
  failed: failed('The sign-in failed'),
  too_many_tries: rejected('Too many tries with this name or device'),
  user_disabled: rejected('The user is disabled'),
  device_disabled: rejected('The device is disabled'),
  voucher_disabled: rejected('The voucher is revoked'),
  certificate_revoked: rejected('The certificate is revoked'),
  organization_suspended: rejected('The organization is disabled'),
  not_yet_valid: rejected('The account is not valid yet'),
  expired: rejected('The account has expired'),
  voucher_expired: rejected('The voucher is used up, or was to be started earlier'),
  outside_hours: rejected('Access is not open at this hour'),
  policy_denied: rejected('A policy denies it'),
  ssid_not_allowed: rejected('The network is another'),
  mac_mismatch: rejected("The MAC address is another device's"),
  attribute_mismatch: rejected('An attribute that the account asks for does not match'),
  too_many_sessions: rejected('The group allows no more sessions at once'),
  device_limit: rejected('The account allows no more devices at once'),
  over_quota: rejected("The day's volume is used up"),
} as const satisfies Readonly<Record<string, RefusalReason>>;

export type RefusalCode = keyof typeof refusalReasons;

/** An unknown code is shown as it is. */
export function reasonOf(code: string): string {
  return Object.hasOwn(refusalReasons, code)
    ? refusalReasons[code as RefusalCode].reason
    : code.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase());
}
