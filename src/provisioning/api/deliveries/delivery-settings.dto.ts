import { ApiProperty } from '@nestjs/swagger';
import { Field, OneOfField, TextField } from '../../../http/body/fields.js';
import { readLater } from '../../../http/body/readers.js';
import { networkSecurities } from '../../../kernel/wifi-code.js';
import { deliverySecrets, type DeliverySettings } from '../../deliver/settings/delivery-settings.js';
import { shownAddress } from '../../../kernel/shown-address.js';

const anything = { type: 'object', additionalProperties: true, nullable: true } as const;
const network = {
  type: 'object',
  nullable: true,
  required: ['ssid', 'security'],
  description: 'The network that credentials are for; null: the first of the networks that has a name',
  properties: { ssid: { type: 'string', maxLength: 32 }, security: { type: 'string', enum: [...networkSecurities] } },
  example: { ssid: 'Lindenhof Guests', security: 'open' },
} as const;

export class DeliverySettingsChangeDto {
  /** ISO 639-1; where the person's own is not known. */
  @Field(readLater, { nullable: true, type: String, example: 'de' })
  language?: unknown;
  @Field(readLater, { ...network, selfRequired: false } as object)
  network?: unknown;
  /**
   * url, method, headers, json or form, country_code: the provider's interface, Liquid over to, text, id and secret.
   */
  @Field(readLater, {
    ...anything,
    selfRequired: false,
    example: {
      url: 'https://sms.example.com/messages',
      method: 'POST',
      headers: { authorization: 'Bearer {{ secret }}' },
      json: { to: '{{ to }}', body: '{{ text }}' },
      country_code: '43',
    },
  } as object)
  sms?: unknown;
  /** By language: email (subject, text, html) and sms (text) that are said instead of config/templates. */
  @Field(readLater, {
    ...anything,
    selfRequired: false,
    example: { de: { sms: { text: 'WLAN {{ ssid }}: {{ code }}' } } },
  } as object)
  templates?: unknown;
  /** Write-only: sms (the gateway's), passphrase (of a psk network); null takes one away. */
  @Field(readLater, {
    ...anything,
    selfRequired: false,
    nullable: false,
    writeOnly: true,
    example: { sms: 'key' },
  } as object)
  secrets?: unknown;
}

export class DeliverySettingsDto {
  /** Null: what holds for the organization. */
  connection_id: string | null;
  language: string | null;
  @ApiProperty(network as object)
  network: object | null;
  @ApiProperty(anything as object)
  /**
   * Of `url` scheme, host and port; `/…` stands for the rest, which is sealed. Sent back as it is, it changes nothing.
   */
  sms: object | null;
  @ApiProperty(anything as object)
  templates: object | null;
  /** Names of those that are set. */
  @ApiProperty({ isArray: true, enum: deliverySecrets })
  secrets: string[];
}

const ways = ['email', 'sms'] as const;

export class DeliveryTestInputDto {
  /** By which way. */
  @OneOfField(ways, { example: 'email' })
  via: (typeof ways)[number];
  /** An e-mail address or a telephone number. */
  @TextField(200, { example: 'desk@example.com' })
  to: string;
}

/** Of one message that was sent for a test. */
export class DeliveryTestDto {
  /** The mail server or the gateway took it. */
  sent: boolean;
  /** Why not. */
  detail: string | null;
}

export function deliverySettingsDto(
  { language, network: net, sms, templates, secrets }: DeliverySettings,
  connectionId: string | null,
): DeliverySettingsDto {
  return {
    connection_id: connectionId,
    language,
    network: net,
    sms: sms && { ...sms, url: shownAddress(sms.url) },
    templates,
    secrets: Object.keys(secrets).sort(),
  };
}
