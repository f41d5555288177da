import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { saidIn, type SaidBy } from './accounting-packet.wire.js';
import type { AccountingQueue } from './accounting-queue.js';
import { accountingCodes, type AccountingRequest, readAccounting, responseTo } from './accounting-request.wire.js';

/** Who sent a packet, by FreeRADIUS' word (undefined) or by its address, and with which secret. */
export interface PacketSource {
  readonly secret: Buffer;
  readonly by?: SaidBy;
}

/** A socket at one address of this machine: an answer leaves from where its packet came. */
export class AccountingSocket {
  private constructor(
    private readonly socket: Socket,
    private readonly queue: AccountingQueue,
  ) {
    // What could not be sent is asked again.
    socket.on('error', () => undefined);
  }

  /** `port` 0: any that is free. */
  static async open(address: string, port: number, queue: AccountingQueue): Promise<AccountingSocket> {
    const family = address.includes(':') ? 6 : 4;
    const socket = createSocket({
      type: family === 6 ? 'udp6' : 'udp4',
      recvBufferSize: 4_194_304,
      // It answers addresses: no name has to be looked up.
      lookup: (name, _, found) => found(null, name, family),
    });
    const listening = once(socket, 'listening');
    socket.bind(port, address);
    await listening;
    return new AccountingSocket(socket, queue);
  }

  get port(): number {
    return this.socket.address().port;
  }

  onPacket(heard: (packet: Buffer, from: RemoteInfo) => void): void {
    this.socket.on('message', heard);
  }

  /** Stores it, and answers when it is committed. False: it does not prove the sender's secret. */
  take(datagram: Buffer, from: RemoteInfo, { secret, by }: PacketSource): boolean {
    const request = readAccounting(datagram, secret);
    if (request === 'forged') return false;
    if (request?.code === accountingCodes.statusServer) this.answer(request, secret, from);
    if (request?.code !== accountingCodes.request) return true;
    const name = `${from.address} ${from.port} ${request.packet.toString('latin1', 1, 20)}`;
    if (this.queue.refuses(name)) return true;
    this.queue.add({ said: saidIn(request, by), name, answer: () => this.answer(request, secret, from) });
    return true;
  }

  close(): void {
    this.socket.close();
  }

  private answer(request: AccountingRequest, secret: Buffer, from: RemoteInfo): void {
    try {
      // Nobody asks whether it left: what could not be sent is asked again.
      this.socket.send(responseTo(request, secret), from.port, from.address);
    } catch {
      // Closed meanwhile.
    }
  }
}
