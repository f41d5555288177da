import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Field, IdField, OneOfField, TextField } from '../../http/body/fields.js';
import { readText, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { readHandOver } from './hand-over-settings.js';
import { readMacAuth } from './mac-auth-settings.js';
import { readController } from './controller-settings.js';
import { gatewayTable } from './gateway.entity.js';
import type { Gateway } from './gateway.js';
import { gatewayVendors, vendorRules } from './gateway-vendors.js';
import { loginHostText, readLoginHost } from './login-host.js';

const secretNames = [...new Set(Object.values(vendorRules).flatMap(({ secrets }) => [...secrets]))];
const mostHosts = 20;

@BodyExample({
  name: 'Lobby',
  network_id: '0190a0a0-0000-7000-8000-00000000000a',
  vendor: 'coova',
  login_hosts: ['10.1.0.1:3990'],
})
export class GatewayInputDto {
  /** Unique in the organization, regardless of case. */
  @TextField(128, { example: 'Lobby' })
  name: string;

  /** The network whose guests it sends to the portal. */
  @IdField()
  network_id: string;

  /** The portal that its guests see. Null: the network's portal. */
  @IdField({ nullable: true })
  captive_portal_id?: string | null;

  /** Its make, which decides how it is told to let a guest in. Cannot be changed later. */
  @OneOfField(gatewayVendors, { example: 'coova' })
  vendor: string;

  /**
   * Where a guest's browser may be sent to sign in: host names or addresses, each optionally with a port. Whatever a
   * redirect says, nothing is sent to another host.
   */
  @Field(loginHosts, {
    required: false,
    type: [String],
    maxItems: mostHosts,
    default: [],
    example: ['10.1.0.1:3990', 'hotspot.example.com'],
  })
  login_hosts?: string[];

  /**
   * Of makes whose controller lets guests in (unifi, omada, ruckus-smartzone). `url` is where Usher reaches it;
   * `site` its name there (default: `default` of unifi, what the redirect says of omada; of ruckus-smartzone the zone,
   * where several gateways show one portal); `controller_id` of omada, where the controller does not say it itself.
   * `ca_certificate`, PEM, is its own certificate, or its authority's, where that is none that everybody trusts. A
   * change replaces it whole; another scheme, host or port requires the secrets again.
   */
  @Field(readController, {
    nullable: true,
    selfRequired: false,
    type: 'object',
    additionalProperties: false,
    properties: {
      url: { type: 'string', format: 'uri', maxLength: 2000 },
      site: { type: 'string', nullable: true, maxLength: 128 },
      controller_id: { type: 'string', nullable: true, maxLength: 64 },
      ca_certificate: { type: 'string', nullable: true, maxLength: 16_384 },
    },
    example: { url: 'https://unifi.example.com', site: 'default' },
  })
  controller?: object | null;

  /**
   * Of vendor generic, which requires it: how the gateway hands guests over. The redirect names the device in the
   * parameter `mac_in` and may name the login's address in `address_in` (its host must be one of `login_hosts`) and a
   * refusal in `error_in`. The login is sent by `method` (default: post) to `path` at `scheme` (default: https) and
   * `port`, with the guest's name in `username_field`, a one-time password in `password_field`, the page to go on to in
   * `return_field`, parameters that go back as they came (`sent_back`) and fields that never change (`fixed`).
   */
  @Field(readHandOver, {
    nullable: true,
    selfRequired: false,
    type: 'object',
    additionalProperties: false,
    properties: {
      mac_in: { type: 'string', maxLength: 64 },
      address_in: { type: 'string', nullable: true, maxLength: 64 },
      error_in: { type: 'string', nullable: true, maxLength: 64 },
      scheme: { type: 'string', nullable: true, enum: ['https', 'http'] },
      port: { type: 'integer', nullable: true, minimum: 1, maximum: 65_535 },
      path: { type: 'string', maxLength: 500 },
      method: { type: 'string', nullable: true, enum: ['post', 'get'] },
      username_field: { type: 'string', maxLength: 64 },
      password_field: { type: 'string', maxLength: 64 },
      return_field: { type: 'string', nullable: true, maxLength: 64 },
      sent_back: { type: 'array', nullable: true, maxItems: 20, items: { type: 'string', maxLength: 64 } },
      fixed: { type: 'object', nullable: true, additionalProperties: { type: 'string', maxLength: 500 } },
    },
    example: { mac_in: 'mac', path: '/login', username_field: 'username', password_field: 'password' },
  })
  hand_over?: object | null;

  /**
   * Of makes that know guests by their device's address. cisco-cwa requires `portal_url` (the portal's address as
   * guests reach it) and `redirect_acl` (the list on the controller by which unknown devices reach the portal and
   * nothing else); aruba-roles requires `captive_role`, whose captive portal profile leads to the portal, and `role`
   * of who is in.
   */
  @Field(readMacAuth, {
    nullable: true,
    selfRequired: false,
    type: 'object',
    additionalProperties: false,
    properties: {
      portal_url: { type: 'string', nullable: true, format: 'uri', maxLength: 150 },
      redirect_acl: { type: 'string', nullable: true, maxLength: 63 },
      captive_role: { type: 'string', nullable: true, maxLength: 63 },
      role: { type: 'string', nullable: true, maxLength: 63 },
    },
    example: { captive_role: 'guest-logon', role: 'guest' },
  })
  mac_auth?: object | null;

  /**
   * Words that the gateway knows, too: `uamsecret` of coova, `faskey` of opennds; `api_key`, or `username` and
   * `password` for unifi; `username` and `password` for omada and ruckus-smartzone. Never shown again. In a change,
   * absent ones stay and null removes one.
   */
  @Field(sharedWords, {
    selfRequired: false,
    type: 'object',
    additionalProperties: { type: 'string', nullable: true, maxLength: 128 },
    writeOnly: true,
    example: { uamsecret: 'a long shared word' },
  })
  secrets?: object;
}

@BodyExample({ name: 'Lobby', login_hosts: ['10.1.0.1:3990'] })
export class GatewayChangeDto extends PartialType(GatewayInputDto, { skipNullProperties: false }) {}

export class GatewayDto extends LinksDto {
  id: string;
  @ApiProperty({ example: 'Lobby' })
  name: string;
  network_id: string;
  captive_portal_id: string | null;
  @ApiProperty({ enum: gatewayVendors })
  vendor: string;
  @ApiProperty({ type: [String], example: ['10.1.0.1:3990'] })
  login_hosts: string[];
  /** Where guests are let in by asking a controller; null: their browser asks the gateway itself. */
  @ApiProperty({
    nullable: true,
    type: 'object',
    additionalProperties: true,
    example: { url: 'https://unifi.example.com', site: 'default' },
  })
  controller: object | null;
  /** Vendor generic only: how it hands guests over; null: as its make does. */
  @ApiProperty({
    nullable: true,
    type: 'object',
    additionalProperties: true,
    example: { mac_in: 'mac', path: '/login', username_field: 'username', password_field: 'password' },
  })
  hand_over: object | null;
  /** Makes that know guests by device address only: what RADIUS tells them. */
  @ApiProperty({
    nullable: true,
    type: 'object',
    additionalProperties: true,
    example: { captive_role: 'guest-logon', role: 'guest' },
  })
  mac_auth: object | null;
  /** Names of the shared words that are set. */
  @ApiProperty({ type: [String], example: ['uamsecret'] })
  secrets_set: string[];
  /** When it last sent a guest to the portal. */
  last_arrival_at: Instant | null;
  created_at: Instant;
  updated_at: Instant;
}

class EmbeddedGatewaysDto {
  gateways: GatewayDto[];
}

export class GatewayPageDto extends PageDto {
  _embedded: EmbeddedGatewaysDto;
}

export class LastArrivalDto {
  /** Null if it has sent nobody yet. */
  at: Instant | null;
  /** What proves the redirect: `signed` by a shared word, checked by the `gateway` itself, or `none`. */
  @ApiProperty({ nullable: true, type: String, example: 'gateway' })
  proof: string | null;
  /** What the gateway said about the guest, in Usher's words. */
  @ApiProperty({ nullable: true, type: String, example: 'refused' })
  problem: string | null;
  /** Parameters as the gateway sent them, without credentials and identities. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { res: 'notyet', mac: 'aa:bb:cc:…', challenge: '…' },
  })
  parameters: object;
}

export const gatewayDto: (gateway: Gateway) => Omit<GatewayDto, '_links'> = answerOf(gatewayTable);

function loginHosts(value: unknown): unknown {
  if (!Array.isArray(value) || value.length > mostHosts)
    return new Wrong(`must be a list of at most ${mostHosts} host names or addresses`);
  const read = value.map((each) => (typeof each === 'string' ? readLoginHost(each) : undefined));
  const wrong = Wrong.all(
    read.flatMap((each, index) =>
      each ? [] : [new Wrong('must be a host name or an address, perhaps with :port, and no path', `/${index}`)],
    ),
  );
  return wrong ?? [...new Set(read.flatMap((each) => (each ? [loginHostText(each)] : [])))];
}

const word = readText(128);

function sharedWords(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Wrong('must be an object');
  const words: Record<string, string | null> = {};
  for (const [name, said] of Object.entries(value)) {
    if (!secretNames.some((known) => known === name))
      return new Wrong(`has no entry ${name.slice(0, 64)}. Known are: ${secretNames.join(', ')}`);
    const read = said === null ? null : word(said);
    if (read instanceof Wrong) return new Wrong(read.detail, `/${name}`);
    words[name] = read as string | null;
  }
  return words;
}
