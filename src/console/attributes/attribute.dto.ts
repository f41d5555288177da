import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { type Attribute, attributeOperators, attributeTables } from './attribute.js';

export class AttributeInputDto {
  /** Id of the user; in radgroupcheck and radgroupreply id of the group. */
  @ApiProperty({ format: 'uuid' })
  userid: string;

  /** RADIUS attribute name. Cleartext-Password in radcheck sets the user's password, Auth-Type := Reject disables the user. */
  @ApiProperty({ example: 'Session-Timeout', maxLength: 128 })
  attribute: string;

  @ApiProperty({ required: false, enum: attributeOperators, default: ':=' })
  operator?: string;

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

export function attributeDto({ id, ownerId, name, operator, table, value, createdAt }: Attribute): Omit<AttributeDto, '_links'> {
  return { id, userid: ownerId, attribute: name, operator, table, value, created_at: createdAt };
}
