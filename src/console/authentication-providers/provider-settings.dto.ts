import { ApiProperty } from '@nestjs/swagger';

export class OidcSettingsDto {
  /** The provider's address, as in its discovery document. */
  @ApiProperty({ format: 'uri', example: 'https://login.example.com' })
  issuer: string;

  /** As registered at the provider. */
  @ApiProperty({ maxLength: 255, example: 'usher' })
  client_id: string;

  /** Never shown again. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 2000, writeOnly: true })
  client_secret?: string | null;

  /** What is asked for. */
  @ApiProperty({ required: false, type: [String], default: ['openid', 'profile', 'email'] })
  scopes?: string[];

  /** The claim that becomes the username. */
  @ApiProperty({ required: false, default: 'email', maxLength: 64 })
  username_claim?: string;
}

export class LdapSettingsDto {
  /** ldaps, or ldap with start_tls. */
  @ApiProperty({ format: 'uri', example: 'ldaps://directory.example.com' })
  url: string;

  /** True: TLS begins within an ldap connection. */
  @ApiProperty({ required: false, type: Boolean, default: false })
  start_tls?: boolean;

  /** Beneath which people are looked for. */
  @ApiProperty({ maxLength: 1000, example: 'ou=people,dc=example,dc=com' })
  base_dn: string;

  /** As whom they are looked for; null: anonymously. */
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    maxLength: 1000,
    example: 'cn=usher,dc=example,dc=com',
  })
  bind_dn?: string | null;

  /** Never shown again. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 2000, writeOnly: true })
  bind_password?: string | null;

  /** LDAP filter; {username} stands for who signs in. */
  @ApiProperty({ required: false, default: '(uid={username})', example: '(&(objectClass=person)(uid={username}))' })
  user_filter?: string;

  /** PEM; the system's own trust when absent. */
  @ApiProperty({ required: false, nullable: true, type: String })
  ca_certificate?: string | null;
}

export class SamlSettingsDto {
  /** The provider's own, as in its metadata. */
  @ApiProperty({ maxLength: 1024, example: 'https://login.example.com/metadata' })
  entity_id: string;

  /** Where people are sent to sign in. */
  @ApiProperty({ format: 'uri', example: 'https://login.example.com/sso' })
  sso_url: string;

  /** PEM; signs the provider's answers. */
  certificate: string;

  /** The attribute that becomes the username. */
  @ApiProperty({ required: false, default: 'NameID', maxLength: 255 })
  username_attribute?: string;
}

export class ScimSettingsDto {
  /**
   * What the directory shows when it pushes people; never shown again. Absent at creation, or null: one is made and
   * returned in this answer only.
   */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 2000, writeOnly: true })
  token?: string | null;

  /** What becomes the username. */
  @ApiProperty({ required: false, enum: ['userName', 'emails'], default: 'userName' })
  username_attribute?: string;
}
