import { ApiProperty, getSchemaPath, PartialType } from '@nestjs/swagger';
import { Field, FlagField, IdField, TextField } from '../../http/body/fields.js';
import { readOneOf, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { authenticationProviderTable } from './authentication-provider.entity.js';
import { type AuthenticationProvider, providerTypes } from './authentication-provider.js';
import { LdapSettingsDto, OidcSettingsDto, SamlSettingsDto } from './provider-settings.dto.js';

export const settingsDtos = [OidcSettingsDto, LdapSettingsDto, SamlSettingsDto] as const;
const scimIsAConnection =
  'must be oidc, ldap or saml; a directory that sends its people by SCIM is a connection: POST /connections';
const anySettings = {
  type: 'object',
  additionalProperties: true,
  anyOf: settingsDtos.map((each) => ({ $ref: getSchemaPath(each) })),
  example: { issuer: 'https://login.example.com', client_id: 'usher' },
} as const;

@BodyExample({
  name: 'Staff sign-in',
  type: 'oidc',
  settings: { issuer: 'https://login.example.com', client_id: 'usher', client_secret: 'secret of the client' },
})
export class AuthenticationProviderInputDto {
  /** Unique in the organization without regard to case. */
  @TextField(128, { example: 'Staff sign-in' })
  name: string;

  /** Cannot become another. */
  @Field(readType, { enum: [...providerTypes], example: 'oidc' })
  type: string;

  /** As the type has them. In a change, those that are absent stay and null takes one away. */
  @Field(readSettings, { selfRequired: false, ...anySettings, anyOf: [...anySettings.anyOf] })
  settings?: object;

  /** Id of the group of those who come from the provider. */
  @IdField({ nullable: true })
  table_id?: string | null;

  @FlagField({ required: false, default: 0 })
  disabled?: number;
}

@BodyExample({ name: 'Staff sign-in', disabled: 0 })
export class AuthenticationProviderChangeDto extends PartialType(AuthenticationProviderInputDto, {
  skipNullProperties: false,
}) {}

export class AuthenticationProviderDto extends LinksDto {
  id: string;
  @ApiProperty({ example: 'Staff sign-in' })
  name: string;
  @ApiProperty({ enum: [...providerTypes], example: 'oidc' })
  type: string;
  /** Without its secrets. */
  @ApiProperty({ ...anySettings, anyOf: [...anySettings.anyOf] })
  settings: object;
  /** Names of the settings that are secret and set. */
  @ApiProperty({ type: [String], example: ['client_secret'] })
  secrets: string[];
  table_id: string | null;
  /** 0 = in use, 1 = disabled. */
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  disabled: number;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedAuthenticationProvidersDto {
  authentication_providers: AuthenticationProviderDto[];
}

export class AuthenticationProviderPageDto extends PageDto {
  _embedded: EmbeddedAuthenticationProvidersDto;
}

export const authenticationProviderDto: (
  provider: AuthenticationProvider,
) => Omit<AuthenticationProviderDto, '_links'> = answerOf(authenticationProviderTable);

function readType(value: unknown): unknown {
  return value === 'scim' ? new Wrong(scimIsAConnection) : readOneOf(providerTypes)(value);
}

/** They are read once the type is known. */
function readSettings(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : new Wrong('must be an object');
}
