import { type Instant, laterBy } from '../../kernel/clock.js';
import type { AccessFacts, Denial } from './access-facts.js';

/** Whole seconds from `at` to `end`. */
export function secondsUntil(end: Instant, at: Instant): number {
  return Math.floor((Date.parse(end) - Date.parse(at)) / 1000);
}

/** Reasons in the accounts themselves to deny; empty if there are none. Every party to the attempt is checked. */
export function accountDenials(facts: AccessFacts): Denial[] {
  const { user, voucher, device, authMethod } = facts;
  if (authMethod === 'MAC' && !device)
    return [{ code: 'unknown_device', detail: 'No device is registered under this MAC address' }];
  if (!user && !voucher && authMethod !== 'MAC')
    return [{ code: 'unknown_user', detail: 'There is no user and no voucher of this name' }];
  return [...userDenials(facts), ...voucherDenials(facts), ...deviceDenials(facts)];
}

function userDenials({ user, at }: AccessFacts): Denial[] {
  if (!user) return [];
  return [
    ...(user.disabled ? [{ code: 'user_disabled', detail: 'The user is disabled' } as const] : []),
    ...(user.validFrom && user.validFrom > at
      ? [{ code: 'not_yet_valid', detail: `The user is valid from ${user.validFrom}` } as const]
      : []),
    ...(isOver(user.validUntil, at)
      ? [{ code: 'expired', detail: `The user was valid until ${user.validUntil}` } as const]
      : []),
  ];
}

function voucherDenials({ voucher, at }: AccessFacts): Denial[] {
  if (!voucher) return [];
  const { revokedAt, firstUsedAt, durationSeconds, validUntil } = voucher;
  if (revokedAt) return [{ code: 'voucher_disabled', detail: 'The voucher is revoked' }];
  if (!firstUsedAt)
    return isOver(validUntil, at)
      ? [{ code: 'voucher_expired', detail: `The voucher had to be started before ${validUntil}` }]
      : [];
  const end = durationSeconds === null ? null : laterBy(firstUsedAt, durationSeconds);
  return isOver(end, at) ? [{ code: 'voucher_expired', detail: `The voucher was used up at ${end}` }] : [];
}

/** A disabled device is refused whoever signs in from it. Its end counts only when it signs in itself. */
function deviceDenials({ device, authMethod, at }: AccessFacts): Denial[] {
  if (!device) return [];
  return [
    ...(device.disabled ? [{ code: 'device_disabled', detail: 'The device is disabled' } as const] : []),
    ...(authMethod === 'MAC' && isOver(device.validUntil, at)
      ? [{ code: 'expired', detail: `The device was valid until ${device.validUntil}` } as const]
      : []),
  ];
}

/** Less than a second counts as none: to many access points a Session-Timeout of 0 means no limit. */
function isOver(end: Instant | null, at: Instant): boolean {
  return end !== null && secondsUntil(end, at) < 1;
}
