import anyAscii from 'any-ascii';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { readEntries } from '../../http/body/dto-check.js';
import { Field, IdField, ProseField, SomeOfField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { accessPointVendor, accessPointVendors } from '../networks/access-point-vendors.js';
import { answerOf } from '../crud/answer-of.js';
import { url } from '../crud/outbound-url.js';
import { captivePortalTable } from './captive-portal.entity.js';
import { type CaptivePortal, portalMethods } from './captive-portal.js';

const webAddress = url('https:', 'http:');

/** Absent: the portal's own look. */
export class PortalThemeDto {
  /** Heading of the page. */
  @TextField(200, { required: false, example: 'Welcome to the Lindenhof' })
  title?: string;

  /** Of buttons and links, as #rrggbb. */
  @Field(colour, { required: false, pattern: '^#[0-9a-fA-F]{6}$', example: '#1a73e8' })
  colour?: string;

  /** Shown above the heading. */
  @Field(webAddress, { required: false, format: 'uri', example: 'https://example.com/logo.svg' })
  logo_url?: string;
}

@BodyExample({
  name: 'Lindenhof',
  slug: 'lindenhof',
  methods: ['voucher'],
  duration: 86_400,
  terms: 'Be kind to each other.',
})
export class CaptivePortalInputDto {
  /** What people call it. */
  @TextField(128, { example: 'Lindenhof' })
  name: string;

  /** Last part of the portal's address; unique in the organization. Made of the name when absent. */
  @Field(slug, { required: false, pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$', example: 'lindenhof' })
  slug?: string;

  /**
   * The network whose guests see the portal; null: none. A network has one portal, and shows it as its
   * `captive_portal_id`.
   */
  @IdField({ nullable: true })
  network_id?: string | null;

  /** How guests may sign in. */
  @SomeOfField(portalMethods, { required: false, default: ['voucher'], example: ['voucher', 'room_surname'] })
  methods?: string[];

  /** Id of the group of those who register themselves or come from a provider. */
  @IdField({ nullable: true })
  table_id?: string | null;

  /** Seconds that their access lasts; null: no limit. */
  @WholeNumberField(1, 315_360_000, { nullable: true, example: 86_400 })
  duration?: number | null;

  /** Replaced as a whole. */
  @Field(readEntries(PortalThemeDto), { required: false, type: PortalThemeDto })
  theme?: PortalThemeDto;

  /** What a guest agrees to. */
  @ProseField(50_000, { nullable: true, example: 'Be kind to each other.' })
  terms?: string | null;

  /** Where a guest is led after signing in. */
  @Field(webAddress, { nullable: true, type: String, format: 'uri', example: 'https://example.com/welcome' })
  success_url?: string | null;

  /** Whose access points: the form by which the portal tells them that a guest may pass. */
  @Field(accessPointVendor, { required: false, enum: accessPointVendors, default: 'generic', example: 'mikrotik' })
  vendor?: string;
}

@BodyExample({ terms: 'Be kind to each other.', duration: 86_400 })
export class CaptivePortalChangeDto extends PartialType(CaptivePortalInputDto, { skipNullProperties: false }) {}

export class CaptivePortalDto extends LinksDto {
  id: string;
  /** What people call it. */
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
  theme: PortalThemeDto;
  terms: string | null;
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

export const captivePortalDto: (portal: CaptivePortal) => Omit<CaptivePortalDto, '_links'> =
  answerOf(captivePortalTable);

const slugForm = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function slug(value: unknown): unknown {
  return typeof value === 'string' && slugForm.test(value)
    ? value
    : new Wrong('must have 1 to 63 lower-case letters, digits and dashes, none of them a dash at an end');
}

/** `Haus Österreich` becomes `haus-osterreich`; a name of signs only becomes `portal`. */
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

function colour(value: unknown): unknown {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)
    ? value.toLowerCase()
    : new Wrong('must be a colour such as #1a73e8');
}
