import { randomBytes } from 'node:crypto';
import type { AccountingQueue } from './accounting-queue.js';
import { AccountingSocket } from './accounting-socket.js';

/**
 * Where FreeRADIUS forwards accounting that came by RadSec: RADIUS at a port of the loopback, with a secret of this
 * start. While nobody answers there, FreeRADIUS stores it by itself.
 */
export class AccountingDoor {
  private constructor(
    private readonly socket: AccountingSocket,
    readonly secret: string,
  ) {}

  static async open(queue: AccountingQueue): Promise<AccountingDoor> {
    const socket = await AccountingSocket.open('127.0.0.1', 0, queue);
    const secret = randomBytes(24).toString('base64url');
    const proof = Buffer.from(secret);
    socket.onPacket((packet, from) => void socket.take(packet, from, { secret: proof }));
    return new AccountingDoor(socket, secret);
  }

  get port(): number {
    return this.socket.port;
  }

  close(): void {
    this.socket.close();
  }
}
