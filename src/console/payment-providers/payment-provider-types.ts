export const paymentProviderTypes = ['stripe'] as const;
export type PaymentProviderType = (typeof paymentProviderTypes)[number];

export const usualStripeUrl = 'https://api.stripe.com';
