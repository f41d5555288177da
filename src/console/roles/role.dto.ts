import { PartialType } from '@nestjs/swagger';
import { TextField } from '../../http/body/fields.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { answerOf } from '../crud/answer-of.js';
import { PermissionsField } from './permissions-field.js';
import { roleTable } from './role.entity.js';
import type { Role } from './role.js';

export class RoleInputDto {
  /** Unique in the organization, regardless of case. */
  @TextField(200, { example: 'Night desk' })
  name: string;

  /** None that the caller lacks. */
  @PermissionsField()
  permissions: string[];
}

export class RoleChangeDto extends PartialType(RoleInputDto, { skipNullProperties: false }) {}

export class RoleDto extends LinksDto {
  id: string;
  name: string;
  /** `*` means every permission. */
  permissions: string[];
  /** Built-in roles are the same everywhere and cannot be changed. */
  built_in: boolean;
  created_at: string;
  updated_at: string;
}

class EmbeddedRolesDto {
  roles: RoleDto[];
}

export class RolePageDto extends PageDto {
  _embedded: EmbeddedRolesDto;
}

const ownColumns = answerOf<Omit<RoleDto, '_links' | 'built_in'>>(roleTable);

export function roleDto(role: Role): Omit<RoleDto, '_links'> {
  return { ...ownColumns(role), built_in: role.isBuiltIn };
}
