import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../http/body/fields.js';
import { hasControl, type Reader, readText, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { type RadiusAttribute, attributeOperators } from './attribute.js';
import { attributeTables } from './attribute-tables.js';

export class AttributeInputDto {
  /** Id of the user; in radgroupcheck and radgroupreply the id of the group. */
  @Field(readText(64), { format: 'uuid' })
  userid: string;

  /**
   * Name in the RADIUS dictionary, with a tag if it takes one (`Tunnel-Type:1`). Attributes that a user or group has a
   * field for are stored in that field: in radcheck Cleartext-Password (password), Auth-Type := Reject (disabled),
   * Expiration (valid_until), Simultaneous-Use (max_devices); in radgroupcheck Login-Time and Simultaneous-Use, in
   * radgroupreply Session-Timeout, Idle-Timeout, Acct-Interim-Interval, Tunnel-Private-Group-Id and
   * WISPr-Bandwidth-Max-Down and -Up (the group's policy).
   */
  @Field(attributeName, { example: 'Session-Timeout', maxLength: 128 })
  attribute: string;

  /** In radreply and radgroupreply one of = := += */
  @Field(oneOf(attributeOperators), { required: false, enum: attributeOperators, default: ':=' })
  operator?: string;

  /**
   * radcheck and radreply belong to a user, radgroupcheck and radgroupreply to a group. A check attribute must match
   * the request; a reply attribute is sent in the answer.
   */
  @Field(oneOf(attributeTables), { enum: attributeTables, example: 'radreply' })
  table: string;

  @Field(attributeValue, { maxLength: 253, example: '3600' })
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
  attribute,
  operator,
  table,
  value,
  createdAt,
}: RadiusAttribute): Omit<AttributeDto, '_links'> {
  return { id, userid: ownerId, attribute, operator, table, value, created_at: createdAt };
}

function attributeName(value: unknown): unknown {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9.-]{0,124}(:\d{1,2})?$/.test(value)
    ? value
    : new Wrong('must be a RADIUS attribute name such as Tunnel-Type');
}

/**
 * Taken as typed, since blanks may belong to a password. An attribute holds at most 253 octets (RFC 2865, section 5).
 */
function attributeValue(value: unknown): unknown {
  if (typeof value !== 'string' || Buffer.byteLength(value) > 253)
    return new Wrong('must be text of at most 253 bytes');
  return hasControl(value) ? new Wrong('must not contain control characters') : value;
}

function oneOf(words: readonly string[]): Reader {
  return (value) => (words.includes(value as string) ? value : new Wrong(`must be one of ${words.join(' ')}`));
}
