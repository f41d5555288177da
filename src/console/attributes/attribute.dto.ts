import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { type RadiusAttribute, attributeOperators, attributeTables } from './attribute.js';

export class AttributeInputDto {
  /** Id of the user; in radgroupcheck and radgroupreply id of the group. */
  @ApiProperty({ format: 'uuid' })
  userid: string;

  /**
   * Name in the RADIUS dictionary, with a tag where it takes one (`Tunnel-Type:1`). What a user or group has a field
   * for is kept there: in radcheck Cleartext-Password (password), Auth-Type := Reject (disabled), Expiration
   * (valid_until), Simultaneous-Use (max_devices); in radgroupcheck Login-Time and Simultaneous-Use, in radgroupreply
   * Session-Timeout, Idle-Timeout, Acct-Interim-Interval, Tunnel-Private-Group-Id and WISPr-Bandwidth-Max-Down and -Up
   * (the group's policy).
   */
  @ApiProperty({ example: 'Session-Timeout', maxLength: 128 })
  attribute: string;

  /** In radreply and radgroupreply one of = := += */
  @ApiProperty({ required: false, enum: attributeOperators, default: ':=' })
  operator?: string;

  /**
   * radcheck and radreply: of a user. radgroupcheck and radgroupreply: of a group. check: what a request must bring;
   * reply: what the answer carries.
   */
  @ApiProperty({ enum: attributeTables, example: 'radreply' })
  table: string;

  @ApiProperty({ maxLength: 253, example: '3600' })
  value: string;
}

export class AttributeDto extends LinksDto {
  id: string;
  userid: string;
  attribute: string;
  operator: string;
  @ApiProperty({ enum: attributeTables })
  table: string;
  /** Null for passwords and secrets, which are never shown. */
  value: string | null;
  created_at: Instant;
}

class EmbeddedAttributesDto {
  attributes: AttributeDto[];
}

export class AttributePageDto extends PageDto {
  _embedded: EmbeddedAttributesDto;
}

export function attributeDto({
  id,
  ownerId,
  name,
  operator,
  table,
  value,
  createdAt,
}: RadiusAttribute): Omit<AttributeDto, '_links'> {
  return { id, userid: ownerId, attribute: name, operator, table, value, created_at: createdAt };
}
