import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { macWithColons } from '../../kernel/mac-address.js';
import { tierPayments } from '../captive-portals/portal-tier.js';
import { portalMethods } from '../captive-portals/portal-methods.js';
import { answerOf } from '../crud/answer-of.js';
import { type EndReason, endReasons } from './end-reason.js';
import { registrationTable } from './registration.entity.js';
import type { RegistrationConsent, RegistrationRecord } from './registration.js';

class RegistrationConsentDto {
  /** What the guest agreed to. */
  @ApiProperty({ enum: ['terms', 'marketing'] })
  kind: string;
  /** SHA-256 of the text as shown, hexadecimal. */
  text_hash: string;
  /** Version of the text, as the portal names it. */
  @ApiProperty({ example: '2026-11' })
  version: string;
  /** Language in which the text was shown. */
  @ApiProperty({ example: 'en' })
  language: string;
  /** When the guest agreed. */
  given_at: Instant;
}

export class RegistrationDto extends LinksDto {
  id: string;
  /** The portal that the guest came by. */
  captive_portal_id: string;
  /** How the guest came in. */
  @ApiProperty({ enum: portalMethods })
  method: string;
  /** The account, as RADIUS knows it: a user's name, or a voucher's code. */
  @ApiProperty({ example: '101-novak' })
  username: string;
  /** The account; null for a voucher. */
  user_id: string | null;
  /** The voucher; null for an account. */
  voucher_id: string | null;
  /** As the system says that knows the guest, or else the guest. */
  first_name: string | null;
  /** As the system says that knows the guest, or else the guest. */
  last_name: string | null;
  /** As the system says that knows the guest, or else the guest. */
  email: string | null;
  /** As the system says that knows the guest, or else the guest. */
  phone: string | null;
  /** As the guest says. */
  company: string | null;
  /** The device; null where the access point has not told it. */
  @ApiProperty({ nullable: true, type: String, example: 'aa:bb:cc:00:11:22' })
  mac: string | null;
  /** Of the network, as the gateway told it. */
  ssid: string | null;
  /** Address or name, as the gateway told it. */
  access_point: string | null;
  /** Of the page that the guest saw. */
  @ApiProperty({ nullable: true, type: String, example: 'de' })
  language: string | null;
  /** Of the terms that the guest agreed to. */
  terms_version: string | null;
  /** The host who approved the visit; null: nobody had to. */
  approved_by: string | null;
  /** When the guest proved that the e-mail address or the number is theirs; null: nobody has, or nobody had to. */
  confirmed_at: Instant | null;
  /** Name of the tier that was paid for; null: the access was free. */
  @ApiProperty({ nullable: true, type: String, example: 'Fast Wi-Fi, one day' })
  tier: string | null;
  /** In minor units of the currency: 490 is 4.90 in EUR. Null also for further devices of a guest who has paid. */
  @ApiProperty({ nullable: true, type: 'integer', example: 490 })
  price: number | null;
  /** ISO 4217. */
  @ApiProperty({ nullable: true, type: String, example: 'EUR' })
  currency: string | null;
  /** How it was paid. */
  @ApiProperty({ nullable: true, type: String, enum: tierPayments })
  pay: string | null;
  /** What the guest agreed to. */
  @ApiProperty({ isArray: true, type: RegistrationConsentDto })
  consents: readonly RegistrationConsent[];
  /** active while it lets the device in. */
  @ApiProperty({ enum: ['active', 'expired', 'ended'] })
  status: string;
  /** When the guest came in. */
  since: Instant;
  /** Null: until the account says otherwise. */
  until: Instant | null;
  /** When it was ended before its time. */
  ended_at: Instant | null;
  /** Why it ended early: signed out by the guest, ended by an operator, withdrawn by the host … */
  @ApiProperty({ nullable: true, enum: endReasons })
  end_reason: EndReason | null;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedRegistrationsDto {
  registrations: RegistrationDto[];
}

export class RegistrationPageDto extends PageDto {
  _embedded: EmbeddedRegistrationsDto;
}

const shown = answerOf<Omit<RegistrationDto, '_links' | 'consents' | 'status'>>(registrationTable);

export function registrationDto(registration: RegistrationRecord): Omit<RegistrationDto, '_links'> {
  const { mac, consents, status } = registration;
  return { ...shown(registration), mac: mac === null ? null : macWithColons(mac), consents, status };
}
