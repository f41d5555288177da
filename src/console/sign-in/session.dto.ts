import { IdField, TextField, VerbatimField } from '../../http/body/fields.js';
import { LinksDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { longestPassword } from '../operators/operator-passwords.js';
import type { Session } from './session.js';

/** The current password once more, and a code where codes are switched on. */
export class ProofDto {
  /** The operator's own. */
  @VerbatimField(longestPassword, { writeOnly: true, example: 'correct horse battery staple' })
  password: string;

  /** Six digits of the authenticator app, or a recovery code. */
  @VerbatimField(32, { minLength: 6, required: false, example: '492039' })
  totp?: string;
}

@BodyExample({ email: 'anna@example.com', password: 'correct horse battery staple' })
export class SignInDto extends ProofDto {
  /** The operator's, without regard to case. */
  @TextField(254, { example: 'anna@example.com' })
  email: string;

  /** Which one is meant by an operator of several. */
  @IdField({ required: false })
  organization_id?: string;
}

export class PasswordChangeDto extends ProofDto {
  /** 12 characters or more. */
  @VerbatimField(longestPassword, { writeOnly: true, example: 'a longer one than before' })
  new_password: string;
}

export class TotpConfirmationDto {
  /** Six digits of the authenticator app. */
  @VerbatimField(8, { minLength: 6, example: '492039' })
  totp: string;
}

export class AcceptedInvitationDto {
  /** `invitation_token`, as the inviter was given it. */
  @VerbatimField(200, { writeOnly: true, example: 'invitation_…' })
  token: string;

  /** 12 characters or more. */
  @VerbatimField(longestPassword, { writeOnly: true, example: 'correct horse battery staple' })
  password: string;

  /** In place of the name that the inviter gave. */
  @TextField(200, { required: false, example: 'Anna Berger' })
  name?: string;
}

class SessionOperatorDto {
  id: string;
  /** By which the operator signs in. */
  email: string;
  /** What people call the operator. */
  name: string;
  /** What the operator may do. */
  role_id: string;
}

export class SessionDto extends LinksDto {
  id: string;
  /** The organization that the operator belongs to. */
  organization_id: string;
  /** Who signed in. */
  operator: SessionOperatorDto;
  created_at: string;
  /** At the latest; without use it ends after 30 minutes. */
  expires_at: string;
}

export class NewSessionDto extends SessionDto {
  /** For `Authorization: Bearer`. Shown in this answer only. */
  token: string;
}

export class NewTotpDto {
  /** Base32, for typing it in. */
  secret: string;
  /** For a QR code. */
  otpauth_uri: string;
}

export class RecoveryCodesDto {
  /** Each stands in for a code once. Shown in this answer only. */
  recovery_codes: string[];
}

export class InvitedDto {
  /** The operator that the invitation was for. */
  operator_id: string;
  /** The organization that the operator belongs to. */
  organization_id: string;
  /** By which the operator signs in. */
  email: string;
  /** What people call the operator. */
  name: string;
}

export function sessionDto({
  id,
  organizationId,
  operator,
  createdAt,
  expiresAt,
}: Session): Omit<SessionDto, '_links'> {
  const { roleId, ...person } = operator;
  return {
    id,
    organization_id: organizationId,
    operator: { ...person, role_id: roleId },
    created_at: createdAt,
    expires_at: expiresAt,
  };
}
