import anyAscii from 'any-ascii';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { readEntries } from '../../http/body/dto-check.js';
import { Field, IdField, SomeOfField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { accessPointVendor, accessPointVendors } from '../networks/access-point-vendors.js';
import { answerOf } from '../crud/answer-of.js';
import { url } from '../crud/outbound-url.js';
import { captivePortalTable } from './captive-portal.entity.js';
import type { CaptivePortal } from './captive-portal.js';
import { portalMethods } from './portal-methods.js';
import { byLanguage, languages, slugText, terms } from './portal-fields.js';
import { PortalTermsDto, PortalTextsDto, PortalThemeDto, RoomRulesDto } from './portal-parts.dto.js';
import { PortalTierDto, portalTiers } from './portal-tier.dto.js';
import { portalLanguages } from './portal-languages.js';
import {
  ApprovalRulesDto,
  RegistrationConfirmationDto,
  RegistrationFieldDto,
  registrationFields,
} from './self-registration.dto.js';

const webAddress = url('https:', 'http:');

@BodyExample({
  name: 'Lindenhof',
  slug: 'lindenhof',
  methods: ['voucher'],
  duration: 86_400,
  languages: ['en', 'de'],
  terms: { version: '2026-05', texts: { en: 'Be kind to each other.' } },
})
export class CaptivePortalInputDto {
  /** The name that people know it by. */
  @TextField(128, { example: 'Lindenhof' })
  name: string;

  /** Last part of the portal's address, `/p/{slug}`. Unique over all organizations. Derived from the name if absent. */
  @Field(slugText, { required: false, pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$', example: 'lindenhof' })
  slug?: string;

  /**
   * The network whose guests see the portal; null: none. A network has at most one portal and shows it as its
   * `captive_portal_id`.
   */
  @IdField({ nullable: true })
  network_id?: string | null;

  /** How guests may sign in. */
  @SomeOfField(portalMethods, { required: false, default: ['voucher'], example: ['voucher', 'room_surname'] })
  methods?: string[];

  /** Id of the group for guests who register themselves or come from a provider. */
  @IdField({ nullable: true })
  table_id?: string | null;

  /** Seconds that their access lasts. Null: no limit. */
  @WholeNumberField(1, 315_360_000, { nullable: true, example: 86_400 })
  duration?: number | null;

  /** Rules for signing in by room and surname. Replaced as a whole. */
  @Field(readEntries(RoomRulesDto), { required: false, type: RoomRulesDto })
  room_rules?: RoomRulesDto;

  /** For the method `remembered`: days for which a device is let in again without being asked. Null: never. */
  @WholeNumberField(1, 365, { nullable: true, example: 7 })
  remember_days?: number | null;

  /**
   * For the method `provider`, and for tiers that are paid by card: minutes of access in which a guest can reach the
   * provider's page, before they are known or have paid. Null: the gateway's walled garden lets them reach it.
   */
  @WholeNumberField(1, 30, { nullable: true, example: 5 })
  provider_minutes?: number | null;

  /** What those are asked for who register themselves, in this order. Replaced as a whole. */
  @Field(registrationFields, {
    required: false,
    isArray: true,
    type: RegistrationFieldDto,
    default: [],
    example: [{ name: 'last_name', required: 1 }],
  })
  fields?: RegistrationFieldDto[];

  /** Of `self_registration`: how an address is confirmed. Replaced as a whole. */
  @Field(readEntries(RegistrationConfirmationDto), { required: false, type: RegistrationConfirmationDto })
  confirmation?: RegistrationConfirmationDto;

  /** A consent that those who register may give, never have to: its text by version and language. */
  @Field(terms, { nullable: true, type: PortalTermsDto })
  marketing?: PortalTermsDto | null;

  /** Of `approval`. Replaced as a whole. */
  @Field(readEntries(ApprovalRulesDto), { required: false, type: ApprovalRulesDto })
  approval?: ApprovalRulesDto;

  /**
   * What guests may pay for, beside what is free. A tier is shown to those only who can pay it at that moment. Replaced
   * as a whole.
   */
  @Field(portalTiers, { required: false, isArray: true, type: PortalTierDto, default: [] })
  tiers?: PortalTierDto[];

  /** Replaced as a whole. */
  @Field(readEntries(PortalThemeDto), { required: false, type: PortalThemeDto })
  theme?: PortalThemeDto;

  /** Languages that guests may choose from. The first one is shown if none of them fits. Empty: all. */
  @Field(languages, { required: false, isArray: true, enum: portalLanguages, default: [], example: ['en', 'de'] })
  languages?: string[];

  /** The hotel's own texts, by language. Replaced as a whole. */
  @Field(byLanguage(readEntries(PortalTextsDto)), {
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    example: { en: { title: 'Welcome to the Lindenhof' } },
  })
  texts?: Record<string, PortalTextsDto>;

  /** The terms that guests agree to, by version and language. */
  @Field(terms, { nullable: true, type: PortalTermsDto })
  terms?: PortalTermsDto | null;

  /** Where guests read how their data is used. The page must be reachable before they are online. */
  @Field(webAddress, { nullable: true, type: String, format: 'uri', example: 'https://example.com/privacy' })
  privacy_url?: string | null;

  /** Whom guests ask for help, shown as written. */
  @TextField(500, { nullable: true, example: 'Reception, dial 9' })
  support?: string | null;

  /** Where guests go after signing in. */
  @Field(webAddress, { nullable: true, type: String, format: 'uri', example: 'https://example.com/welcome' })
  success_url?: string | null;

  /** Make of the access points. It decides how the portal tells them to let a guest in. */
  @Field(accessPointVendor, { required: false, enum: accessPointVendors, default: 'generic', example: 'mikrotik' })
  vendor?: string;
}

@BodyExample({ support: 'Reception, dial 9', duration: 86_400 })
export class CaptivePortalChangeDto extends PartialType(CaptivePortalInputDto, { skipNullProperties: false }) {}

export class CaptivePortalDto extends LinksDto {
  id: string;
  /** The name that people know it by. */
  @ApiProperty({ example: 'Lindenhof' })
  name: string;
  @ApiProperty({ example: 'lindenhof' })
  slug: string;
  network_id: string | null;
  @ApiProperty({ isArray: true, enum: portalMethods })
  methods: string[];
  table_id: string | null;
  @ApiProperty({ nullable: true, type: 'integer', example: 86_400 })
  duration: number | null;
  room_rules: RoomRulesDto;
  @ApiProperty({ nullable: true, type: 'integer', example: 7 })
  remember_days: number | null;
  @ApiProperty({ nullable: true, type: 'integer', example: 5 })
  provider_minutes: number | null;
  @ApiProperty({ isArray: true, type: RegistrationFieldDto })
  fields: RegistrationFieldDto[];
  confirmation: RegistrationConfirmationDto;
  @ApiProperty({ nullable: true, type: PortalTermsDto })
  marketing: PortalTermsDto | null;
  approval: ApprovalRulesDto;
  @ApiProperty({ isArray: true, type: PortalTierDto })
  tiers: readonly PortalTierDto[];
  theme: PortalThemeDto;
  @ApiProperty({ isArray: true, enum: portalLanguages })
  languages: string[];
  @ApiProperty({ type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'string' } } })
  texts: Record<string, PortalTextsDto>;
  @ApiProperty({ nullable: true, type: PortalTermsDto })
  terms: PortalTermsDto | null;
  privacy_url: string | null;
  @ApiProperty({ nullable: true, type: String, example: 'Reception, dial 9' })
  support: string | null;
  /** Address of the uploaded logo. */
  logo: string | null;
  /** Address of the uploaded background. */
  background: string | null;
  success_url: string | null;
  @ApiProperty({ enum: accessPointVendors })
  vendor: string;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedCaptivePortalsDto {
  captive_portals: CaptivePortalDto[];
}

export class CaptivePortalPageDto extends PageDto {
  _embedded: EmbeddedCaptivePortalsDto;
}

const answer: (portal: CaptivePortal) => Omit<CaptivePortalDto, '_links'> = answerOf(captivePortalTable);

export function captivePortalDto(portal: CaptivePortal): Omit<CaptivePortalDto, '_links'> {
  const { slug, logo, background } = portal;
  return { ...answer(portal), logo: pictureAddress(slug, logo), background: pictureAddress(slug, background) };
}

/** The address of a picture contains its hash, so browsers may cache it. */
export function pictureAddress<Hash extends string | null>(slug: string, hash: Hash): Hash {
  return (hash === null ? null : `/p/${slug}/pictures/${hash}`) as Hash;
}

/** `Haus Österreich` becomes `haus-osterreich`; a name without letters or digits becomes `portal`. */
export function slugOf(name: string): string {
  const dashed = anyAscii(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64);
  return (
    dashed
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 63)
      .replace(/-+$/, '') || 'portal'
  );
}
