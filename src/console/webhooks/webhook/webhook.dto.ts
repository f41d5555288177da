import { ApiProperty } from '@nestjs/swagger';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsIn, IsString, Length } from 'class-validator';
import { IsInstant, MayBeAbsent, MayBeNull } from '../../../http/body/field-rules.js';
import { LinksDto, PageDto } from '../../../http/hal/hal.dto.js';
import { BodyExample } from '../../../http/openapi/body-example.decorator.js';
import { eventTypes, type EventType } from '../../events/event-types.js';
import { type DisabledReason, type Webhook, type WebhookType, webhookTypes } from './webhook.js';

const disabledRule = { message: 'must be 0 or 1' };
const eventsRule = { each: true, message: `must be events: ${eventTypes.join(', ')}` };
const secretForm = { writeOnly: true, required: false, example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' };

class WebhookFieldsDto {
  /** Which events; where nothing is said, those of devices, sign-ins, guests, certificates and policies. */
  @MayBeAbsent()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(eventTypes, eventsRule)
  @ApiProperty({ required: false, isArray: true, enum: eventTypes, enumName: 'EventType' })
  events?: EventType[];

  /** Your own note. */
  @MayBeNull()
  @IsString()
  @Length(0, 500)
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 500, example: 'Door system' })
  description?: string | null;

  /** Certificates in PEM that vouch for a `tls://` receiver; null: the usual authorities. */
  @MayBeNull()
  @IsString()
  @Length(1, 100_000)
  @ApiProperty({ required: false, example: '-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----' })
  tls_ca?: string | null;

  /** 1: nothing is sent, and what happens meanwhile is not kept for it (but can be replayed). */
  @MayBeAbsent()
  @IsIn([0, 1, true, false], disabledRule)
  @ApiProperty({ type: 'integer', enum: [0, 1], required: false, default: 0 })
  disabled?: number | boolean;
}

@BodyExample({ url: 'https://hooks.example.com/wifi', events: ['device.connected'], description: 'Door system' })
export class WebhookInputDto extends WebhookFieldsDto {
  /**
   * `webhook`: signed HTTP requests; `syslog`: RFC 5424 with the event as JSON; `cef`: RFC 5424 with the event as CEF.
   */
  @MayBeAbsent()
  @IsIn(webhookTypes)
  @ApiProperty({ enum: webhookTypes, required: false, default: 'webhook' })
  type?: WebhookType;

  /**
   * `https://…`; for syslog and cef `udp://host:514`, `tcp://host:601` or `tls://host:6514`. Private addresses are
   * refused.
   */
  @IsString()
  @Length(1, 2000)
  @ApiProperty({ example: 'https://hooks.example.com/wifi' })
  url: string;

  /** `whsec_` and 24 to 64 bytes in base64; one is made where none is given. */
  @MayBeAbsent()
  @IsString()
  @ApiProperty(secretForm)
  secret?: string;
}

@BodyExample({ events: ['device.connected'], description: 'Door system' })
export class WebhookChangeDto extends WebhookFieldsDto {
  /** Cannot be changed; accepted when it is what it was. */
  @MayBeAbsent()
  @IsIn(webhookTypes)
  @ApiProperty({ enum: webhookTypes, required: false })
  type?: WebhookType;

  @MayBeAbsent()
  @IsString()
  @Length(1, 2000)
  @ApiProperty({ required: false, example: 'https://hooks.example.com/wifi' })
  url?: string;
}

export class SecretInputDto {
  /** `whsec_` and 24 to 64 bytes in base64; absent: one is made. */
  @MayBeAbsent()
  @IsString()
  @ApiProperty(secretForm)
  secret?: string;
}

@BodyExample({ event: 'device.connected' })
export class TestInputDto {
  /** Which event to send an example of. */
  @MayBeAbsent()
  @IsIn(eventTypes)
  @ApiProperty({ enum: eventTypes, enumName: 'EventType', required: false, default: 'device.connected' })
  event?: EventType;
}

export class ReplayInputDto {
  /** Events since then, as far back as they are kept (30 days). */
  @IsInstant()
  @ApiProperty({ format: 'date-time', example: '2026-05-14T13:00:00Z' })
  since: string;
}

export class ReplayDto {
  /** How many events are sent again. */
  @ApiProperty({ type: 'integer' })
  deliveries: number;
}

export class WebhookDto extends LinksDto {
  id: string;

  @ApiProperty({ enum: webhookTypes })
  type: WebhookType;

  /**
   * Scheme, host and port; `/…` stands for a path or query, which is sealed and never shown. Sent back as it is, it
   * changes nothing.
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

  /** Since when nothing was accepted. */
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

export function webhookDto(webhook: Webhook): Omit<WebhookDto, '_links'> {
  return {
    id: webhook.id,
    type: webhook.type,
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    tls_ca: webhook.tlsCa,
    disabled: webhook.disabled ? 1 : 0,
    disabled_reason: webhook.disabledReason,
    failing_since: webhook.failingSinceAt,
    created_at: webhook.createdAt,
    updated_at: webhook.updatedAt,
  };
}
