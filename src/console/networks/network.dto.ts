import { ApiProperty } from '@nestjs/swagger';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { accessPointVendors } from './access-point-vendors.js';
import { type Network, unknownUserRules } from './network.js';

class NetworkClientInputDto {
  /** Of a client that there is, to keep it; its address does as well. */
  @ApiProperty({ required: false, format: 'uuid' })
  id?: string;

  /** IP address or range that the access points send from. */
  @ApiProperty({ example: '10.20.0.0/24' })
  address: string;

  /** The address when absent. */
  @ApiProperty({ required: false, minLength: 1, maxLength: 64, example: 'lobby' })
  short_name?: string;

  /** Decides in which attributes a group's policy is told. */
  @ApiProperty({ required: false, enum: accessPointVendors, default: 'generic', example: 'mikrotik' })
  vendor?: string;

  /**
   * Shared secret; never shown again. Absent for a new client, or null: one is made and returned in this answer only.
   */
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

  /** Where Disconnect and CoA requests go. */
  @ApiProperty({ required: false, type: 'integer', minimum: 1, maximum: 65_535, default: 3799, example: 3799 })
  coa_port?: number;

  /** 0 only for equipment that cannot send the attribute: without it, answers can be forged (CVE-2024-3596). */
  @ApiProperty({ required: false, type: 'integer', enum: [0, 1], default: 1 })
  require_message_authenticator?: number;
}

class NetworkFieldsDto {
  /** Null: every SSID of its clients that no other network names. Case matters. */
  @ApiProperty({
    required: false,
    nullable: true,
    type: String,
    minLength: 1,
    maxLength: 32,
    example: 'Lindenhof Guest',
  })
  ssid?: string | null;

  /** The server that its access points ask; null: not said. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'uuid' })
  radius_server_id?: string | null;

  /** Id of the group for those who have none of their own. */
  @ApiProperty({ required: false, nullable: true, type: String, format: 'uuid' })
  default_table_id?: string | null;

  /** What becomes of who is not known. */
  @ApiProperty({ required: false, enum: unknownUserRules, default: 'reject' })
  unknown_users?: string;

  /**
   * All clients: those left out of a change are removed. One address may serve several networks when their SSIDs differ
   * and its secret is the same.
   */
  @ApiProperty({ required: false, type: [NetworkClientInputDto], maxItems: 1000 })
  clients?: NetworkClientInputDto[];
}

@BodyExample({
  name: 'Guests',
  ssid: 'Lindenhof Guest',
  unknown_users: 'reject',
  clients: [
    {
      address: '10.20.0.0/24',
      short_name: 'lobby',
      vendor: 'mikrotik',
      secret: 'a long shared secret',
      coa_port: 3799,
    },
  ],
})
export class NetworkInputDto extends NetworkFieldsDto {
  /** Unique in the organization without regard to case. */
  @ApiProperty({ minLength: 1, maxLength: 128, example: 'Guests' })
  name: string;
}

@BodyExample({ ssid: 'Lindenhof Guest' })
export class NetworkChangeDto extends NetworkFieldsDto {
  /** Unique in the organization without regard to case. */
  @ApiProperty({ required: false, minLength: 1, maxLength: 128, example: 'Guests' })
  name?: string;
}

class NetworkClientDto {
  id: string;
  @ApiProperty({ example: '10.20.0.0/24' })
  address: string;
  @ApiProperty({ example: 'lobby' })
  short_name: string;
  @ApiProperty({ enum: accessPointVendors, example: 'mikrotik' })
  vendor: string;
  @ApiProperty({ type: 'integer', example: 3799 })
  coa_port: number;
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  require_message_authenticator: number;
  /** Only in the answer to the call that made one. */
  @ApiProperty({ required: false, example: 'hV7m3kQx9TzRw2nBcF5sJd8yKp4GaE6u' })
  secret?: string;
}

export class NetworkDto extends LinksDto {
  id: string;
  @ApiProperty({ example: 'Guests' })
  name: string;
  ssid: string | null;
  radius_server_id: string | null;
  /** The portal that its guests see; null: none. Read from the portal: set `network_id` there. */
  captive_portal_id: string | null;
  default_table_id: string | null;
  @ApiProperty({ enum: unknownUserRules })
  unknown_users: string;
  clients: NetworkClientDto[];
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedNetworksDto {
  networks: NetworkDto[];
}

export class NetworkPageDto extends PageDto {
  _embedded: EmbeddedNetworksDto;
}

export function networkDto(
  network: Network,
  generatedSecrets: ReadonlyMap<string, string> = new Map(),
): Omit<NetworkDto, '_links'> {
  return {
    id: network.id,
    name: network.name,
    ssid: network.ssid,
    radius_server_id: network.radiusServerId,
    captive_portal_id: network.captivePortalId,
    default_table_id: network.defaultGroupId,
    unknown_users: network.unknownUsers,
    clients: network.clients.map(({ id, address, shortName, vendor, coaPort, requireMessageAuthenticator }) => {
      const secret = generatedSecrets.get(id);
      const shown = {
        id,
        address,
        short_name: shortName,
        vendor,
        coa_port: coaPort,
        require_message_authenticator: requireMessageAuthenticator ? 1 : 0,
      };
      return secret === undefined ? shown : { ...shown, secret };
    }),
    created_at: network.createdAt,
    updated_at: network.updatedAt,
  };
}
