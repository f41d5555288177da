import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { Field, FlagField, InstantField, OneOfField, ProseField } from '../../../http/body/fields.js';
import { type Reader, readRaw, Wrong } from '../../../http/body/readers.js';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { BodyExample } from '../../../http/openapi/body-example.decorator.js';
import { answerOf } from '../../crud/answer-of.js';
import { eventTypes, type EventType } from '../../events/event-types.js';
import { webhookTable } from './webhook.entity.js';
import { type DisabledReason, type Webhook, type WebhookType, webhookTypes } from './webhook.js';

const secretForm = {
  required: false,
  type: String,
  writeOnly: true,
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=',
} as const;

@BodyExample({ url: 'https://hooks.example.com/wifi', events: ['device.connected'], description: 'Door system' })
export class WebhookInputDto {
  /**
   * `webhook`: signed HTTP requests; `syslog`: RFC 5424 with the event as JSON; `cef`: RFC 5424 with the event as CEF.
   * Cannot be changed.
   */
  @OneOfField(webhookTypes, { required: false, default: 'webhook' })
  type?: WebhookType;

  /**
   * `https://…`; for syslog and cef `udp://host:514`, `tcp://host:601` or `tls://host:6514`. Private addresses are
   * refused.
   */
  @Field(textUpTo(2000), { type: String, minLength: 1, maxLength: 2000, example: 'https://hooks.example.com/wifi' })
  url: string;

  /** Events to send. If absent: those of devices, sign-ins, guests, certificates and policies. */
  @Field(events, { required: false, isArray: true, enum: eventTypes, enumName: 'EventType' })
  events?: EventType[];

  /** Your own note. */
  @ProseField(500, { nullable: true, example: 'Door system' })
  description?: string | null;

  /** Certificates in PEM that a `tls://` receiver's must lead to. Null: the usual authorities. */
  @Field(textUpTo(100_000), {
    nullable: true,
    type: String,
    example: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----',
  })
  tls_ca?: string | null;

  /** 1: nothing is sent. Events meanwhile are not kept for it, but can be replayed. */
  @FlagField({ required: false, default: 0 })
  disabled?: number;

  /** `whsec_` and 24 to 64 bytes in base64. One is generated if absent. */
  @Field(readRaw, secretForm)
  secret?: string;
}

@BodyExample({ events: ['device.connected'], description: 'Door system' })
export class WebhookChangeDto extends PartialType(OmitType(WebhookInputDto, ['secret']), {
  skipNullProperties: false,
}) {}

export class SecretInputDto {
  /** `whsec_` and 24 to 64 bytes in base64. One is generated if absent. */
  @Field(readRaw, secretForm)
  secret?: string;
}

@BodyExample({ event: 'device.connected' })
export class TestInputDto {
  /** The event to send an example of. */
  @OneOfField(eventTypes, { enumName: 'EventType', required: false, default: 'device.connected' })
  event?: EventType;
}

export class ReplayInputDto {
  /** Sends events since then again, as far back as they are kept (30 days). */
  @InstantField({ example: '2026-05-14T13:00:00Z' })
  since: string;
}

export class ReplayDto {
  /** Number of events that are sent again. */
  @ApiProperty({ type: 'integer' })
  deliveries: number;
}

export class WebhookDto extends LinksDto {
  id: string;

  @ApiProperty({ enum: webhookTypes })
  type: WebhookType;

  /**
   * Scheme, host and port. `/…` stands for the path and query, which are sealed and never shown. Sending the shown
   * value back changes nothing.
   */
  @ApiProperty({ example: 'https://hooks.example.com/…' })
  url: string;

  @ApiProperty({ isArray: true, enum: eventTypes, enumName: 'EventType' })
  events: readonly EventType[];

  description: string | null;
  tls_ca: string | null;

  @ApiProperty({ type: 'integer', enum: [0, 1] })
  disabled: number;

  /** Why Usher disabled it: `gone` (it answered 410) or `failing` (nothing was accepted for five days). */
  @ApiProperty({ enum: ['gone', 'failing'], nullable: true })
  disabled_reason: DisabledReason | null;

  /** Since when the endpoint has accepted nothing. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
}

export class NewWebhookDto extends WebhookDto {
  /** Shown in this answer only. */
  @ApiProperty({ example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' })
  secret: string;
}

class EmbeddedWebhooksDto {
  webhooks: WebhookDto[];
}

export class WebhookPageDto extends PageDto {
  _embedded: EmbeddedWebhooksDto;
}

export const webhookDto: (webhook: Webhook) => Omit<WebhookDto, '_links'> = answerOf(webhookTable);

/** As written. */
function textUpTo(most: number): Reader {
  return (value) => {
    if (typeof value !== 'string') return new Wrong('must be text');
    if (value.length === 0) return new Wrong('must not be empty');
    return value.length > most ? new Wrong(`must have at most ${most} characters`) : value;
  };
}

const known: ReadonlySet<unknown> = new Set(eventTypes);

function events(value: unknown): unknown {
  if (!Array.isArray(value)) return new Wrong('must be a list');
  if (value.length === 0) return new Wrong('must not be empty');
  if (!value.every((each) => known.has(each))) return new Wrong(`must be events: ${eventTypes.join(', ')}`);
  return new Set(value).size === value.length ? value : new Wrong('must name each one once');
}
