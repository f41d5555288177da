import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Expected } from '../../http/etag/etag.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { ListedRows } from '../../http/list/list-rows.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';
import { ClientAddresses } from '../networks/client-addresses.js';
import { RadiusSecrets } from '../passwords/radius-secrets.js';
import { newRecord, changed } from '../crud/record-life.js';
import { refusals, requireUnused } from '../crud/refusals.js';
import type { RadiusServer, RadiusServerValues, WrittenRadiusServer } from './radius-server.js';
import { RadiusServersRepository } from './radius-servers.repository.js';

const usual = { region: null, address: null, authPort: 1812, acctPort: 1813, coaPort: 3799, radsec: false };
const refused = refusals({
  taken: { radius_servers_name: 'A RADIUS server with this name exists' },
  missing: { networks_radius_server: ['radius_server_id', 'RADIUS server'] },
});

@Injectable()
export class RadiusServersService {
  constructor(
    private readonly servers: RadiusServersRepository,
    private readonly addresses: ClientAddresses,
    private readonly secrets: RadiusSecrets,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<RadiusServer>> {
    return this.servers.table.list(context, list);
  }

  read(context: Context, id: string): Promise<RadiusServer> {
    return this.servers.table.read(context, id);
  }

  async create(
    context: Context,
    { secret, ...values }: Partial<RadiusServerValues> & { readonly name: string },
  ): Promise<WrittenRadiusServer> {
    const generatedSecret = secret ? undefined : this.secrets.generate();
    const secretSealed = this.secrets.seal(secret ?? generatedSecret ?? '');
    const server = newRecord({ ...usual, ...values, secretSealed }, this.ids.next(), this.clock.instant());
    await this.servers.table.insert(context, server).catch(refused);
    return { server, generatedSecret };
  }

  change(
    context: Context,
    id: string,
    { secret, ...values }: Partial<RadiusServerValues>,
    expected: Expected,
  ): Promise<WrittenRadiusServer> {
    return this.database.transaction(context, async (inside) => {
      const before = await this.servers.table.held(inside, id, expected);
      const generatedSecret = secret === null ? this.secrets.generate() : undefined;
      const newSecret = generatedSecret ?? secret ?? undefined;
      const isSame = newSecret === undefined || this.secrets.open(before.secretSealed) === newSecret;
      const server = changed(
        before,
        { ...values, ...(isSame ? {} : { secretSealed: this.secrets.seal(newSecret) }) },
        this.clock.instant(),
      );
      if (server === before) return { server };
      await this.servers.table.update(inside, server).catch(refused);
      if (server.authPort !== before.authPort) await this.requireClientsApart(inside, id);
      await this.addresses.publish(inside);
      return { server, generatedSecret };
    });
  }

  remove(context: Context, id: string, expected: Expected): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.servers.table.held(inside, id, expected);
      const networks = await this.servers.networksOf(inside, id);
      requireUnused('RADIUS server', { networks: networks.slice(0, 10).map(({ name }) => name) });
      await this.servers.table.remove(inside, id);
    });
  }

  /** The port that they send to also distinguishes clients. */
  private async requireClientsApart(inside: Context, id: string): Promise<void> {
    const networks = await this.servers.networksOf(inside, id);
    await this.addresses.requireUnambiguous(
      inside,
      networks.map((network) => network.id),
    );
  }
}
