import pg from 'pg';
import { ErrorHandlingClient } from '../../database/error-handling-client.js';
import type { SaidOfSession } from './accounting-packet.wire.js';

/** As long as FreeRADIUS' own questions may take (deploy/freeradius/modules.conf). */
const patienceMilliseconds = 3_000;

/** Where accounting packets wait to be written as sessions; with FreeRADIUS' own login, from its start on. */
export class AccountingStore {
  private readonly pool: pg.Pool;

  /** `url`: see RadiusLogin. */
  constructor(url: string) {
    this.pool = new pg.Pool({
      connectionString: url,
      application_name: 'usher-radius',
      max: 1,
      connectionTimeoutMillis: patienceMilliseconds,
      query_timeout: patienceMilliseconds,
      Client: ErrorHandlingClient,
    });
    this.pool.on('error', () => undefined);
  }

  /** Resolves when they are committed: all of them, or none. */
  async save(packets: readonly SaidOfSession[]): Promise<void> {
    await this.pool.query({
      name: 'radius_store_packets',
      text: 'select radius.store_packets($1)',
      values: [JSON.stringify(packets)],
    });
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
