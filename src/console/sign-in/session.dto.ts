import { ApiProperty } from '@nestjs/swagger';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { Field, IdField, TextField, VerbatimField } from '../../http/body/fields.js';
import { readEmail } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import { laterBy } from '../../kernel/clock.js';
import { longestPassword } from '../operators/operator-passwords.js';
import { builtInRole } from '../roles/built-in-roles.js';
import { isBoundBySingleSignOn } from '../single-sign-on/single-sign-on.js';
import { PasskeyAnswerField } from './passkey.dto.js';
import { type CurrentSession, idleSeconds, type OwnSession, provenUntil, type Session } from './session.js';

/** The current password once more, and a code where codes are switched on. */
export class ProofDto {
  /**
   * The operator's own. Not needed for 10 minutes after a sign-in by a passkey, by a directory, or by a provider that
   * was told to ask (`proven_until` of the session).
   */
  @VerbatimField(longestPassword, { required: false, writeOnly: true, example: 'correct horse battery staple' })
  password?: string;

  /** Six digits of the authenticator app, or a recovery code. */
  @VerbatimField(32, { minLength: 6, required: false, example: '492039' })
  totp?: string;
}

@BodyExample({ email: 'anna@example.com', password: 'correct horse battery staple' })
export class SignInDto {
  /** The operator's own. */
  @VerbatimField(longestPassword, { writeOnly: true, example: 'correct horse battery staple' })
  password: string;

  /** Six digits of the authenticator app, or a recovery code. */
  @VerbatimField(32, { minLength: 6, required: false, example: '492039' })
  totp?: string;

  /** The operator's, without regard to case. */
  @TextField(254, { example: 'anna@example.com' })
  email: string;

  /** Which one is meant by an operator of several. */
  @IdField({ required: false })
  organization_id?: string;
}

/** One of several: a password, a passkey, or a link. */
@BodyExample({ email: 'anna@example.com', password: 'correct horse battery staple' })
export class ConsoleSignInDto {
  /** The operator's, without regard to case; with `password`. */
  @TextField(254, { required: false, example: 'anna@example.com' })
  email?: string;

  /** The operator's own. */
  @VerbatimField(longestPassword, { required: false, writeOnly: true, example: 'correct horse battery staple' })
  password?: string;

  /** Six digits of the authenticator app, or a recovery code. */
  @VerbatimField(32, { minLength: 6, required: false, example: '492039' })
  totp?: string;

  /** Which one is meant by an operator of several. */
  @IdField({ required: false })
  organization_id?: string;

  /** Instead of all that: the token of a link that the operator made with `POST /sessions/current/link`. */
  @VerbatimField(200, { required: false, writeOnly: true, example: 'link_…' })
  link?: string;

  /** Or the answer of a passkey to `POST /sessions/passkey/options`. */
  @PasskeyAnswerField({ required: false })
  passkey?: AuthenticationResponseJSON;
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

class SessionOrganizationDto {
  id: string;
  /** What people call it. */
  name: string;
  /** IANA name of the time zone in which its days begin. */
  @ApiProperty({ example: 'Europe/Vienna' })
  time_zone: string;
}

export class CurrentSessionDto extends SessionDto {
  /** The organization that the operator belongs to. */
  organization: SessionOrganizationDto;
  /** 1: signing in needs a code of an authenticator app. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  totp: number;
  /** 1: the operator has a password. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  password: number;
  /** Until then the operator's own account is changed without the password; null: the password is asked for. */
  proven_until: string | null;
  /** 1: nothing but a provider signs this operator in. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  single_sign_on_required: number;
  /** What the operator may do now, such as `users:read`; `*`: everything. */
  @ApiProperty({ example: ['users:read', 'users:write'] })
  permissions: string[];
  /** When it ends if it is not used any more; each use moves it. */
  idle_expires_at: string;
}

export class OwnSessionDto extends LinksDto {
  id: string;
  /** IP address that the operator signed in from. */
  @ApiProperty({ example: '192.0.2.7' })
  address: string;
  /** The program, as it names itself (User-Agent); null: it does not. */
  @ApiProperty({ nullable: true, type: String, example: 'Mozilla/5.0 (X11; Linux x86_64) …' })
  user_agent: string | null;
  created_at: string;
  /** Exact to a minute. */
  last_used_at: string;
  /** At the latest; without use it ends after 30 minutes. */
  expires_at: string;
  /** 1: the session that asks. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  current: number;
}

class EmbeddedSessionsDto {
  sessions: OwnSessionDto[];
}

export class OwnSessionPageDto extends PageDto {
  _embedded: EmbeddedSessionsDto;
}

export class NewTotpDto {
  /** Base32, for typing it in. */
  secret: string;
  /** For a QR code. */
  otpauth_uri: string;
}

export class SessionLinkDto {
  /** Signs the operator in where it is opened: once. */
  @ApiProperty({ example: 'https://wifi.example.com/console/session-link#link_…' })
  link: string;
  /** What the link ends in, for `POST /console/session`. Shown in this answer only. */
  token: string;
  /** When it is over. */
  ends_at: string;
}

export class FirstOperatorDto {
  /** Of the link that the start prints as long as there is no operator, or an owner's key. */
  @VerbatimField(512, { writeOnly: true, example: 'first_…' })
  token: string;

  /** By which the operator will sign in. */
  @Field(readEmail, { type: String, format: 'email', maxLength: 254 })
  email: string;

  /** What people call the operator. */
  @TextField(200, { example: 'Anna Berger' })
  name: string;

  /** 12 characters or more. */
  @VerbatimField(longestPassword, { writeOnly: true, example: 'correct horse battery staple' })
  password: string;
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

export function currentSessionDto(session: CurrentSession): Omit<CurrentSessionDto, '_links'> {
  const { organizationId, organizationName, timeZone, rolePermissions, operator, lastUsedAt, expiresAt } = session;
  return {
    ...sessionDto(session),
    organization: { id: organizationId, name: organizationName, time_zone: timeZone },
    totp: Number(session.totpConfirmed),
    password: Number(session.hasPassword),
    proven_until: provenUntil(session.provenAt),
    single_sign_on_required: Number(isBoundBySingleSignOn({ ...session, roleId: operator.roleId })),
    permissions: [...(builtInRole(operator.roleId)?.permissions ?? rolePermissions ?? [])],
    idle_expires_at: [laterBy(lastUsedAt, idleSeconds), expiresAt].sort()[0],
  };
}

export function ownSessionDto(session: OwnSession): Omit<OwnSessionDto, '_links'> {
  const { id, address, userAgent, createdAt, lastUsedAt, expiresAt, isCurrent } = session;
  return {
    id,
    address,
    user_agent: userAgent,
    created_at: createdAt,
    last_used_at: lastUsedAt,
    expires_at: expiresAt,
    current: Number(isCurrent),
  };
}
