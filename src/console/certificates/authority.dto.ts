import { X509Certificate } from 'node:crypto';
import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { MayBeAbsent } from '../../http/body/field-rules.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { type Authority, authorityStatus, authorityStatuses } from './authority.js';
import { type KeyKind, keyKinds } from './key-kind.js';

export class AuthorityInputDto {
  /** Of the authority's own key and of those it makes for others. */
  @MayBeAbsent()
  @IsIn(keyKinds)
  @ApiProperty({
    required: false,
    enum: keyKinds,
    description: 'ec: P-256. rsa: for very old devices. Absent: as this deployment is set',
  })
  key_kind?: KeyKind;
}

export class AuthorityDto extends LinksDto {
  id: string;
  /**
   * issuing: signs what is issued now. trusted: is followed by another, and its certificates count beside. retired,
   * expired: they count no more.
   */
  @ApiProperty({ enum: authorityStatuses })
  status: string;
  /** Distinguished name. */
  @ApiProperty({ example: 'CN=Hotel Lindenhof Wi-Fi CA, O=Hotel Lindenhof' })
  subject: string;
  /** Hexadecimal, lower case. */
  @ApiProperty({ example: '5c9a40e1d0b94c1f8f5a3c2b1e0d9f8a' })
  serial: string;
  /** SHA-256, hex in lower case. */
  fingerprint: string;
  @ApiProperty({ enum: keyKinds })
  key_kind: string;
  /** What its servers are called, and its successors'. */
  @ApiProperty({ example: 'radius.5a3c2b1e0d9f.wifi.internal' })
  server_name: string;
  /** PEM. */
  certificate: string;
  /** From then on no certificate of it counts. */
  expires_at: string;
  /** When its successor was made. */
  superseded_at: string | null;
  /** When it was retired for good; null: it was not. */
  retired_at: string | null;
  created_at: string;
}

class EmbeddedAuthoritiesDto {
  authorities: AuthorityDto[];
}

export class AuthorityPageDto extends PageDto {
  _embedded: EmbeddedAuthoritiesDto;
}

export function authorityDto(authority: Authority, now: Instant): Omit<AuthorityDto, '_links'> {
  const { serialNumber, fingerprint256 } = new X509Certificate(authority.certificate);
  return {
    id: authority.id,
    status: authorityStatus(authority, now),
    subject: authority.subject,
    serial: serialNumber.toLowerCase(),
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
    key_kind: authority.keyKind,
    server_name: authority.serverName,
    certificate: authority.certificate,
    expires_at: authority.expiresAt,
    superseded_at: authority.supersededAt,
    retired_at: authority.retiredAt,
    created_at: authority.createdAt,
  };
}
