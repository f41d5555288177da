import { ApiProperty } from '@nestjs/swagger';
import { Field, WholeNumberField } from '../../../http/body/fields.js';
import { readObject } from '../../../http/body/readers.js';
import { BodyExample } from '../../../http/openapi/body-example.decorator.js';
import { AccessInputDto, AccessSettingsDto } from '../../access/access-settings.dto.js';

@BodyExample({ access: { preset: 'hotel', username: '{{ room }}-{{ last_name | slug }}' } })
export class AccessTrialInputDto {
  /** Access to try instead of the saved one: a preset, and keys beside it that override. */
  @Field(readObject, { required: false, type: AccessInputDto })
  access?: AccessInputDto;

  /** Of how many people; 3 where nothing is said. */
  @WholeNumberField(1, 10, { required: false })
  limit?: number;
}

/** What one person would be given. */
export class AccessOfPersonDto {
  /** Id of the stored record. */
  subject_id: string;
  /** The record's key at the vendor. */
  key: string;
  /** The record as it is stored. */
  @ApiProperty({ type: 'object', additionalProperties: true })
  facts: Record<string, unknown>;
  /** What it comes to: an account, vouchers, nothing, or a record that cannot be turned into access. */
  @ApiProperty({ enum: ['user', 'voucher', 'none', 'problem'] })
  grant: string;
  /** Of a problem: the part of the access, or the fact, that it is about. */
  field: string | null;
  /** Why there is no access, or why the console may refuse it, for people. */
  detail: string | null;
  /** Name of the account; null where there is none. */
  username: string | null;
  /** `generate`: made at random, `set`: made of facts, and not shown here. */
  @ApiProperty({ type: 'string', enum: ['generate', 'set'], nullable: true })
  password: string | null;
  /** Whose policy holds for it; null where there is no access. */
  group_name: string | null;
  /** Null: from now on, or no access. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  valid_from: string | null;
  /** Null: until something changes, or no access. */
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  valid_until: string | null;
}

export class AccessTrialDto {
  /** With everything that the preset says. */
  access: AccessSettingsDto;
  /** What templates and conditions may name. */
  fields: string[];
  /** What access may begin and end by. */
  moments: string[];
  /** Those there first who are in house. */
  people: AccessOfPersonDto[];
}
