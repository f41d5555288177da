import { statement } from '../../database/database.js';
import { SingleConnection } from '../../database/single-connection.js';
import type { AccountingPacket } from './accounting-packet.js';

/** As long as FreeRADIUS waits for the database; an access point asks again. */
const patienceMilliseconds = 3_000;

const store = statement('packets_store', 'select radius.store_packets($1)');

/** Stores accounting packets by FreeRADIUS' own login, which may do nothing else with them. */
export class PacketStore {
  private readonly connection: SingleConnection;

  constructor(url: string) {
    this.connection = new SingleConnection(url, patienceMilliseconds);
  }

  async store(packets: readonly AccountingPacket[]): Promise<void> {
    await this.connection.query(store, [JSON.stringify(packets)]);
  }

  async close(): Promise<void> {
    await this.connection.close();
  }
}
