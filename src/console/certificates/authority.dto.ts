import { X509Certificate } from 'node:crypto';
import { ApiProperty } from '@nestjs/swagger';
import { OneOfField } from '../../http/body/fields.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { type Authority, authorityStatus, authorityStatuses } from './authority.js';
import { authorityTable } from './certificate.entity.js';
import { keyKinds } from './key-kind.js';

export class AuthorityInputDto {
  /**
   * Kind of the authority's own key, and of the keys it makes for others. ec: P-256. rsa: for very old devices. Absent:
   * as this deployment is set.
   */
  @OneOfField(keyKinds, { required: false })
  key_kind?: string;
}

export class AuthorityDto extends LinksDto {
  id: string;
  /**
   * `issuing` signs what is issued now. `trusted` has a successor, and its certificates stay valid. Those of `retired`
   * and `expired` are no longer valid.
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
  /** Name of its servers and of its successors' servers. */
  @ApiProperty({ example: 'radius.5a3c2b1e0d9f.wifi.internal' })
  server_name: string;
  /** PEM. */
  certificate: string;
  /** After that, no certificate of it is valid. */
  expires_at: string;
  /** When its successor was made. */
  superseded_at: string | null;
  /** When it was retired for good. Null if it was not. */
  retired_at: string | null;
  created_at: string;
}

class EmbeddedAuthoritiesDto {
  authorities: AuthorityDto[];
}

export class AuthorityPageDto extends PageDto {
  _embedded: EmbeddedAuthoritiesDto;
}

const answer = answerOf<Omit<AuthorityDto, '_links' | 'status' | 'serial' | 'fingerprint'>>(authorityTable);

export function authorityDto(authority: Authority, now: Instant): Omit<AuthorityDto, '_links'> {
  const { serialNumber, fingerprint256 } = new X509Certificate(authority.certificate);
  return {
    ...answer(authority),
    status: authorityStatus(authority, now),
    serial: serialNumber.toLowerCase(),
    fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}
