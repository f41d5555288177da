import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsTimeZone, Matches, Max, Min, ValidateNested } from 'class-validator';
import { IsName, MayBeAbsent, MayBeNull } from '../../http/body/field-rules.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Organization, OrganizationValues } from './organization.js';

const mostDays = 3650;
/** The database lets nothing of the audit go that is younger than 30 days. */
const leastAuditDays = 31;

/** Days for which records are kept; what is older goes within the hour. */
export class RetentionDto {
  /** 90 where the deployment says nothing else. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(mostDays)
  authentication_log_days?: number;

  /** 180 where the deployment says nothing else. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(mostDays)
  accounting_days?: number;

  /** 90 where the deployment says nothing else. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(mostDays)
  guest_registration_days?: number;

  /** 400 when absent. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(mostDays)
  provisioning_log_days?: number;

  /** 400 when absent. Whole blocks go, from the oldest, so that what stays verifies. */
  @MayBeAbsent()
  @IsInt()
  @Min(leastAuditDays)
  @Max(mostDays)
  audit_log_days?: number;
}

export class OrganizationInputDto {
  /** What people call it. */
  @IsName()
  @ApiProperty({ minLength: 1, maxLength: 200, example: 'Hotel Seeblick' })
  name: string;

  /** Your own note of where its data or access points are, as a short name such as europe-west. It moves nothing. */
  @MayBeNull()
  @Matches(/^[a-z0-9][a-z0-9-]{0,62}$/, { message: "must be a region's short name such as europe-west" })
  @ApiProperty({ required: false, example: 'europe-west' })
  region?: string | null;

  /** IANA name; UTC where nothing is said. */
  @ApiProperty({ required: false, default: 'UTC', example: 'Europe/Vienna' })
  @MayBeAbsent()
  @IsTimeZone({ message: 'must be an IANA time zone such as Europe/Vienna' })
  time_zone?: string;

  /** Given as a whole: what is absent in it goes back to the default. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => RetentionDto)
  retention?: RetentionDto;

  /** 1: its keys are refused. */
  @MayBeAbsent()
  @IsIn([0, 1])
  @ApiProperty({ type: 'integer', enum: [0, 1], required: false, default: 0 })
  disabled?: number;
}

export class OrganizationChangeDto {
  @MayBeAbsent()
  @IsName()
  @ApiProperty({ required: false, minLength: 1, maxLength: 200, example: 'Hotel Seeblick' })
  name?: string;

  @MayBeNull()
  @Matches(/^[a-z0-9][a-z0-9-]{0,62}$/, { message: "must be a region's short name such as europe-west" })
  @ApiProperty({ required: false, example: 'europe-west' })
  region?: string | null;

  @MayBeAbsent()
  @IsTimeZone({ message: 'must be an IANA time zone such as Europe/Vienna' })
  @ApiProperty({ required: false, example: 'Europe/Vienna' })
  time_zone?: string;

  /** Given as a whole: what is absent in it goes back to the default. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => RetentionDto)
  retention?: RetentionDto;

  /** 1: its keys are refused. */
  @MayBeAbsent()
  @IsIn([0, 1])
  @ApiProperty({ type: 'integer', enum: [0, 1], required: false, default: 0 })
  disabled?: number;
}

export class OrganizationDto extends LinksDto {
  id: string;
  name: string;
  /** The organization above it; null: the topmost that the deployment has. */
  parent_id: string | null;
  region: string | null;
  time_zone: string;
  retention: RetentionDto;
  disabled: number;
  created_at: string;
  updated_at: string;
}

class EmbeddedOrganizationsDto {
  organizations: OrganizationDto[];
}

export class OrganizationPageDto extends PageDto {
  _embedded: EmbeddedOrganizationsDto;
}

export function organizationDto(organization: Organization): Omit<OrganizationDto, '_links'> {
  return {
    id: organization.id,
    name: organization.name,
    parent_id: organization.parentId,
    region: organization.region,
    time_zone: organization.timeZone,
    retention: { ...organization.retention },
    disabled: organization.disabled ? 1 : 0,
    created_at: organization.createdAt,
    updated_at: organization.updatedAt,
  };
}

/** Only what the caller said. */
export function organizationValues({
  name,
  region,
  time_zone,
  retention,
  disabled,
}: OrganizationChangeDto): Partial<OrganizationValues> {
  const said = {
    name,
    region,
    timeZone: time_zone,
    retention,
    disabled: disabled === undefined ? undefined : disabled === 1,
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}
