import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Field, IdField, OneOfField, TextField } from '../../http/body/fields.js';
import { readText, Wrong } from '../../http/body/readers.js';
import { LinksDto, PageDto } from '../../http/hal/hal.dto.js';
import { BodyExample } from '../../http/openapi/body-example.decorator.js';
import type { Instant } from '../../kernel/clock.js';
import { answerOf } from '../crud/answer-of.js';
import { readController } from './controller-settings.js';
import { gatewayTable } from './gateway.entity.js';
import { type Gateway, gatewayVendors, vendorRules } from './gateway.js';
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
   * Of makes whose controller lets guests in (unifi, omada, smartzone). `url` is where Usher reaches it; `site` its
   * name there (default: `default` of unifi, what the redirect says of omada; of smartzone the zone, where several
   * gateways show one portal); `controller_id` of omada, where the controller does not say it itself.
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
   * Words that the gateway knows, too: `uamsecret` of coova, `faskey` of opennds; `api_key`, or `username` and
   * `password`, of unifi; `username` and `password` of omada and smartzone. Never shown again. In a change, those
   * that are absent stay and null takes one away.
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
