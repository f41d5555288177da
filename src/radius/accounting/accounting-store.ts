import { SeparatePool } from '../../database/separate-pool.js';
import { statement } from '../../database/statement.js';
import type { AccessPoint } from './access-points.js';
import type { SaidOfSession } from './accounting-packet.wire.js';

/** As long as FreeRADIUS' own questions may take (deploy/freeradius/modules.conf). */
const patienceMilliseconds = 3_000;
const storePackets = statement('radius_store_packets', 'select radius.store_packets($1)');
const findClient = statement(
  'radius_find_client',
  `select attribute, value from radius.client($1, $2, $3, $4, 'wifi')
    where attribute in ('FreeRADIUS-Client-Shortname', 'FreeRADIUS-Client-Secret')`,
);

/**
 * Where accounting packets wait to be written as sessions, and whose access points are; with FreeRADIUS' own login,
 * from its start on.
 */
export class AccountingStore {
  private readonly pool: SeparatePool;
  /** Who is unknown must not hold up what is stored. */
  private readonly asking: SeparatePool;

  /** `url`: see RadiusLogin. `usual`: the ports where all organizations are served. */
  constructor(
    url: string,
    private readonly usual: { readonly auth: number; readonly acct: number },
  ) {
    const settings = { url, applicationName: 'usher-radius', size: 1, patienceMilliseconds };
    this.pool = new SeparatePool(settings);
    this.asking = new SeparatePool(settings);
  }

  /** Resolves when they are committed: all of them, or none. */
  async save(packets: readonly SaidOfSession[]): Promise<void> {
    await this.pool.query(storePackets, [JSON.stringify(packets)]);
  }

  /** Undefined: no network has this address, or it is not served at this port. */
  async accessPoint(address: string, port: number): Promise<AccessPoint | undefined> {
    const rows = await this.asking.query<{ attribute: string; value: string }>(findClient, [
      address,
      String(port),
      String(this.usual.auth),
      String(this.usual.acct),
    ]);
    const said = new Map(rows.map(({ attribute, value }) => [attribute, value]));
    const [name, secret] = [said.get('FreeRADIUS-Client-Shortname'), said.get('FreeRADIUS-Client-Secret')];
    return name === undefined || secret === undefined ? undefined : { name, secret: Buffer.from(secret) };
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.asking.close()]);
  }
}
