import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { macWithColons } from '../../kernel/mac-address.js';
import { portalMethods } from '../captive-portals/captive-portal.js';
import { answerOf } from '../crud/answer-of.js';
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
  /** The portal where the guest signed in. */
  captive_portal_id: string;
  /** How the guest signed in. */
  @ApiProperty({ enum: portalMethods })
  method: string;
  /** The name that RADIUS knows: a user's name, or a voucher's code. */
  @ApiProperty({ example: '101-novak' })
  username: string;
  /** Id of the user. Null for a voucher. */
  user_id: string | null;
  /** Id of the voucher. Null for a user. */
  voucher_id: string | null;
  /** From the system that knows the guest. */
  first_name: string | null;
  /** From the system that knows the guest. */
  last_name: string | null;
  /** From the system that knows the guest. */
  email: string | null;
  /** From the system that knows the guest. */
  phone: string | null;
  /** MAC address of the device. Null if the gateway did not send it. */
  @ApiProperty({ nullable: true, type: String, example: 'aa:bb:cc:00:11:22' })
  mac: string | null;
  /** Name of the Wi-Fi network, from the gateway. */
  ssid: string | null;
  /** Address or name of the access point, from the gateway. */
  access_point: string | null;
  /** Language of the page that the guest saw. */
  @ApiProperty({ nullable: true, type: String, example: 'de' })
  language: string | null;
  /** Version of the terms that the guest agreed to. */
  terms_version: string | null;
  /** The host who approved the visit. Null if nobody had to. */
  approved_by: string | null;
  /** Everything that the guest agreed to. */
  @ApiProperty({ isArray: true, type: RegistrationConsentDto })
  consents: readonly RegistrationConsent[];
  /** `active` while it lets the device in. */
  @ApiProperty({ enum: ['active', 'expired', 'ended'] })
  status: string;
  /** When the guest signed in. */
  since: Instant;
  /** When it ends. Null: as long as the account lasts. */
  until: Instant | null;
  /** When it was ended early. */
  ended_at: Instant | null;
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
