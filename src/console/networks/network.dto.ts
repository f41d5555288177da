import { ApiHideProperty, ApiProperty, PartialType } from '@nestjs/swagger';
import { Field, IdField, RefusedField, TextField } from '../../http/body/fields.js';
import { hasControl, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import {
  clients,
  mostClients,
  NetworkClientDto,
  networkClientDto,
  NetworkClientInputDto,
} from './network-client.dto.js';
import { networkTable } from './network.entity.js';
import { type Network, unknownUserRules } from './network.js';

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
export class NetworkInputDto {
  /** Unique in the organization, regardless of case. */
  @TextField(128, { example: 'Guests' })
  name: string;

  /** Name of the Wi-Fi network. Null: every SSID of its clients that no other network names. Case matters. */
  @Field(ssid, { nullable: true, type: String, minLength: 1, maxLength: 32, example: 'Lindenhof Guest' })
  ssid?: string | null;

  /** Id of the RADIUS server that its access points ask. Null: not recorded. */
  @IdField({ nullable: true })
  radius_server_id?: string | null;

  @ApiHideProperty()
  @RefusedField('is read from the captive portal: set network_id of the captive portal instead')
  captive_portal_id?: never;

  /** Id of the group for users and devices without a group of their own. */
  @IdField({ nullable: true })
  default_table_id?: string | null;

  /** Whether unknown users are rejected or accepted. */
  @Field(unknownUsers, { required: false, enum: unknownUserRules, default: 'reject' })
  unknown_users?: string;

  /**
   * All clients; those left out of a change are removed. One address may serve several networks if their SSIDs differ
   * and its secret is the same.
   */
  @Field(clients, { required: false, type: [NetworkClientInputDto], maxItems: mostClients })
  clients?: NetworkClientInputDto[];
}

@BodyExample({ ssid: 'Lindenhof Guest' })
export class NetworkChangeDto extends PartialType(NetworkInputDto, { skipNullProperties: false }) {}

export class NetworkDto extends LinksDto {
  id: string;
  @ApiProperty({ example: 'Guests' })
  name: string;
  ssid: string | null;
  radius_server_id: string | null;
  /** The portal that its guests see; null: none. Read only: set `network_id` of the portal instead. */
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

const ownColumns = answerOf<Omit<NetworkDto, '_links' | 'captive_portal_id' | 'clients'>>(networkTable);

export function networkDto(
  network: Network,
  generatedSecrets: ReadonlyMap<string, string> = new Map(),
): Omit<NetworkDto, '_links'> {
  return {
    ...ownColumns(network),
    captive_portal_id: network.captivePortalId,
    clients: network.clients.map((client) => networkClientDto(client, generatedSecrets.get(client.id))),
  };
}

/** As access points send it in Called-Station-Id: up to 32 bytes; case and blanks matter (IEEE 802.11). */
function ssid(value: unknown): unknown {
  if (typeof value !== 'string') return new Wrong('must be text');
  if (value.length === 0 || Buffer.byteLength(value) > 32) return new Wrong('must have 1 to 32 bytes as UTF-8');
  return hasControl(value) ? new Wrong('must not contain control characters') : value;
}

function unknownUsers(value: unknown): unknown {
  return (unknownUserRules as readonly unknown[]).includes(value)
    ? value
    : new Wrong(`must be ${unknownUserRules.join(' or ')}`);
}
