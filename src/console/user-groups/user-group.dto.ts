import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import type { UserGroup } from './user-group.js';

class PolicyEntriesDto {
  /** Bits per second. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1, example: 20_000_000 })
  bandwidth_down?: number;

  /** Bits per second. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1 })
  bandwidth_up?: number;

  /** Seconds. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 31_536_000 })
  session_timeout?: number;

  /** Seconds. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 31_536_000 })
  idle_timeout?: number;

  /** Sessions that a member may have at once. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 10_000 })
  simultaneous_use?: number;

  /** Bytes up and down together. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1 })
  daily_quota_bytes?: number;

  /** FreeRADIUS syntax. */
  @ApiProperty({ required: false, example: 'Wk0800-1800,Sa' })
  login_time?: string;

  /** Seconds. */
  @ApiProperty({ required: false, type: 'integer', minimum: 60, maximum: 86_400 })
  acct_interim_interval?: number;
}

/** What members' sessions are given; what is absent is not said. */
export class GroupPolicyDto extends PolicyEntriesDto {
  /** VLAN number or name. */
  @ApiProperty({ required: false, minLength: 1, maxLength: 32, example: '120' })
  vlan?: string;
}

/** The same, as it is sent. */
export class GroupPolicyInputDto extends PolicyEntriesDto {
  /** VLAN number, as number or text, or the name that the access point knows it by. */
  @ApiProperty({
    required: false,
    oneOf: [
      { type: 'integer', minimum: 1, maximum: 4094 },
      { type: 'string', minLength: 1, maxLength: 32 },
    ],
    example: 120,
  })
  vlan?: number | string;
}

class GroupFieldsDto {
  /** Your own note; members never see it. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 2000, example: 'Everybody who stays' })
  comment?: string | null;

  /** Your own order of groups, for sorting. A user is in one group, so it decides nothing. */
  @ApiProperty({ required: false, type: 'integer', minimum: -1_000_000, maximum: 1_000_000, default: 0 })
  priority?: number;

  /** Replaces the whole policy. */
  @ApiProperty({ required: false, type: GroupPolicyInputDto })
  policy?: GroupPolicyInputDto;

  /** Your own id of the group. */
  @ApiProperty({ required: false, nullable: true, type: String, minLength: 1, maxLength: 255, example: 'rate CORP' })
  external_id?: string | null;
}

export class UserGroupInputDto extends GroupFieldsDto {
  /** Unique without regard to case. */
  @ApiProperty({ minLength: 1, maxLength: 128, example: 'Hotel guests' })
  name: string;
}

export class UserGroupChangeDto extends GroupFieldsDto {
  @ApiProperty({ required: false, minLength: 1, maxLength: 128, example: 'Guests' })
  name?: string;
}

export class UserGroupDto extends LinksDto {
  id: string;
  name: string;
  comment: string | null;
  priority: number;
  policy: GroupPolicyDto;
  external_id: string | null;
  /** The connection that made the group. */
  source: string | null;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedUserGroupsDto {
  user_groups: UserGroupDto[];
}

export class UserGroupPageDto extends PageDto {
  _embedded: EmbeddedUserGroupsDto;
}

export function userGroupDto(group: UserGroup): Omit<UserGroupDto, '_links'> {
  return {
    id: group.id,
    name: group.name,
    comment: group.comment,
    priority: group.priority,
    policy: group.policy,
    external_id: group.externalId,
    source: group.sourceConnectionId,
    created_at: group.createdAt,
    updated_at: group.updatedAt,
  };
}
