import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import type { Instant } from '../../kernel/clock.js';
import type { RadiusServer } from './radius-server.js';

class RadiusServerFieldsDto {
  /** Your own note of where it stands. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 64, example: 'europe-west' })
  region?: string | null;

  /** Host name or IP address that access points are given. */
  @ApiProperty({ required: false, nullable: true, type: String, maxLength: 253, example: 'radius.example.com' })
  address?: string | null;

  /** UDP port for sign-ins. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 65_535, default: 1812, example: 1812 })
  auth_port?: number;

  /** UDP port for accounting. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 65_535, default: 1813, example: 1813 })
  acct_port?: number;

  /** UDP port on which access points take Disconnect and CoA. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 65_535, default: 3799, example: 3799 })
  coa_port?: number;

  /** 1: RADIUS over TLS (RFC 6614). */
  @ApiProperty({ required: false, type: 'integer', enum: [0, 1], default: 0 })
  radsec?: number;

  /** Shared secret; never shown again. Absent at creation, or null: one is made and returned in this answer only. */
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    minLength: 6,
    maxLength: 128,
    writeOnly: true,
    example: 'a long shared secret',
  })
  secret?: string | null;
}

export class RadiusServerInputDto extends RadiusServerFieldsDto {
  /** Unique in the organization without regard to case. */
  @ApiProperty({ minLength: 1, maxLength: 128, example: 'House one' })
  name: string;
}

export class RadiusServerChangeDto extends RadiusServerFieldsDto {
  /** Unique in the organization without regard to case. */
  @ApiProperty({ required: false, minLength: 1, maxLength: 128, example: 'House one' })
  name?: string;
}

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
  /** Only in the answer to the call that made one. */
  @ApiProperty({ required: false, example: 'hV7m3kQx9TzRw2nBcF5sJd8yKp4GaE6u' })
  secret?: string;
}

class EmbeddedRadiusServersDto {
  radius_servers: RadiusServerDto[];
}

export class RadiusServerPageDto extends PageDto {
  _embedded: EmbeddedRadiusServersDto;
}

export function radiusServerDto(server: RadiusServer, secret?: string): Omit<WrittenRadiusServerDto, '_links'> {
  return {
    id: server.id,
    name: server.name,
    region: server.region,
    address: server.address,
    auth_port: server.authPort,
    acct_port: server.acctPort,
    coa_port: server.coaPort,
    radsec: server.radsec ? 1 : 0,
    ...(secret === undefined ? {} : { secret }),
    created_at: server.createdAt,
    updated_at: server.updatedAt,
  };
}
