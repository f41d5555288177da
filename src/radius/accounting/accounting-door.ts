import { randomBytes } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { sqlState } from '../../database/sql-state.js';
import type { Clock } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import {
  accountingCodes,
  type ForwardedAccounting,
  readForwardedAccounting,
  responseTo,
  type SaidOfSession,
  saidIn,
} from './accounting-packet.wire.js';

/** A statement's packets. One of 500 takes 10 ms. */
const mostTogether = 500;
/** Beyond this, an access point has to say it again: the database does not keep up. */
const mostWaiting = 20_000;
/**
 * While several come at a time, the next statement waits for as many as the last one had, and at most so long: a commit
 * costs as much as ten packets.
 */
const gatherMilliseconds = 2;

interface WaitingPacket {
  readonly request: ForwardedAccounting;
  readonly said: SaidOfSession;
  readonly from: RemoteInfo;
  readonly name: string;
}

/**
 * Where FreeRADIUS forwards accounting: RADIUS at a port of the loopback, with a secret of this start. What comes while
 * one statement is under way shares the next one. Each is answered when it is committed; not at all when it could not
 * be stored: then FreeRADIUS stores it by itself, or the access point says it again.
 */
export class AccountingDoor {
  readonly secret = randomBytes(24).toString('base64url');
  private readonly proof = Buffer.from(this.secret);
  private waiting: WaitingPacket[] = [];
  /** Said again before it was answered. */
  private readonly known = new Set<string>();
  private isStoring = false;
  /** When so many wait, the next statement has waited for more long enough. */
  private enough = 0;
  private goOn: () => void = () => undefined;
  /** The last statement failed. */
  private isFailing = false;

  private constructor(
    private readonly socket: Socket,
    private readonly save: (packets: readonly SaidOfSession[]) => Promise<void>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    socket.on('message', (packet, from) => this.heard(packet, from));
    // What could not be sent is asked again.
    socket.on('error', () => undefined);
  }

  static async open(
    save: (packets: readonly SaidOfSession[]) => Promise<void>,
    clock: Clock,
    log: Log,
  ): Promise<AccountingDoor> {
    const socket = createSocket({
      type: 'udp4',
      recvBufferSize: 4_194_304,
      // FreeRADIUS asks from this machine: no address of an answer has to be looked up.
      lookup: (address, _, found) => found(null, address, 4),
    });
    const listening = once(socket, 'listening');
    socket.bind(0, '127.0.0.1');
    await listening;
    return new AccountingDoor(socket, save, clock, log);
  }

  get port(): number {
    return this.socket.address().port;
  }

  close(): void {
    this.waiting = [];
    this.socket.close();
  }

  private heard(packet: Buffer, from: RemoteInfo): void {
    const request = readForwardedAccounting(packet, this.proof);
    if (request?.code === accountingCodes.statusServer) this.answer(request, from);
    if (request?.code !== accountingCodes.request || this.waiting.length >= mostWaiting) return;
    const name = `${from.port} ${packet.toString('latin1', 1, 20)}`;
    if (this.known.has(name)) return;
    this.known.add(name);
    this.waiting.push({ request, said: saidIn(request), from, name });
    if (!this.isStoring) void this.storeAll();
    else if (this.waiting.length === this.enough) this.goOn();
  }

  private async storeAll(): Promise<void> {
    this.isStoring = true;
    while (this.waiting.length > 0) {
      const together = this.waiting.splice(0, mostTogether);
      await this.store(together);
      for (const { name } of together) this.known.delete(name);
      if (together.length > 1) await this.gathered(together.length);
    }
    this.isStoring = false;
  }

  /** Whoever was answered at once speaks again at once, or others do. */
  private async gathered(count: number): Promise<void> {
    if (this.waiting.length >= count) return;
    this.enough = count;
    const isOver = new AbortController();
    // A reason of its own spares the making of an error.
    this.goOn = () => isOver.abort('enough');
    await this.clock.sleep(gatherMilliseconds, isOver.signal);
    this.enough = 0;
  }

  private async store(packets: readonly WaitingPacket[]): Promise<void> {
    try {
      await this.save(packets.map(({ said }) => said));
      this.isFailing = false;
    } catch (error) {
      // What no row can be made of must not hold up the others.
      const isOdd = sqlState(error).startsWith('22');
      if (isOdd && packets.length > 1) for (const each of packets) await this.store([each]);
      else this.failed(error);
      return;
    }
    for (const { request, from } of packets) this.answer(request, from);
  }

  /** One line for each time that the database is away. */
  private failed(error: unknown): void {
    if (!this.isFailing)
      this.log.warn({ error: String(error) }, 'accounting is not stored; access points say it again');
    this.isFailing = true;
  }

  private answer(request: ForwardedAccounting, from: RemoteInfo): void {
    try {
      // Nobody asks whether it left: what could not be sent is asked again.
      this.socket.send(responseTo(request, this.proof), from.port, from.address);
    } catch {
      // Closed meanwhile.
    }
  }
}
