import type { RecordLife } from '../crud/record-life.js';
import type { PaymentProviderEntity } from './payment-provider.entity.js';

/** Takes money by card for what captive portals offer. */
export type PaymentProvider = Readonly<Omit<PaymentProviderEntity, 'organizationId'>>;

export interface PaymentSecrets {
  readonly secret_key?: string;
  readonly webhook_secret?: string;
}

/** A client's input. Secrets are keyed by name; null removes one. */
export type PaymentProviderValues = Omit<PaymentProvider, keyof RecordLife | 'secretsSealed' | 'secretsSet'> & {
  readonly secrets: Readonly<Record<string, string | null>>;
};

/** With its secrets opened: for calls to the provider, never for API answers. */
export interface OpenedPaymentProvider {
  readonly provider: PaymentProvider;
  readonly secrets: PaymentSecrets;
}
