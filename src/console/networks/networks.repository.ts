import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { networkTable } from './network.entity.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import { withoutFullPrefix } from './client-address.js';
import type { StoredClient } from './client-plan.js';
import type { Network } from './network.js';

/**
 * At most one portal names a network (captive_portals_network_once). Here and below $1 is the organization: by the
 * network's own, Citus would not know, while it locks the network, whose the other rows are.
 */
const portalOfNetwork = `(
  select p.id from captive_portals p where p.organization_id = $1 and p.network_id = networks.id)`;

export const networkListFields = listFieldsOf(networkTable, 'networks', {
  captive_portal_id: { column: portalOfNetwork, type: 'uuid' },
});

/** Everything except the secrets; as inet, since a single host has no prefix then. */
const withClients = `coalesce((
  select json_agg(json_build_object('id', c.id, 'address', coalesce(c.address, c.site_address)::inet, 'radsec',
    c.address is null, 'shortName', c.short_name, 'vendor', c.vendor, 'coaPort', c.coa_port,
    'requireMessageAuthenticator', c.require_message_authenticator) order by c.position)
  from network_clients c
  where c.organization_id = $1 and c.network_id = networks.id), '[]')
    as clients`;

const stored = statement(
  'networks_stored_clients',
  `
  select id, coalesce(address, site_address) as address, address is null as radsec, short_name as "shortName", vendor,
    coa_port as "coaPort", require_message_authenticator as "requireMessageAuthenticator",
    secret_sealed as "secretSealed"
  from network_clients where organization_id = $1 and network_id = $2 order by position for update`,
);
const removeOthers = statement(
  'networks_remove_other_clients',
  `
  delete from network_clients where organization_id = $1 and network_id = $2 and not id = any ($3::uuid[])`,
);
const columns =
  'position, address, site_address, short_name, vendor, secret_sealed, coa_port, require_message_authenticator';
const write = statement(
  'networks_write_clients',
  `
  insert into network_clients (organization_id, network_id, id, ${columns})
  select $1, $2, id, ${columns} from json_to_recordset($3::json) as r (
    id uuid, position int, address cidr, site_address cidr, short_name text, vendor text, secret_sealed bytea,
    coa_port int, require_message_authenticator boolean)
  on conflict (organization_id, id) do update set position = excluded.position, address = excluded.address,
    site_address = excluded.site_address, short_name = excluded.short_name,
    vendor = excluded.vendor, secret_sealed = excluded.secret_sealed, coa_port = excluded.coa_port,
    require_message_authenticator = excluded.require_message_authenticator`,
);
const portalsOf = statement(
  'networks_portals',
  `
  select name from captive_portals where organization_id = $1 and network_id = $2 order by lower(name) limit 10`,
);
const gatewaysOf = statement(
  'networks_gateways',
  `
  select name from gateways where organization_id = $1 and network_id = $2 order by lower(name) limit 10`,
);

type NetworkRow = Omit<Network, 'clients' | 'captivePortalId'>;

@Injectable()
export class NetworksRepository {
  readonly table: RecordTable<NetworkRow>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<NetworkRow>(database, networkTable, 'network', {
      selected: `${portalOfNetwork} as "captivePortalId", ${withClients}`,
    });
  }

  /** With their secrets, locked until the transaction ends. */
  async storedClients(inside: Context, networkId: string): Promise<StoredClient[]> {
    const rows = await this.database.query<StoredClient>(inside, stored, [inside.organizationId, networkId]);
    return rows.map((row) => ({ ...row, address: withoutFullPrefix(row.address) }));
  }

  /** Exactly these, in this order. */
  async writeClients(inside: Context, networkId: string, clients: readonly StoredClient[]): Promise<void> {
    await this.database.query(inside, removeOthers, [inside.organizationId, networkId, clients.map(({ id }) => id)]);
    if (clients.length > 0)
      await this.database.query(inside, write, [
        inside.organizationId,
        networkId,
        JSON.stringify(clients.map(columnsOf)),
      ]);
  }

  /** Names, at most 10. */
  async portalsOf(context: Context, id: string): Promise<string[]> {
    return (await this.database.query<{ name: string }>(context, portalsOf, [context.organizationId, id])).map(
      ({ name }) => name,
    );
  }

  /** Names, at most 10. */
  async gatewaysOf(context: Context, id: string): Promise<string[]> {
    return (await this.database.query<{ name: string }>(context, gatewaysOf, [context.organizationId, id])).map(
      ({ name }) => name,
    );
  }
}

function columnsOf(client: StoredClient, position: number): object {
  return {
    id: client.id,
    position,
    address: client.radsec ? null : client.address,
    site_address: client.radsec ? client.address : null,
    short_name: client.shortName,
    vendor: client.vendor,
    secret_sealed: `\\x${client.secretSealed.toString('hex')}`,
    coa_port: client.coaPort,
    require_message_authenticator: client.requireMessageAuthenticator,
  };
}
