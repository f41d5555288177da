import { ApiProperty } from '@nestjs/swagger';
import { checkOf } from '../../http/body/dto-check.js';
import { Field, FlagField, IdField, TextField, WholeNumberField } from '../../http/body/fields.js';
import { Wrong } from '../../http/body/readers.js';
import { sharedSecret } from '../passwords/shared-secret.js';
import { accessPointVendor, accessPointVendors } from './access-point-vendors.js';
import { clientAddress } from './client-address.js';
import type { ClientInput, NetworkClient } from './network.js';

export const mostClients = 1000;

export class NetworkClientInputDto {
  /** Id of an existing client, to keep it. Its address identifies it as well. */
  @IdField({ required: false })
  id?: string;

  /** IP address or range from which the access points send; with `radsec`, the one that they have in their site. */
  @Field(clientAddress, { example: '10.20.0.0/24' })
  address: string;

  /**
   * 1: they come by RadSec only, and a certificate says whose they are (POST /certificates with `network_client_id`).
   * Other organizations' access points may have the same address.
   */
  @FlagField({ required: false, default: 0 })
  radsec?: number;

  /** A short name; the address if absent. */
  @TextField(64, { required: false, example: 'lobby' })
  short_name?: string;

  /** Make of the access point. It decides which attributes express a group's policy. */
  @Field(accessPointVendor, { required: false, enum: accessPointVendors, default: 'generic', example: 'mikrotik' })
  vendor?: string;

  /**
   * Shared secret; never shown again. If it is null, or absent for a new client, one is generated and returned in this
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

  /** UDP port that takes Disconnect and CoA requests. */
  @WholeNumberField(1, 65_535, { required: false, default: 3799, example: 3799 })
  coa_port?: number;

  /** 0 only for equipment that cannot send the attribute: without it answers can be forged (CVE-2024-3596). */
  @FlagField({ required: false, default: 1 })
  require_message_authenticator?: number;
}

export class NetworkClientDto {
  id: string;
  @ApiProperty({ example: '10.20.0.0/24' })
  address: string;
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  radsec: number;
  @ApiProperty({ example: 'lobby' })
  short_name: string;
  @ApiProperty({ enum: accessPointVendors, example: 'mikrotik' })
  vendor: string;
  @ApiProperty({ type: 'integer', example: 3799 })
  coa_port: number;
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  require_message_authenticator: number;
  /** Only in the answer to the call that generated it. */
  @ApiProperty({ required: false, example: 'hV7m3kQx9TzRw2nBcF5sJd8yKp4GaE6u' })
  secret?: string;
}

/** All clients of a network. Each address and each id may occur once. */
export function clients(value: unknown): unknown {
  if (!Array.isArray(value) || value.length > mostClients)
    return new Wrong(`must be a list of at most ${mostClients} clients`);
  const wanted: ClientInput[] = [];
  for (const [index, each] of value.entries()) {
    const {
      values,
      errors: [error],
    } = checkOf<ClientInput>(NetworkClientInputDto).fromApi(each);
    if (error) return new Wrong(error.detail, `/${index}${error.pointer.slice(1)}`);
    const client = values as ClientInput;
    if (wanted.some(({ address }) => address === client.address))
      return new Wrong('is the address of two clients: name each once', `/${index}/address`);
    if (client.id && wanted.some((other) => other.id === client.id))
      return new Wrong('is the id of two clients', `/${index}/id`);
    wanted.push(client);
  }
  return wanted;
}

export function networkClientDto(client: NetworkClient, secret: string | undefined): NetworkClientDto {
  const shown = {
    id: client.id,
    address: client.address,
    radsec: client.radsec ? 1 : 0,
    short_name: client.shortName,
    vendor: client.vendor,
    coa_port: client.coaPort,
    require_message_authenticator: client.requireMessageAuthenticator ? 1 : 0,
  };
  return secret === undefined ? shown : { ...shown, secret };
}
