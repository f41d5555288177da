import { ApiProperty } from '@nestjs/swagger';
import { Field, IdField, OneOfField, TextField, VerbatimField, WholeNumberField } from '../../http/body/fields.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { certificateTable } from './certificate.entity.js';
import { type Certificate, certificateStatus, mostValidityDays, usualValidityDays } from './certificate.js';
import { hostNames, mostHostNames } from './host-names.js';
import type { IssuedCertificate } from './issue.js';
import { revocationReasons } from './revocation-reason.js';

const purposes = ['client', 'server', 'radsec'] as const;
const statuses = ['valid', 'revoked', 'expired'];

@BodyExample({
  purpose: 'server',
  common_name: 'radius.example.com',
  dns_names: ['radius.example.com'],
  validity_days: 365,
})
export class CertificateInputDto {
  /** client: for a device; server: for a RADIUS server; radsec: for access points that come by RADIUS over TLS. */
  @OneOfField(purposes, { required: false, default: 'client' })
  purpose?: string;

  /** Whose certificate it is. */
  @IdField({ nullable: true })
  user_id?: string | null;

  /** Which device's certificate it is. */
  @IdField({ nullable: true })
  device_id?: string | null;

  /** For which client of a network it speaks, by RadSec: its `radsec` has to be 1. */
  @IdField({ nullable: true })
  network_client_id?: string | null;

  /** Absent: the user's or the access point's name, or the request's own. */
  @TextField(64, { required: false, example: 'anna@example.com' })
  common_name?: string;

  /** Names of a server; the organization's own server name is always among them. */
  @Field(hostNames(0), {
    required: false,
    type: [String],
    maxItems: mostHostNames,
    example: ['radius.example.com'],
  })
  dns_names?: string[];

  /** Days from now for which it is valid; never longer than its authority. */
  @WholeNumberField(1, mostValidityDays, { required: false, default: usualValidityDays })
  validity_days?: number;

  /** PKCS#10 request in PEM. Absent: a key is made, and returned once as PKCS#12. */
  @VerbatimField(16_384, {
    minLength: 0,
    required: false,

    example: '-----BEGIN CERTIFICATE REQUEST-----\n…\n-----END CERTIFICATE REQUEST-----',
  })
  csr?: string;

  /** 3des: for importers that do not know AES, such as Apple's and Android's. */
  @OneOfField(['aes256', '3des'], { required: false, default: 'aes256' })
  pkcs12_encryption?: string;
}

export class RevocationDto {
  /** As in revocation lists (RFC 5280). */
  @OneOfField(revocationReasons, { required: false, default: 'unspecified' })
  reason?: string;
}

export class CertificateDto extends LinksDto {
  id: string;
  /** The issuing authority: GET /certificates/authorities/{id}. */
  authority_id: string;
  /** Hex in lower case, as RADIUS servers report it. */
  @ApiProperty({ example: '5c9a40e1d0b94c1f8f5a3c2b1e0d9f8a' })
  serial: string;
  @ApiProperty({ enum: purposes })
  purpose: string;
  @ApiProperty({ example: 'anna@example.com' })
  common_name: string;
  /** Distinguished name. */
  @ApiProperty({ example: 'CN=anna@example.com, O=Hotel Lindenhof' })
  subject: string;
  dns_names: string[];
  user_id: string | null;
  device_id: string | null;
  /** The client of a network that it speaks for, by RadSec. */
  network_client_id: string | null;
  /** `expired`: past its end, and not revoked. */
  @ApiProperty({ enum: statuses })
  status: string;
  /** Not valid before. */
  starts_at: string;
  /** Not valid from then on. */
  expires_at: string;
  /** Null: not revoked. */
  revoked_at: string | null;
  /** As in revocation lists (RFC 5280); null: not revoked. */
  @ApiProperty({ enum: revocationReasons, nullable: true, type: String })
  revocation_reason: string | null;
  created_at: string;
  updated_at: string;
}

export class CertificateWithChainDto extends CertificateDto {
  /** PEM. */
  certificate: string;
  /** PEM of the authorities above it, up to the root. */
  chain: string[];
}

export class IssuedCertificateDto extends CertificateWithChainDto {
  /** PKCS#12 in base64 with key, certificate and chain. Only if a key was made, and only in this answer. */
  pkcs12?: string;
  /** Opens the PKCS#12 container. */
  pkcs12_password?: string;
  /** PEM of the authority whose certificate the RadSec server shows. Only for purpose radsec. */
  radsec_authority?: string;
}

class EmbeddedCertificatesDto {
  certificates: CertificateDto[];
}

export class CertificatePageDto extends PageDto {
  _embedded: EmbeddedCertificatesDto;
}

const answer = answerOf<Omit<CertificateDto, '_links' | 'status'>>(certificateTable.without('certificate'));

export function certificateDto(certificate: Certificate, now: Instant): Omit<CertificateDto, '_links'> {
  return { ...answer(certificate), status: certificateStatus(certificate, now) };
}

export function withChain(
  certificate: Certificate,
  chain: readonly string[],
  now: Instant,
): Omit<CertificateWithChainDto, '_links'> {
  return { ...certificateDto(certificate, now), certificate: certificate.certificate, chain: [...chain] };
}

export function issuedDto(
  { certificate, container }: IssuedCertificate,
  chain: readonly string[],
  now: Instant,
  radsecAuthority?: string,
): Omit<IssuedCertificateDto, '_links'> {
  return {
    ...withChain(certificate, chain, now),
    ...(container ? { pkcs12: container.content.toString('base64'), pkcs12_password: container.password } : {}),
    ...(radsecAuthority === undefined ? {} : { radsec_authority: radsecAuthority }),
  };
}
