import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { Ids } from '../../kernel/ids.js';
import { RadiusSecrets } from '../passwords/radius-secrets.js';
import { newRecord, changed, type RecordLife } from '../crud/record-life.js';
import { refusals, requireUnused } from '../crud/refusals.js';
import { ClientAddresses } from './client-addresses.js';
import { type ClientMaking, type ClientPlan, planClients, type StoredClient } from './client-plan.js';
import type { ClientInput, Network, NetworkFields, NetworkValues, WrittenNetwork } from './network.js';
import { NetworksRepository } from './networks.repository.js';

const usual: Omit<NetworkFields, 'name'> = {
  ssid: null,
  radiusServerId: null,
  defaultGroupId: null,
  unknownUsers: 'reject',
};
const refused = refusals({
  taken: { networks_name: 'A network with this name exists' },
  missing: {
    networks_radius_server: ['radius_server_id', 'RADIUS server'],
    networks_default_group: ['default_table_id', 'user group'],
  },
});

/** Networks (SSIDs) and the access points that ask for them. Refusals are Problems. */
@Injectable()
export class NetworksService {
  constructor(
    private readonly networks: NetworksRepository,
    private readonly addresses: ClientAddresses,
    private readonly secrets: RadiusSecrets,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Network>> {
    return this.networks.table.list(context, list) as Promise<ListedRows<Network>>;
  }

  async read(context: Context, id: string): Promise<Network> {
    return (await this.networks.table.read(context, id)) as Network;
  }

  create(
    context: Context,
    { clients: inputs = [], ...values }: Partial<NetworkValues> & { readonly name: string },
  ): Promise<WrittenNetwork> {
    return this.database.transaction(context, async (inside) => {
      const { clients, generatedSecrets } = this.plan([], inputs);
      const row = newRecord({ ...usual, ...values }, this.ids.next(), this.clock.instant());
      await this.networks.table.insert(inside, row).catch(refused);
      await this.networks.writeClients(inside, row.id, clients);
      await this.addresses.requireUnambiguous(inside, [row.id]);
      await this.addresses.publish(inside);
      return { network: { ...row, captivePortalId: null, clients }, generatedSecrets };
    });
  }

  /** `clients` replaces all of them; those that stay keep their ids. */
  change(
    context: Context,
    id: string,
    { clients: inputs, ...values }: Partial<NetworkValues>,
    expected: Expected,
  ): Promise<WrittenNetwork> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.held(inside, id, expected);
      const storedClients = await this.networks.storedClients(inside, id);
      const { clients, generatedSecrets } = inputs
        ? this.plan(storedClients, inputs)
        : { clients: storedClients, generatedSecrets: new Map<string, string>() };
      const hasNewClients = !isDeepStrictEqual(clients, storedClients);
      const at = this.clock.instant();
      const row = withRevision(changed(before, values, at), before, hasNewClients, at);
      if (row === before) return { network: { ...row, clients }, generatedSecrets };
      await this.networks.table.update(inside, row).catch(refused);
      if (hasNewClients) await this.networks.writeClients(inside, id, clients);
      await this.addresses.requireUnambiguous(inside, [id]);
      await this.addresses.publish(inside);
      return { network: { ...row, clients }, generatedSecrets };
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.held(inside, id, expected);
      requireUnused('network', {
        captive_portals: await this.networks.portalsOf(inside, id),
        gateways: await this.networks.gatewaysOf(inside, id),
      });
      await this.networks.table.remove(inside, id);
      await this.addresses.publish(inside);
    });
  }

  private plan(before: readonly StoredClient[], inputs: readonly ClientInput[]): ClientPlan {
    const making: ClientMaking = {
      nextId: () => this.ids.next(),
      generate: () => this.secrets.generate(),
      seal: (secret) => this.secrets.seal(secret),
      open: (sealed) => this.secrets.open(sealed),
    };
    const plan = planClients(before, inputs, making);
    if ('clients' in plan) return plan;
    throw Problem.invalid(plan);
  }

  private async held(inside: Context, id: string, expected: Expected): Promise<Network> {
    return (await this.networks.table.held(inside, id, expected)) as Network;
  }
}

/** Clients are part of the record: changing only them changes the record. */
function withRevision<Row extends RecordLife>(row: Row, before: Row, hasNewClients: boolean, at: string): Row {
  return row === before && hasNewClients ? { ...row, revision: row.revision + 1, updatedAt: at } : row;
}
