import type { NetworkSecurity } from '../../../kernel/wifi-code.js';
import type { TemplateOverrides } from '../message/message-templates.js';

/** The network that credentials are for; absent: the first of the console's networks that has a name. */
export interface DeliveryNetwork {
  readonly ssid: string;
  readonly security: NetworkSecurity;
}

/** An SMS provider's HTTP interface, as data. Texts are Liquid over `to`, `text`, `id`, `secret`. */
export interface SmsGateway {
  /** Its host is fixed; values in it are percent-encoded. */
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, Liquid in every text of it. */
  readonly json?: unknown;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Digits in front of numbers that are written as within one's country: `43`. */
  readonly country_code?: string;
}

export const deliverySecrets = ['sms', 'passphrase'] as const;
export type DeliverySecret = (typeof deliverySecrets)[number];

/** As it is stored for an organization or a connection, secrets opened. */
export interface DeliverySettings {
  /** Where the person's own is not known. */
  readonly language: string | null;
  readonly network: DeliveryNetwork | null;
  readonly sms: SmsGateway | null;
  readonly templates: TemplateOverrides | null;
  readonly secrets: Readonly<Partial<Record<DeliverySecret, string>>>;
}

export const noDeliverySettings: DeliverySettings = {
  language: null,
  network: null,
  sms: null,
  templates: null,
  secrets: {},
};

/**
 * What holds for a connection: its own where it says something, else the organization's. A gateway goes with its own
 * secret only.
 */
export function resolved(ofConnection: DeliverySettings, ofOrganization: DeliverySettings): DeliverySettings {
  const languages = new Set([
    ...Object.keys(ofOrganization.templates ?? {}),
    ...Object.keys(ofConnection.templates ?? {}),
  ]);
  const secretOf = (part: 'network' | 'sms', name: DeliverySecret) =>
    (ofConnection[part] ? ofConnection : ofOrganization).secrets[name];
  return {
    language: ofConnection.language ?? ofOrganization.language,
    network: ofConnection.network ?? ofOrganization.network,
    sms: ofConnection.sms ?? ofOrganization.sms,
    templates: Object.fromEntries(
      [...languages].map((each) => [each, { ...ofOrganization.templates?.[each], ...ofConnection.templates?.[each] }]),
    ),
    secrets: { sms: secretOf('sms', 'sms'), passphrase: secretOf('network', 'passphrase') },
  };
}
