import { randomBytes } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { Batcher } from '../../kernel/queues/batcher.js';
import { readForwardedLogin } from './access-packet.js';
import { type AccountingPacket, accountingCodes, accountingResponse, readAccounting } from './accounting-packet.js';

/** Resolves when the packets are stored for good. */
export type StorePackets = (packets: readonly AccountingPacket[]) => Promise<void>;

const mostTogether = 200;
/** What comes beyond is dropped: its access point asks again. */
const mostWaiting = 10_000;

/**
 * Where FreeRADIUS forwards accounting: RADIUS at a port of the loopback, with a secret of this start. Packets that
 * wait at the same time are stored by one statement, and each is answered when that is committed; what could not be
 * stored is not answered.
 */
export class AccountingDoor {
  readonly secret = randomBytes(24).toString('base64url');
  private readonly packets: Batcher<AccountingPacket, void>;

  private constructor(
    private readonly socket: Socket,
    store: StorePackets,
  ) {
    this.packets = new Batcher<AccountingPacket, void>(
      async (packets) => {
        await store(packets);
        return packets.map(() => undefined);
      },
      { most: mostTogether, gathers: true },
    );
    socket.on('message', (packet, from) => void this.heard(packet, from));
    // What could not be sent is asked again.
    socket.on('error', () => undefined);
  }

  static async open(store: StorePackets): Promise<AccountingDoor> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new AccountingDoor(socket, store);
  }

  get port(): number {
    return this.socket.address().port;
  }

  /** Packets that are not answered yet. */
  get size(): number {
    return this.packets.size;
  }

  /** Resolves when what came is stored, or lost with its connection. */
  async close(): Promise<void> {
    await this.packets.idle();
    this.socket.close();
  }

  private async heard(request: Buffer, from: RemoteInfo): Promise<void> {
    if (!this.isAlive(request)) {
      const packet = readAccounting(request, this.secret);
      if (packet === undefined || this.size >= mostWaiting) return;
      try {
        if (packet) await this.packets.add(packet);
      } catch {
        return;
      }
    }
    try {
      this.socket.send(accountingResponse(request, this.secret), from.port, from.address, () => undefined);
    } catch {
      // Closed meanwhile.
    }
  }

  /** FreeRADIUS asks so after silence, which may be the database's. */
  private isAlive(request: Buffer): boolean {
    return (
      request[0] === accountingCodes.statusServer &&
      readForwardedLogin(request, this.secret)?.code === accountingCodes.statusServer
    );
  }
}
