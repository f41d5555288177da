import { ApiProperty } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IsName, MayBeAbsent, MayBeNull } from '../../http/body/field-rules.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { type Certificate, certificateStatus, mostValidityDays, usualValidityDays } from './certificate.js';
import type { IssuedCertificate } from './issue.js';
import { revocationReasons } from './revocation-reason.js';

const purposes = ['client', 'server'] as const;
const statuses = ['valid', 'revoked', 'expired'];
const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names such as `radius.example.com`, in lower case. */
export function IsHostNames(): PropertyDecorator {
  const rules = [
    IsArray(),
    ArrayUnique(),
    ArrayMaxSize(20),
    IsString({ each: true }),
    Matches(hostName, { each: true, message: 'must be host names in lower case, such as radius.example.com' }),
  ];
  return (target, key) => rules.forEach((rule) => rule(target, key));
}

@BodyExample({
  purpose: 'server',
  common_name: 'radius.example.com',
  dns_names: ['radius.example.com'],
  validity_days: 365,
})
export class CertificateInputDto {
  @MayBeAbsent()
  @IsIn(purposes)
  @ApiProperty({ required: false, enum: purposes, default: 'client', description: 'server: for a RADIUS server' })
  purpose?: (typeof purposes)[number];

  @MayBeNull()
  @IsUUID()
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    format: 'uuid',
    description: 'Whose certificate it is',
  })
  user_id?: string | null;

  @MayBeNull()
  @IsUUID()
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    format: 'uuid',
    description: "Which device's certificate it is",
  })
  device_id?: string | null;

  @MayBeAbsent()
  @IsName(64)
  @ApiProperty({
    required: false,
    maxLength: 64,
    description: "Absent: the user's name, or the request's own",
    example: 'anna@example.com',
  })
  common_name?: string;

  @MayBeAbsent()
  @IsHostNames()
  @ApiProperty({
    required: false,
    type: [String],
    maxItems: 20,
    description: "Names of a server; the organization's own server name is always among them",
    example: ['radius.example.com'],
  })
  dns_names?: string[];

  /** Days from now for which it is accepted; never longer than its authority. */
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(mostValidityDays)
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: mostValidityDays, default: usualValidityDays })
  validity_days?: number;

  @MayBeAbsent()
  @IsString()
  @MaxLength(16_384)
  @ApiProperty({
    required: false,
    maxLength: 16_384,
    description: 'PKCS#10 request in PEM. Absent: a key is made, and returned once as PKCS#12',
    example: '-----BEGIN CERTIFICATE REQUEST-----\n…\n-----END CERTIFICATE REQUEST-----',
  })
  csr?: string;

  @MayBeAbsent()
  @IsIn(['aes256', '3des'])
  @ApiProperty({
    required: false,
    enum: ['aes256', '3des'],
    default: 'aes256',
    description: "3des: for importers that do not know AES, such as Apple's and Android's",
  })
  pkcs12_encryption?: 'aes256' | '3des';
}

export class RevocationDto {
  /** As in revocation lists (RFC 5280). */
  @MayBeAbsent()
  @IsIn(revocationReasons)
  @ApiProperty({ required: false, enum: revocationReasons, default: 'unspecified' })
  reason?: (typeof revocationReasons)[number];
}

export class CertificateDto extends LinksDto {
  id: string;
  /** Who issued it: GET /certificates/authorities/{id}. */
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
  /** expired: its time is over and it was not revoked. */
  @ApiProperty({ enum: statuses })
  status: string;
  /** Not accepted before. */
  starts_at: string;
  /** Not accepted from then on. */
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
  /** PEM of who vouches for it, up to the root. */
  chain: string[];
}

export class IssuedCertificateDto extends CertificateWithChainDto {
  /** PKCS#12 in base64 with key, certificate and chain; only where a key was made, only in this answer. */
  pkcs12?: string;
  /** Opens the container. */
  pkcs12_password?: string;
}

class EmbeddedCertificatesDto {
  certificates: CertificateDto[];
}

export class CertificatePageDto extends PageDto {
  _embedded: EmbeddedCertificatesDto;
}

export function certificateDto(certificate: Certificate, now: Instant): Omit<CertificateDto, '_links'> {
  return {
    id: certificate.id,
    authority_id: certificate.authorityId,
    serial: certificate.serial,
    purpose: certificate.purpose,
    common_name: certificate.commonName,
    subject: certificate.subject,
    dns_names: [...certificate.dnsNames],
    user_id: certificate.userId,
    device_id: certificate.deviceId,
    status: certificateStatus(certificate, now),
    starts_at: certificate.startsAt,
    expires_at: certificate.expiresAt,
    revoked_at: certificate.revokedAt,
    revocation_reason: certificate.revocationReason,
    created_at: certificate.createdAt,
    updated_at: certificate.updatedAt,
  };
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
): Omit<IssuedCertificateDto, '_links'> {
  return {
    ...withChain(certificate, chain, now),
    ...(container ? { pkcs12: container.content.toString('base64'), pkcs12_password: container.password } : {}),
  };
}
