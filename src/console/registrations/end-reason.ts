/** Why a registration ended early. The database writes the reasons that come from accounts and vouchers. */
export const endReasons = [
  // signed out by this device or another one of the same account
  'guest',
  'operator',
  // the host withdrew the approval
  'host',
  // the money went back, or the stay to which the paid time belonged has ended
  'payment',
  'account_disabled',
  'account_deleted',
  'voucher_revoked',
] as const;

export type EndReason = (typeof endReasons)[number];
