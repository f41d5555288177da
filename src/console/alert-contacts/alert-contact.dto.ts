import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Field, FlagField, SomeOfField, TextField } from '../../http/body/fields.js';
import { readText, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { isMailbox } from '../../kernel/mailbox.js';
import { answerOf } from '../crud/answer-of.js';
import { url } from '../crud/outbound-url.js';
import { alertContactTable } from './alert-contact.entity.js';
import type { AlertContact } from './alert-contact.js';
import { alertEvents } from './alert-events.js';
import type { WayOfContact } from './ways.js';

/** At least one of email, phone and url. */
export class AlertContactInputDto {
  /** Unique in the organization, regardless of case. */
  @TextField(128, { example: 'Front desk' })
  name: string;

  /** Alerts are mailed here if the deployment has a mail server. */
  @Field(email, { nullable: true, type: String, format: 'email', maxLength: 254, example: 'desk@example.com' })
  email?: string | null;

  /** For people to call. Nothing is sent to it. */
  @Field(phone, { nullable: true, type: String, maxLength: 32, example: '+43 1 234567' })
  phone?: string | null;

  /** Alerts are posted there as JSON, signed as Standard Webhooks (https://www.standardwebhooks.com). */
  @Field(url('https:', 'http:'), {
    nullable: true,
    type: String,
    format: 'uri',
    maxLength: 2000,
    example: 'https://example.com/alerts',
  })
  url?: string | null;

  /** Events to send. All of them if absent at creation. */
  @SomeOfField(alertEvents, { required: false, example: ['connection.quarantined', 'plan.held'] })
  events?: string[];

  @FlagField({ required: false, default: 0 })
  disabled?: number;
}

export class AlertContactChangeDto extends PartialType(AlertContactInputDto, { skipNullProperties: false }) {}

class WayDto {
  /** How the contact is reached. `phone` is for people only; nothing is sent to it. */
  @ApiProperty({ enum: ['email', 'webhook', 'phone'] })
  way: string;
  /** Whether messages are sent this way. */
  told: boolean;
  /** Why nothing is sent this way. */
  reason: string | null;
}

export class AlertContactDto extends LinksDto {
  id: string;
  @ApiProperty({ example: 'Front desk' })
  name: string;
  email: string | null;
  phone: string | null;
  /**
   * Scheme, host and port. `/…` stands for the path and query, which are sealed and never shown. Sending the shown
   * value back changes nothing.
   */
  @ApiProperty({ type: String, nullable: true, example: 'https://example.com/…' })
  url: string | null;
  @ApiProperty({ isArray: true, enum: alertEvents })
  events: string[];
  /** 0 = receives alerts, 1 = receives none. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  disabled: number;
  /** The ways that reach the contact, and those that do not. */
  @ApiProperty({ type: [WayDto] })
  ways: WayDto[];
  created_at: Instant;
  updated_at: Instant;
}

export class NewAlertContactDto extends AlertContactDto {
  /** Signs what is posted to the url. Shown only when it is made. */
  @ApiProperty({ required: false, example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' })
  secret?: string;
}

class EmbeddedAlertcontactsDto {
  alertcontacts: AlertContactDto[];
}

export class AlertcontactPageDto extends PageDto {
  _embedded: EmbeddedAlertcontactsDto;
}

class EmbeddedAlertContactsDto {
  alert_contacts: AlertContactDto[];
}

export class AlertContactPageDto extends PageDto {
  _embedded: EmbeddedAlertContactsDto;
}

const shown = answerOf<Omit<AlertContactDto, '_links' | 'ways'>>(alertContactTable);

export function alertContactDto(contact: AlertContact, ways: readonly WayOfContact[]): Omit<AlertContactDto, '_links'> {
  return {
    ...shown(contact),
    ways: ways.map(({ way, hindrance }) => ({ way, told: hindrance === null, reason: hindrance })),
  };
}

function email(value: unknown): unknown {
  const read = readText(254)(value);
  return read instanceof Wrong || isMailbox(read as string)
    ? read
    : new Wrong('must be an e-mail address such as desk@example.com');
}

function phone(value: unknown): unknown {
  const read = readText(32)(value);
  return read instanceof Wrong || /^\+?[0-9][0-9 ()./-]{2,30}$/.test(read as string)
    ? read
    : new Wrong('must be a telephone number such as +43 1 234567');
}
