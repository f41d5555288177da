import { PartialType } from '@nestjs/swagger';
import { checkOf, readEntries } from '../../http/body/dto-check.js';
import { Field, IdField, ProseField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { GroupPolicyDto, GroupPolicyInputDto } from './group-policy.dto.js';
import { groupTable } from './user-group.entity.js';
import type { GroupFields, UserGroup } from './user-group.js';

export class UserGroupInputDto {
  /** Unique, regardless of case. */
  @TextField(128, { example: 'Hotel guests' })
  name: string;

  /** Your own note; members never see it. */
  @ProseField(2000, { nullable: true, example: 'Everybody who stays' })
  comment?: string | null;

  /** Your own order of groups, for sorting. It has no effect: a user is in one group only. */
  @WholeNumberField(-1_000_000, 1_000_000, { required: false, default: 0 })
  priority?: number;

  /** Replaces the whole policy. */
  @Field(readEntries(GroupPolicyInputDto), { required: false, type: GroupPolicyInputDto })
  policy?: GroupPolicyInputDto;

  /** Your own id for the group. */
  @TextField(255, { nullable: true, example: 'rate CORP' })
  external_id?: string | null;
}

export class UserGroupChangeDto extends PartialType(UserGroupInputDto, { skipNullProperties: false }) {}

/** Only Usher itself sets these. */
class UserGroupValuesDto extends UserGroupChangeDto {
  @IdField({ nullable: true })
  source?: string | null;
}

export const groupFields = checkOf<GroupFields>(UserGroupValuesDto);

export class UserGroupDto extends LinksDto {
  id: string;
  name: string;
  comment: string | null;
  priority: number;
  policy: GroupPolicyDto;
  external_id: string | null;
  /** The connection that created the group. */
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

export const userGroupDto: (group: UserGroup) => Omit<UserGroupDto, '_links'> = answerOf(groupTable);
