import pg from 'pg';
import { ErrorHandlingClient } from '../../database/error-handling-client.js';
import type { AccountingPacket } from './accounting-packet.js';

/** As long as FreeRADIUS waits for the database; an access point asks again. */
const patienceMilliseconds = 3_000;

const store = { name: 'packets_store', text: 'select radius.store_packets($1)' };

/** Stores accounting packets by FreeRADIUS' own login, which may do nothing else with them. */
export class PacketStore {
  private readonly pool: pg.Pool;

  constructor(url: string) {
    this.pool = new pg.Pool({
      connectionString: url,
      Client: ErrorHandlingClient,
      max: 1,
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: patienceMilliseconds,
      query_timeout: patienceMilliseconds,
    });
    // A connection that breaks while it rests is replaced.
    this.pool.on('error', () => undefined);
  }

  async store(packets: readonly AccountingPacket[]): Promise<void> {
    await this.pool.query({ ...store, values: [JSON.stringify(packets)] });
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
