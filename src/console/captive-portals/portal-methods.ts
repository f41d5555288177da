/** How a guest may sign in at a portal. */
export const portalMethods = [
  'voucher',
  'room_surname',
  'username_password',
  'self_registration',
  'approval',
  'terms_only',
  'remembered',
  'provider',
] as const;
export type PortalMethod = (typeof portalMethods)[number];
