import { X509Certificate } from 'node:crypto';
import { Field, TextField } from '../../http/body/fields.js';
import { hasControl, readFlag, readText, Wrong } from '../../http/body/readers.js';
import { url } from '../crud/outbound-url.js';
import { readSamlMetadata } from './saml-metadata.js';

const webAddress = url('https:', 'http:');

export class OidcSettingsDto {
  /** The provider's address, as in its discovery document. */
  @Field(webAddress, { format: 'uri', example: 'https://login.example.com' })
  issuer: string;

  /** As registered at the provider. */
  @TextField(255, { example: 'usher' })
  client_id: string;

  /** Never shown again. */
  @Field(secret, { nullable: true, type: String, maxLength: 2000, writeOnly: true })
  client_secret?: string | null;

  /** The scopes to request. */
  @Field(scopes, { required: false, type: [String], default: ['openid', 'profile', 'email'] })
  scopes?: string[];

  /** The claim that becomes the username. */
  @TextField(64, { required: false, default: 'email' })
  username_claim?: string;

  /**
   * True: an e-mail address counts as verified where the provider says nothing of it (no `email_verified`), as Entra ID
   * does. Only for a provider whose people cannot choose their address themselves.
   */
  @Field(readFlag, { required: false, type: Boolean, default: false })
  trust_email?: boolean;
}

export class LdapSettingsDto {
  /** `ldaps://…`, or `ldap://…` with start_tls. */
  @Field(url('ldaps:', 'ldap:'), { format: 'uri', example: 'ldaps://directory.example.com' })
  url: string;

  /** True: TLS begins within an ldap connection. */
  @Field(readFlag, { required: false, type: Boolean, default: false })
  start_tls?: boolean;

  /** People are searched below this entry. */
  @TextField(1000, { example: 'ou=people,dc=example,dc=com' })
  base_dn: string;

  /** The entry that searches. Null: an anonymous search. */
  @TextField(1000, { nullable: true, example: 'cn=usher,dc=example,dc=com' })
  bind_dn?: string | null;

  /** Never shown again. */
  @Field(secret, { nullable: true, type: String, maxLength: 2000, writeOnly: true })
  bind_password?: string | null;

  /** LDAP filter; `{username}` stands for the name that was typed. */
  @Field(userFilter, {
    required: false,
    default: '(uid={username})',
    example: '(&(objectClass=person)(uid={username}))',
  })
  user_filter?: string;

  /** PEM. The system's trust store if absent. */
  @Field(certificate, { nullable: true, type: String })
  ca_certificate?: string | null;

  /** True: its people also sign in by RADIUS, with their directory password (PAP, and PAP within EAP-TTLS). */
  @Field(readFlag, { required: false, type: Boolean, default: false })
  radius_sign_in?: boolean;
}

/** `entity_id`, `sso_url` and `certificate` are needed, each by itself or by way of `metadata`. */
export class SamlSettingsDto {
  /** The provider's metadata document, XML as text, in place of the next three. It is read once and not kept. */
  @Field(readSamlMetadata, { required: false, type: String, writeOnly: true })
  metadata?: string;

  /** The provider's entity id, as in its metadata. */
  @TextField(1024, { required: false, example: 'https://login.example.com/metadata' })
  entity_id?: string;

  /** Address where people sign in. */
  @Field(webAddress, { required: false, type: String, format: 'uri', example: 'https://login.example.com/sso' })
  sso_url?: string;

  /** PEM. Verifies the provider's answers. Several, one after the other, while the provider changes its key. */
  @Field(certificates, { required: false, type: String })
  certificate?: string;

  /** The attribute that becomes the username; NameID: the name of the subject. */
  @TextField(255, { required: false, default: 'NameID' })
  username_attribute?: string;

  /**
   * The attribute that names a person for good: of Entra ID
   * `http://schemas.microsoft.com/identity/claims/objectidentifier`. Absent: the NameID, which should then be a
   * persistent one. Where the NameID is an e-mail address, name an attribute: addresses are given to others in time.
   */
  @TextField(255, { nullable: true, example: 'http://schemas.microsoft.com/identity/claims/objectidentifier' })
  subject_attribute?: string | null;
}

function secret(value: unknown): unknown {
  const isRight = typeof value === 'string' && value.length > 0 && value.length <= 2000 && !hasControl(value);
  return isRight ? value : new Wrong('must have 1 to 2000 characters, none of them a control character');
}

function scopes(value: unknown): unknown {
  const isScope = (each: unknown) => typeof each === 'string' && /^[!#-[\]-~]{1,100}$/.test(each);
  const isRight = Array.isArray(value) && value.length <= 50 && value.every(isScope) && value.includes('openid');
  return isRight ? value : new Wrong('must be a list of scopes, openid among them');
}

/** RFC 4515, as far as its brackets go. */
function userFilter(value: unknown): unknown {
  const read = readText(1000)(value);
  if (read instanceof Wrong) return read;
  const filter = read as string;
  let depth = 0;
  for (const sign of filter) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0) break;
  }
  return depth === 0 && filter.startsWith('(') && filter.includes('{username}')
    ? filter
    : new Wrong('must be an LDAP filter with {username} in it, such as (uid={username})');
}

function certificate(value: unknown): unknown {
  try {
    if (typeof value === 'string' && value.length <= 20_000) return new X509Certificate(value).toString().trim();
  } catch {
    // Reported below, together with values that are no text.
  }
  return new Wrong('must be a certificate in PEM form');
}

function certificates(value: unknown): unknown {
  const found =
    typeof value === 'string' ? (value.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []) : [];
  const read = found.map(certificate);
  const isRight = read.length >= 1 && read.length <= 4 && read.every((each) => typeof each === 'string');
  return isRight ? read.join('\n') : new Wrong('must be 1 to 4 certificates in PEM form');
}
