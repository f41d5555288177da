import { ApiProperty } from '@nestjs/swagger';
import { LinksDto } from '../../../http/hal/hal.dto.js';
import type { Instant } from '../../../kernel/clock.js';

class HeardAccessPointDto {
  /** Its own name. */
  name: string | null;
  /** Its MAC address, as it reports it. */
  @ApiProperty({ nullable: true, type: String, example: '00:11:22:33:44:55' })
  mac: string | null;
  /** Its address, as it reports it. */
  address: string | null;
  /** The latest decided login; null: none within 24 hours. */
  last_login_at: Instant | null;
  /** The latest accounting packet; null: none lately. */
  last_accounting_at: Instant | null;
  /** Open sessions. */
  @ApiProperty({ type: 'integer' })
  online: number;
}

class WrongSecretDto {
  /** The first such packet. */
  first_at: Instant;
  /** The last such packet. */
  last_at: Instant;
  /** Number of packets, counted at most once in ten seconds. */
  @ApiProperty({ type: 'integer' })
  times: number;
}

class ClientContactDto {
  /** Of the network's `clients`. */
  client_id: string;
  /** As in the network. */
  short_name: string;
  /** One address, or a range. */
  @ApiProperty({ example: '10.0.0.0/24' })
  address: string;
  /** As in the network. */
  vendor: string;
  /** silent: no packet for 24 hours, and no open session. */
  @ApiProperty({ enum: ['heard', 'silent'] })
  state: string;
  /** The latest decided login; null: none within 24 hours. */
  last_login_at: Instant | null;
  /** The latest accounting packet of a session that is open or began within 24 hours; null: none. */
  last_accounting_at: Instant | null;
  /** Logins within five minutes. */
  @ApiProperty({ type: 'integer' })
  accepted: number;
  /** Logins within five minutes. */
  @ApiProperty({ type: 'integer' })
  rejected: number;
  /** Open sessions. */
  @ApiProperty({ type: 'integer' })
  online: number;
  /** Packets that were dropped because they were signed with another secret; null: none. */
  @ApiProperty({ type: WrongSecretDto, nullable: true })
  wrong_secret: WrongSecretDto | null;
  /** The access points behind it, by their own names, the latest first; at most 100. */
  @ApiProperty({ isArray: true, type: HeardAccessPointDto })
  access_points: HeardAccessPointDto[];
}

class UnknownAddressDto {
  /** Where the packets came from. */
  @ApiProperty({ example: '203.0.113.7' })
  address: string;
  /** The first packet. */
  first_at: Instant;
  /** The last packet. */
  last_at: Instant;
  /** Number of packets, counted at most once in ten seconds. */
  @ApiProperty({ type: 'integer' })
  times: number;
}

export class ContactsDto extends LinksDto {
  /** In the order of the network. */
  @ApiProperty({ isArray: true, type: ClientContactDto })
  clients: ClientContactDto[];
  /** Addresses that belong to no network, the latest first; at most 200. */
  @ApiProperty({ isArray: true, type: UnknownAddressDto })
  unknown_addresses: UnknownAddressDto[];
}
