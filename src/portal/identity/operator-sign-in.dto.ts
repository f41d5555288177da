import { ApiProperty } from '@nestjs/swagger';
import { IdField, TextField, VerbatimField } from '../../http/body/fields.js';
import { LinksDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';

@BodyExample({ code: 'v1.1f2e3d4c.…', verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' })
export class ProviderSessionInputDto {
  /** As the browser brought it back to the program: good once, for 5 minutes. */
  @VerbatimField(4000, { writeOnly: true, example: 'v1.1f2e3d4c.…' })
  code: string;

  /** What the `challenge` of `/sign-in/{organization}/{provider}` is the SHA-256 of. */
  @VerbatimField(128, { minLength: 43, writeOnly: true, example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' })
  verifier: string;

  /** Six digits of the authenticator app, or a recovery code. */
  @VerbatimField(32, { minLength: 6, required: false, example: '492039' })
  totp?: string;
}

@BodyExample({
  organization_id: '0190a0a1-0000-7000-8000-000000000001',
  provider_id: '0190a0a1-0000-7000-8000-000000000002',
  username: 'anna',
  password: 'correct horse battery staple',
})
export class DirectorySessionInputDto {
  /** Whose directory it is. */
  @IdField()
  organization_id: string;

  /** The authentication provider of type ldap. */
  @IdField()
  provider_id: string;

  /** As in the directory. */
  @TextField(254, { example: 'anna' })
  username: string;

  /** The one of the directory. */
  @VerbatimField(256, { writeOnly: true, example: 'correct horse battery staple' })
  password: string;

  /** Six digits of the authenticator app, or a recovery code: of Usher, not of the directory. */
  @VerbatimField(32, { minLength: 6, required: false, example: '492039' })
  totp?: string;
}

class OfferedProviderDto {
  id: string;
  /** What people call it. */
  name: string;
  /** `oidc` and `saml` are visited by the browser; `ldap` takes a name and a password. */
  @ApiProperty({ enum: ['ldap', 'oidc', 'saml'] })
  type: string;
}

export class OperatorProvidersDto extends LinksDto {
  /** Whose they are; null: none was named, and the installation has several. */
  @ApiProperty({ nullable: true, type: String })
  organization_id: string | null;
  /** 1: its operators sign in by one of these only; passwords and passkeys are for owners, in an emergency. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  single_sign_on_required: number;
  /** By name; empty also for an organization that is not known. */
  providers: OfferedProviderDto[];
}

export interface ProviderSessionValues {
  readonly code: string;
  readonly verifier: string;
  readonly totp?: string;
}

export interface DirectorySessionValues {
  readonly organizationId: string;
  readonly providerId: string;
  readonly username: string;
  readonly password: string;
  readonly totp?: string;
}
