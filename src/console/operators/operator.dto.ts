import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean, IsEmail, IsIn, IsString, IsUUID, MaxLength } from 'class-validator';
import { IsName, MayBeAbsent } from '../../http/body/field-rules.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { type Operator, operatorStatus } from './operator.js';
import { longestPassword, shortestPassword } from './operator-passwords.js';

@BodyExample({
  name: 'Eva Nováková',
  email: 'eva@example.com',
  role_id: '00000000-0000-7000-8000-000000000103',
  password: 'correct horse battery staple',
})
export class OperatorInputDto {
  /** Unique without regard to case. */
  @IsEmail({}, { message: 'must be an e-mail address' })
  @MaxLength(254)
  email: string;

  /** What people call the operator. */
  @IsName()
  @ApiProperty({ minLength: 1, maxLength: 200, example: 'Eva Nováková' })
  name: string;

  /** None above the caller's own. */
  @IsUUID()
  role_id: string;

  @MayBeAbsent()
  @IsString()
  @ApiProperty({
    required: false,
    writeOnly: true,
    minLength: shortestPassword,
    maxLength: longestPassword,
    example: 'correct horse battery staple',
  })
  password?: string;

  /** The operator chooses the password: what happens where none is given. */
  @MayBeAbsent()
  @IsBoolean()
  invitation?: boolean;

  @MayBeAbsent()
  @IsIn([0, 1])
  @ApiProperty({ type: 'integer', enum: [0, 1], required: false, default: 0 })
  disabled?: number;
}

@BodyExample({ name: 'Anna Berger' })
export class OperatorChangeDto {
  @MayBeAbsent()
  @IsEmail({}, { message: 'must be an e-mail address' })
  @MaxLength(254)
  email?: string;

  @MayBeAbsent()
  @IsName()
  @ApiProperty({ required: false, minLength: 1, maxLength: 200, example: 'Anna Berger' })
  name?: string;

  @MayBeAbsent()
  @IsUUID()
  role_id?: string;

  /** Ends the operator's sessions. */
  @MayBeAbsent()
  @IsString()
  @ApiProperty({
    required: false,
    writeOnly: true,
    minLength: shortestPassword,
    maxLength: longestPassword,
    example: 'correct horse battery staple',
  })
  password?: string;

  /** 1: no sign-in, and all sessions end at once. */
  @MayBeAbsent()
  @IsIn([0, 1])
  @ApiProperty({ type: 'integer', enum: [0, 1], required: false, default: 0 })
  disabled?: number;

  /** 0 switches codes off, for somebody who lost them. Only the operator can switch them on. */
  @MayBeAbsent()
  @IsIn([0], { message: 'can only be set to 0: the operator switches codes on at /sessions/current/totp' })
  @ApiProperty({ type: 'integer', enum: [0], required: false })
  totp?: number;
}

export class OperatorDto extends LinksDto {
  id: string;
  email: string;
  name: string;
  role_id: string;
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  disabled: number;
  /** invited: has not chosen a password yet. */
  @ApiProperty({ enum: ['invited', 'active', 'disabled'] })
  status: string;
  /** 1: signing in takes a code. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  totp: number;
  /** Until when the invitation can be accepted; null: none is open. */
  invitation_expires_at: string | null;
  /** When the operator last signed in; null: never. */
  signed_in_at: string | null;
  created_at: string;
  updated_at: string;
}

export class InvitedOperatorDto extends OperatorDto {
  /** Shown in this answer only; null: a password was given. For `POST /invitations/accept`. */
  invitation_token: string | null;
}

class EmbeddedOperatorsDto {
  operators: OperatorDto[];
}

export class OperatorPageDto extends PageDto {
  _embedded: EmbeddedOperatorsDto;
}

export function operatorDto(operator: Operator): Omit<OperatorDto, '_links'> {
  return {
    id: operator.id,
    email: operator.email,
    name: operator.name,
    role_id: operator.roleId,
    disabled: operator.disabled ? 1 : 0,
    status: operatorStatus(operator),
    totp: operator.totpConfirmed ? 1 : 0,
    invitation_expires_at: operator.invitationExpiresAt,
    signed_in_at: operator.signedInAt,
    created_at: operator.createdAt,
    updated_at: operator.updatedAt,
  };
}
