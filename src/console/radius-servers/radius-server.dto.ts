import { isIP } from 'node:net';
import { ApiProperty, PartialType } from '@nestjs/swagger';
import { type About, Field, FlagField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { readText, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import { sharedSecret } from '../passwords/shared-secret.js';
import { answerOf } from '../crud/answer-of.js';
import { radiusServerTable } from './radius-server.entity.js';
import type { RadiusServer } from './radius-server.js';

export class RadiusServerInputDto {
  /** Unique in the organization, regardless of case. */
  @TextField(128, { example: 'House one' })
  name: string;

  /** Your own note of where it stands. */
  @TextField(64, { nullable: true, example: 'europe-west' })
  region?: string | null;

  /** Host name or IP address to configure on access points. */
  @Field(address, { nullable: true, type: String, maxLength: 253, example: 'radius.example.com' })
  address?: string | null;

  /** UDP port for sign-ins. */
  @PortField({ default: 1812, example: 1812 })
  auth_port?: number;

  /** UDP port for accounting. */
  @PortField({ default: 1813, example: 1813 })
  acct_port?: number;

  /** UDP port on which access points take Disconnect and CoA. */
  @PortField({ default: 3799, example: 3799 })
  coa_port?: number;

  /** 1: RADIUS over TLS (RFC 6614). */
  @FlagField({ required: false, default: 0 })
  radsec?: number;

  /**
   * Shared secret; never shown again. If it is null, or absent at creation, one is generated and returned in this
   * answer only.
   */
  @Field(sharedSecret, {
    nullable: true,
    type: String,
    minLength: 6,
    maxLength: 128,
    writeOnly: true,
    example: 'a long shared secret',
  })
  secret?: string | null;
}

export class RadiusServerChangeDto extends PartialType(RadiusServerInputDto, { skipNullProperties: false }) {}

export class RadiusServerDto extends LinksDto {
  id: string;
  @ApiProperty({ example: 'House one' })
  name: string;
  region: string | null;
  address: string | null;
  @ApiProperty({ type: 'integer', example: 1812 })
  auth_port: number;
  @ApiProperty({ type: 'integer', example: 1813 })
  acct_port: number;
  @ApiProperty({ type: 'integer', example: 3799 })
  coa_port: number;
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  radsec: number;
  created_at: Instant;
  updated_at: Instant;
}

export class WrittenRadiusServerDto extends RadiusServerDto {
  /** Only in the answer to the call that generated it. */
  @ApiProperty({ required: false, example: 'hV7m3kQx9TzRw2nBcF5sJd8yKp4GaE6u' })
  secret?: string;
}

class EmbeddedRadiusServersDto {
  radius_servers: RadiusServerDto[];
}

export class RadiusServerPageDto extends PageDto {
  _embedded: EmbeddedRadiusServersDto;
}

const ownColumns = answerOf<Omit<RadiusServerDto, '_links'>>(radiusServerTable);

export function radiusServerDto(server: RadiusServer, secret?: string): Omit<WrittenRadiusServerDto, '_links'> {
  return { ...ownColumns(server), ...(secret === undefined ? {} : { secret }) };
}

function PortField(about: About): PropertyDecorator {
  return WholeNumberField(1, 65_535, { required: false, ...about } as About);
}

const anyText = readText(253);
const hostName = /^(?!.*\.\.)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;

function address(value: unknown): unknown {
  const read = anyText(value);
  if (read instanceof Wrong || isIP(read as string) > 0) return read;
  const isName = hostName.test(read as string) && !/^[0-9.]+$/.test(read as string);
  return isName ? (read as string).toLowerCase() : new Wrong('must be a host name or an IP address');
}
