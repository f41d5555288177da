import { ApiProperty, getSchemaPath, PartialType } from '@nestjs/swagger';
import { Field, FlagField, IdField, OneOfField, TextField } from '../../http/body/fields.js';
import { readOneOf, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { authenticationProviderTable } from './authentication-provider.entity.js';
import type { AuthenticationProvider } from './authentication-provider.js';
import { providerTypes, providerUses } from './provider-types.js';
import { readGroupRules } from './group-rules.js';
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

export class ProviderGroupDto {
  /** Those who are in this group there: its name or id, of a directory the DN or its first name. Or by `claim`. */
  @ApiProperty({ required: false, minLength: 1, maxLength: 1000, example: 'staff' })
  group?: string;
  /** A claim (of a directory an attribute); a claim within one after a dot: `realm_access.roles`. */
  @ApiProperty({ required: false, minLength: 1, maxLength: 200, example: 'department' })
  claim?: string;
  /** With `claim`: the value that it has, without regard to case; of a list one of its values. */
  @ApiProperty({ required: false, minLength: 1, maxLength: 1000, example: 'Spa' })
  value?: string;
  /** Id of the user group of those whom this fits. */
  @ApiProperty({ format: 'uuid' })
  table_id: string;
}

const groupRules = {
  type: ProviderGroupDto,
  isArray: true as const,
  maxItems: 100,
  example: [{ group: 'staff', table_id: '0190a0a1-0000-7000-8000-000000000001' }],
};

@BodyExample({
  name: 'Staff sign-in',
  type: 'oidc',
  settings: { issuer: 'https://login.example.com', client_id: 'usher', client_secret: 'secret of the client' },
})
export class AuthenticationProviderInputDto {
  /** Unique in the organization, regardless of case. */
  @TextField(128, { example: 'Staff sign-in' })
  name: string;

  /** Cannot be changed later. */
  @Field(readType, { enum: [...providerTypes], example: 'oidc' })
  type: string;

  /** The settings of the type. In a change, absent ones keep their value and null removes one. */
  @Field(readSettings, { selfRequired: false, ...anySettings, anyOf: [...anySettings.anyOf] })
  settings?: object;

  /** Whom it signs in: guests at captive portals, operators at the console, or both. */
  @OneOfField(providerUses, { required: false, default: 'guests', example: 'guests' })
  use?: string;

  /** User groups of guests by what the provider says of them; the first entry that fits counts. */
  @Field(readGroupRules, { ...groupRules, required: false, default: [] })
  groups?: ProviderGroupDto[];

  /** Id of the group for guests whom no entry of `groups` fits. */
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
  /** Names of the secret settings that are set. */
  @ApiProperty({ type: [String], example: ['client_secret'] })
  secrets: string[];
  @ApiProperty({ enum: providerUses, example: 'guests' })
  use: string;
  @ApiProperty(groupRules)
  groups: ProviderGroupDto[];
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

/** Read once the type is known. */
function readSettings(value: unknown): unknown {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : new Wrong('must be an object');
}
