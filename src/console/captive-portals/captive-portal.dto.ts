import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { accessPointVendors } from '../networks/access-point-vendors.js';
import { type CaptivePortal, portalMethods } from './captive-portal.js';

/** Absent: the portal's own look. */
class PortalThemeDto {
  /** Heading of the page. */
  @ApiProperty({ required: false, maxLength: 200, example: 'Welcome to the Lindenhof' })
  title?: string;

  /** Of buttons and links, as #rrggbb. */
  @ApiProperty({ required: false, pattern: '^#[0-9a-fA-F]{6}$', example: '#1a73e8' })
  colour?: string;

  /** Shown above the heading. */
  @ApiProperty({ required: false, format: 'uri', example: 'https://example.com/logo.svg' })
  logo_url?: string;
}

class CaptivePortalFieldsDto {
  /** Last part of the portal's address; unique in the organization. Made of the name when absent. */
  @ApiProperty({ required: false, pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$', example: 'lindenhof' })
  slug?: string;

  /**
   * The network whose guests see the portal; null: none. A network has one portal, and shows it as its
   * `captive_portal_id`.
   */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'uuid' })
  network_id?: string | null;

  /** How guests may sign in. */
  @ApiProperty({
    required: false,
    isArray: true,
    enum: portalMethods,
    default: ['voucher'],
    example: ['voucher', 'room_surname'],
  })
  methods?: string[];

  /** Id of the group of those who register themselves or come from a provider. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'uuid' })
  table_id?: string | null;

  /** Seconds that their access lasts; null: no limit. */
  @ApiProperty({ required: false, nullable: true, type: 'integer', minimum: 1, maximum: 315_360_000, example: 86_400 })
  duration?: number | null;

  /** Replaced as a whole. */
  @ApiProperty({ required: false, type: PortalThemeDto })
  theme?: PortalThemeDto;

  /** What a guest agrees to. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 50_000, example: 'Be kind to each other.' })
  terms?: string | null;

  /** Where a guest is led after signing in. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'uri', example: 'https://example.com/welcome' })
  success_url?: string | null;

  /** Whose access points: the form by which the portal tells them that a guest may pass. */
  @ApiProperty({ required: false, enum: accessPointVendors, default: 'generic', example: 'mikrotik' })
  vendor?: string;
}

@BodyExample({
  name: 'Lindenhof',
  slug: 'lindenhof',
  methods: ['voucher'],
  duration: 86_400,
  terms: 'Be kind to each other.',
})
export class CaptivePortalInputDto extends CaptivePortalFieldsDto {
  /** What people call it. */
  @ApiProperty({ minLength: 1, maxLength: 128, example: 'Lindenhof' })
  name: string;
}

@BodyExample({ terms: 'Be kind to each other.', duration: 86_400 })
export class CaptivePortalChangeDto extends CaptivePortalFieldsDto {
  @ApiProperty({ required: false, minLength: 1, maxLength: 128, example: 'Lindenhof' })
  name?: string;
}

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

export function captivePortalDto(portal: CaptivePortal): Omit<CaptivePortalDto, '_links'> {
  return {
    id: portal.id,
    name: portal.name,
    slug: portal.slug,
    network_id: portal.networkId,
    methods: [...portal.methods],
    table_id: portal.groupId,
    duration: portal.durationSeconds,
    theme: portal.theme,
    terms: portal.terms,
    success_url: portal.successUrl,
    vendor: portal.vendor,
    created_at: portal.createdAt,
    updated_at: portal.updatedAt,
  };
}
