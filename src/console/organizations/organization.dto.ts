import { PartialType } from '@nestjs/swagger';
import { isTimeZone } from 'class-validator';
import { readPart } from '../../http/body/dto-check.js';
import { Field, NumericFlagField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { answerOf } from '../crud/answer-of.js';
import { organizationTable } from './organization.entity.js';
import type { Organization } from './organization.js';

const mostDays = 3650;
/** The database keeps every audit entry for at least 30 days. */
const leastAuditDays = 31;

/** Days for which records are kept. Older ones are deleted within the hour. */
export class RetentionDto {
  /** 90 if absent, unless the deployment says otherwise. */
  @WholeNumberField(1, mostDays, { required: false })
  authentication_log_days?: number;

  /** 180 if absent, unless the deployment says otherwise. */
  @WholeNumberField(1, mostDays, { required: false })
  accounting_days?: number;

  /** 90 if absent, unless the deployment says otherwise. */
  @WholeNumberField(1, mostDays, { required: false })
  guest_registration_days?: number;

  /** 400 if absent. */
  @WholeNumberField(1, mostDays, { required: false })
  provisioning_log_days?: number;

  /** 400 if absent. Whole blocks are dropped, oldest first, so that the rest still verifies. */
  @WholeNumberField(leastAuditDays, mostDays, { required: false })
  audit_log_days?: number;
}

/** Days for which records are kept. */
export class RetentionInEffectDto {
  /** Logins, accepted and rejected. */
  authentication_log_days: number;
  /** Sessions, with what they transferred. */
  accounting_days: number;
  /** Who registered at captive portals. */
  guest_registration_days: number;
  /** What was done to accounts. */
  provisioning_log_days: number;
  /** Who changed what. */
  audit_log_days: number;
}

export class OrganizationInputDto {
  /** The name that people know it by. */
  @TextField(200, { example: 'Hotel Seeblick' })
  name: string;

  /** Your own note of where its data or access points are, a short name such as europe-west. It moves nothing. */
  @Field(region, { nullable: true, type: String, maxLength: 63, example: 'europe-west' })
  region?: string | null;

  /** IANA name; UTC if absent. */
  @Field(timeZone, { required: false, type: String, default: 'UTC', example: 'Europe/Vienna' })
  time_zone?: string;

  /** Replaced as a whole: what is absent returns to the default. */
  @Field(readPart(RetentionDto), { required: false, type: RetentionDto })
  retention?: RetentionDto;

  /** 1: its keys are refused. */
  @NumericFlagField({ required: false, default: 0 })
  disabled?: number;

  /** 1: a held plan takes effect once two different operators have approved it; API keys cannot approve. */
  @NumericFlagField({ required: false, default: 0 })
  runs_need_two?: number;

  /**
   * 1: its operators sign in by an authentication provider only, without a password or a passkey of Usher. Owners may
   * use theirs in an emergency, a password with a code of the authenticator app. Keys are not concerned. Can be
   * switched on once somebody who may change providers has signed in by one, and ends the sessions of all other
   * operators that a provider has not opened.
   */
  @NumericFlagField({ required: false, default: 0 })
  single_sign_on_required?: number;
}

export class OrganizationChangeDto extends PartialType(OrganizationInputDto, { skipNullProperties: false }) {}

export class OrganizationDto extends LinksDto {
  id: string;
  name: string;
  /** The organization above it. Null for the topmost one. */
  parent_id: string | null;
  region: string | null;
  time_zone: string;
  retention: RetentionDto;
  /** The days that count: its own, else the deployment's. */
  retention_in_effect: RetentionInEffectDto;
  disabled: number;
  /** 1: plans need the approval of two operators. */
  runs_need_two: number;
  /** 1: operators sign in by an authentication provider only. */
  single_sign_on_required: number;
  created_at: string;
  updated_at: string;
}

class EmbeddedOrganizationsDto {
  organizations: OrganizationDto[];
}

export class OrganizationPageDto extends PageDto {
  _embedded: EmbeddedOrganizationsDto;
}

const answer = answerOf(organizationTable) as (
  organization: Organization,
) => Omit<OrganizationDto, '_links' | 'retention_in_effect'>;

export function organizationDto(
  organization: Organization,
  inEffect: RetentionInEffectDto,
): Omit<OrganizationDto, '_links'> {
  return { ...answer(organization), retention_in_effect: inEffect };
}

function region(value: unknown): unknown {
  const isShortName = typeof value === 'string' && /^[a-z0-9][a-z0-9-]{0,62}$/.test(value);
  return isShortName ? value : new Wrong("must be a region's short name such as europe-west");
}

function timeZone(value: unknown): unknown {
  return isTimeZone(value) ? value : new Wrong('must be an IANA time zone such as Europe/Vienna');
}
