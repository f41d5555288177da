/** How a tier may be paid: on the guest's room, or by card. */
export const tierPayments = ['room', 'card'] as const;
export type TierPayment = (typeof tierPayments)[number];

/** Whether a check-out ends access that was paid for. */
export const tierEndings = ['keep', 'end'] as const;
