import { SeparatePool } from '../../database/separate-pool.js';
import { statement } from '../../database/statement.js';
import type { SaidOfSession } from './accounting-packet.wire.js';

/** As long as FreeRADIUS' own questions may take (deploy/freeradius/modules.conf). */
const patienceMilliseconds = 3_000;
const storePackets = statement('radius_store_packets', 'select radius.store_packets($1)');

/** Where accounting packets wait to be written as sessions; with FreeRADIUS' own login, from its start on. */
export class AccountingStore {
  private readonly pool: SeparatePool;

  /** `url`: see RadiusLogin. */
  constructor(url: string) {
    this.pool = new SeparatePool({ url, applicationName: 'usher-radius', size: 1, patienceMilliseconds });
  }

  /** Resolves when they are committed: all of them, or none. */
  async save(packets: readonly SaidOfSession[]): Promise<void> {
    await this.pool.query(storePackets, [JSON.stringify(packets)]);
  }

  async close(): Promise<void> {
    await this.pool.close();
  }
}
