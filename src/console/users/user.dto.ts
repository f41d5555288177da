import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import type { User } from './user.js';

/** Null empties a field. */
class UserFieldsDto {
  /** Used for PEAP and EAP-TTLS; kept as hashes and never shown. Null takes it away. */
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    minLength: 1,
    maxLength: 128,
    writeOnly: true,
    example: 'novakova',
  })
  password?: string | null;

  /** Id of the group. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'uuid' })
  table_id?: string | null;

  /** 0 = active, 1 = disabled. */
  @ApiProperty({ required: false, type: 'integer', enum: [0, 1], default: 0 })
  disabled?: number;

  /** Before it, the user is not let in. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'date-time', example: '2026-05-14T13:00:00Z' })
  valid_from?: string | null;

  /** From then on, the user is not let in. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'date-time', example: '2026-05-16T11:00:00Z' })
  valid_until?: string | null;

  /** Devices that may be online at once. */
  @ApiProperty({ required: false, nullable: true, type: 'integer', minimum: 1, maximum: 10_000, example: 3 })
  max_devices?: number | null;

  /** For people who look at the list, and in messages to the user. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 200, example: 'Eva' })
  first_name?: string | null;

  /** For people who look at the list, and in messages to the user. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 200, example: 'Nováková' })
  last_name?: string | null;

  /** Where the user can be written to; signing in is by `username`. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 254, example: 'eva@example.com' })
  email?: string | null;

  /** As people write it; not checked. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 64, example: '+43 1 2345678' })
  phone?: string | null;

  /** Your own note; users never see it. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 2000, example: 'Vegan, late arrival' })
  comment?: string | null;

  /** Your own id of the user; unique in the organization. */
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    minLength: 1,
    maxLength: 255,
    example: 'reservation 4711',
  })
  external_id?: string | null;
}

@BodyExample({
  username: 'eva@example.com',
  password: 'novakova',
  valid_from: '2026-05-14T13:00:00Z',
  valid_until: '2026-05-16T11:00:00Z',
  max_devices: 3,
  first_name: 'Eva',
  last_name: 'Nováková',
  email: 'eva@example.com',
  external_id: 'reservation 4711',
})
export class UserInputDto extends UserFieldsDto {
  /** Typically an e-mail address; unique without regard to case. */
  @ApiProperty({ minLength: 1, maxLength: 253, example: 'eva@example.com' })
  username: string;
}

@BodyExample({ valid_until: '2026-05-17T11:00:00Z', max_devices: 5 })
export class UserChangeDto extends UserFieldsDto {
  @ApiProperty({ required: false, minLength: 1, maxLength: 253, example: 'eva@example.com' })
  username?: string;
}

export class UserDto extends LinksDto {
  id: string;
  username: string;
  /** 0 = active, 1 = disabled. */
  disabled: number;
  /** Id of the group. */
  table_id: string | null;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  valid_from: string | null;
  valid_until: string | null;
  max_devices: number | null;
  comment: string | null;
  external_id: string | null;
  /** The connection that manages the user. */
  source: string | null;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedUsersDto {
  users: UserDto[];
}

export class UserPageDto extends PageDto {
  _embedded: EmbeddedUsersDto;
}

export function userDto(user: User): Omit<UserDto, '_links'> {
  return {
    id: user.id,
    username: user.username,
    disabled: user.disabled ? 1 : 0,
    table_id: user.groupId,
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    phone: user.phone,
    valid_from: user.validFrom,
    valid_until: user.validUntil,
    max_devices: user.maxDevices,
    comment: user.comment,
    external_id: user.externalId,
    source: user.sourceConnectionId,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
}
