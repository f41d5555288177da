/** Who or what ended a registration before its time. Those of accounts and vouchers are written by the database. */
export const endReasons = [
  // signed out, by this device or another one of the same account
  'guest',
  'operator',
  // the host who was asked took it back
  'host',
  // the money went back, or the stay ended that the paid time belonged to
  'payment',
  'account_disabled',
  'account_deleted',
  'voucher_revoked',
] as const;

export type EndReason = (typeof endReasons)[number];
