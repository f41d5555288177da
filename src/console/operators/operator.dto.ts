import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { Field, NumericFlagField, IdField, TextField } from '../../http/body/fields.js';
import { readEmail, readRaw, readTruth, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { answerOf } from '../crud/answer-of.js';
import { operatorTable } from './operator.entity.js';
import { type Operator, operatorStatus } from './operator.js';
import { longestPassword, shortestPassword } from './operator-passwords.js';

@BodyExample({
  name: 'Eva Nováková',
  email: 'eva@example.com',
  role_id: '00000000-0000-7000-8000-000000000103',
  password: 'correct horse battery staple',
})
export class OperatorInputDto {
  /** Unique, regardless of case. */
  @Field(readEmail, { type: String, format: 'email', maxLength: 254 })
  email: string;

  /** The operator's name. */
  @TextField(200, { example: 'Eva Nováková' })
  name: string;

  /** Id of a role; none above the caller's own. */
  @IdField()
  role_id: string;

  /** A new password ends the operator's sessions. */
  @Field(readRaw, {
    required: false,
    type: String,
    writeOnly: true,
    minLength: shortestPassword,
    maxLength: longestPassword,
    example: 'correct horse battery staple',
  })
  password?: string;

  /** Without a password the operator is invited and chooses one. */
  @Field(readTruth, { required: false, type: Boolean })
  invitation?: boolean;

  /** 1: the operator cannot sign in, and all sessions end at once. */
  @NumericFlagField({ required: false, default: 0 })
  disabled?: number;
}

@BodyExample({ name: 'Anna Berger' })
export class OperatorChangeDto extends PartialType(OmitType(OperatorInputDto, ['invitation']), {
  skipNullProperties: false,
}) {
  /** 0 switches codes off, for somebody who lost the device. Only the operator can switch them on. */
  @Field(noCodes, { required: false, type: 'integer', enum: [0] })
  totp?: number;
}

export class OperatorDto extends LinksDto {
  id: string;
  email: string;
  name: string;
  role_id: string;
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  disabled: number;
  /** `invited`: has neither chosen a password nor signed in yet. */
  @ApiProperty({ enum: ['invited', 'active', 'disabled'] })
  status: string;
  /** 1: signing in needs a code. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  totp: number;
  /** When the open invitation expires. Null if none is open. */
  invitation_expires_at: string | null;
  /** When the operator last signed in. Null: never. */
  signed_in_at: string | null;
  created_at: string;
  updated_at: string;
}

export class InvitedOperatorDto extends OperatorDto {
  /**
   * Token of the invitation, for `POST /invitations/accept`. Shown in this answer only; null if a password was given.
   */
  invitation_token: string | null;
  /** The page where the operator chooses a password; good once, for 7 days. Shown in this answer only. */
  @ApiProperty({
    nullable: true,
    type: String,
    example: 'https://wifi.example.com/console/invitation?organization=…#invitation_…',
  })
  invitation_link: string | null;
}

class EmbeddedOperatorsDto {
  operators: OperatorDto[];
}

export class OperatorPageDto extends PageDto {
  _embedded: EmbeddedOperatorsDto;
}

const ownColumns = answerOf<Omit<OperatorDto, '_links' | 'status' | 'totp'>>(operatorTable);

export function operatorDto(operator: Operator): Omit<OperatorDto, '_links'> {
  return { ...ownColumns(operator), status: operatorStatus(operator), totp: Number(operator.totpConfirmed) };
}

function noCodes(value: unknown): unknown {
  return value === 0 ? 0 : new Wrong('can only be set to 0: the operator switches codes on at /sessions/current/totp');
}
