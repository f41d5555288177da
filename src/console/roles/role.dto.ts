import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsIn } from 'class-validator';
import { IsName, MayBeAbsent } from '../../http/body/field-rules.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { allPermissions } from './permission-vocabulary.js';
import type { Role } from './role.js';

export class RoleInputDto {
  /** Unique in the organization without regard to case. */
  @IsName()
  @ApiProperty({ minLength: 1, maxLength: 200, example: 'Night desk' })
  name: string;

  /** `<area>:read` and `<area>:write`; none above the caller's own. */
  @IsArray()
  @ArrayUnique()
  @ArrayMaxSize(allPermissions.length)
  @IsIn(allPermissions, { each: true, message: 'must be permissions such as users:read' })
  @ApiProperty({
    isArray: true,
    enum: allPermissions,
    enumName: 'Permission',
    example: ['users:read', 'vouchers:write'],
  })
  permissions: string[];
}

export class RoleChangeDto {
  @MayBeAbsent()
  @IsName()
  @ApiProperty({ required: false, minLength: 1, maxLength: 200, example: 'Night desk' })
  name?: string;

  @MayBeAbsent()
  @IsArray()
  @ArrayUnique()
  @ArrayMaxSize(allPermissions.length)
  @IsIn(allPermissions, { each: true, message: 'must be permissions such as users:read' })
  @ApiProperty({ isArray: true, enum: allPermissions, enumName: 'Permission' })
  permissions?: string[];
}

export class RoleDto extends LinksDto {
  id: string;
  name: string;
  /** `*` is every permission. */
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

export function roleDto(role: Role): Omit<RoleDto, '_links'> {
  return {
    id: role.id,
    name: role.name,
    permissions: [...role.permissions],
    built_in: role.isBuiltIn,
    created_at: role.createdAt,
    updated_at: role.updatedAt,
  };
}
