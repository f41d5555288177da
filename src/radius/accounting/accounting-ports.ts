import type { RemoteInfo } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Clock } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import { StartProblem } from '../../kernel/start-problem.js';
import type { AccessPoints } from './access-points.js';
import type { AccountingQueue } from './accounting-queue.js';
import { AccountingSocket } from './accounting-socket.js';
import { ownAddresses } from './own-addresses.js';

/** An address may come to this machine while it runs, as a failed neighbour's does. */
const lookEveryMilliseconds = 3_000;

export interface AccountingPortsSettings {
  /**
   * As FreeRADIUS takes it: an address, a name, or `0.0.0.0`, `*` and `::`, by which each address of this machine has a
   * socket, so that answers leave from where packets came.
   */
  readonly address: string;
  readonly accessPoints: AccessPoints;
  readonly queue: AccountingQueue;
  /** A packet that does not prove its access point's secret. */
  readonly forged: (accessPoint: string, address: string) => void;
  /** Those of this machine, asked for again and again. */
  readonly addresses?: () => readonly string[];
}

type Failed = (error: StartProblem, name: string, isTaken: boolean) => void;

/** Where access points say by UDP what becomes of sessions (RFC 2866), at as many ports as are served. */
export class AccountingPorts {
  private sockets = new Map<string, AccountingSocket>();
  private ports: readonly number[] = [];
  private looking: Promise<void> | undefined;
  private readonly closing = new AbortController();
  private readonly failing = new Set<string>();
  /** One at a time: each looks at what the one before has opened. */
  private opening: Promise<void> = Promise.resolve();

  constructor(
    private readonly settings: AccountingPortsSettings,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Opens these ports, and closes all others.
   * @throws StartProblem when another program has one of them
   */
  async serve(ports: readonly number[]): Promise<void> {
    this.ports = ports;
    await this.inTurn((error, name, isTaken) => {
      // One of many may still be on its way to this machine.
      if (isTaken || !this.isEverywhere) throw error;
      this.failed(name, error);
    });
    if (this.isEverywhere) this.looking ??= this.look();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all([this.looking, this.opening]);
    for (const socket of this.sockets.values()) socket.close();
    this.sockets.clear();
  }

  private get isEverywhere(): boolean {
    return ['0.0.0.0', '*', '::'].includes(this.settings.address);
  }

  private async addresses(): Promise<readonly string[]> {
    const { address, addresses = () => ownAddresses(address) } = this.settings;
    if (this.isEverywhere) return addresses();
    if (isIP(address) !== 0) return [address];
    const found = await lookup(address, { order: 'ipv4first' }).catch((error: unknown) => {
      throw new StartProblem(`USHER_RADIUS_ADDRESS is no address of this machine: ${String(error)}`);
    });
    return [found.address];
  }

  private async look(): Promise<void> {
    while (!this.closing.signal.aborted) {
      await this.clock.sleep(lookEveryMilliseconds, this.closing.signal);
      if (this.closing.signal.aborted) return;
      await this.inTurn((error, name) => this.failed(name, error)).catch((error: unknown) =>
        this.failed('this machine', error),
      );
    }
  }

  private inTurn(failed: Failed): Promise<void> {
    const opened = this.opening.then(() => this.open(failed));
    this.opening = opened.catch(() => undefined);
    return opened;
  }

  private async open(failed: Failed): Promise<void> {
    const { queue } = this.settings;
    const wanted = new Map<string, { address: string; port: number }>(
      (await this.addresses()).flatMap((each) =>
        this.ports.map((port) => [`${each} ${port}`, { address: each, port }] as const),
      ),
    );
    for (const [name, socket] of this.sockets)
      if (!wanted.has(name)) {
        socket.close();
        this.sockets.delete(name);
      }
    for (const [name, at] of wanted) {
      if (this.sockets.has(name)) continue;
      try {
        const socket = await AccountingSocket.open(at.address, at.port, queue);
        socket.onPacket((packet, from) => this.heard(socket, packet, from, at.port));
        this.sockets.set(name, socket);
        this.failing.delete(name);
      } catch (error) {
        failed(problemOf(error, at), name, isTaken(error));
      }
    }
  }

  /** One line for each address that cannot be had: the next look tries again. */
  private failed(name: string, error: unknown): void {
    if (!this.failing.has(name)) this.log.warn({ error: String(error) }, 'accounting is not taken at an address');
    this.failing.add(name);
  }

  private heard(socket: AccountingSocket, packet: Buffer, from: RemoteInfo, port: number): void {
    const source = from.address.replace(/%.*$/, '');
    const known = this.settings.accessPoints.remembered(source, port);
    if (known === 'unknown') return;
    if (known) this.take(socket, packet, from, { ...known, source });
    else void this.askedFor(socket, packet, from, { port, source });
  }

  private async askedFor(
    socket: AccountingSocket,
    packet: Buffer,
    from: RemoteInfo,
    { port, source }: { port: number; source: string },
  ): Promise<void> {
    const found = await this.settings.accessPoints.lookedUp(source, port);
    if (found !== 'unknown') this.take(socket, packet, from, { ...found, source });
  }

  private take(
    socket: AccountingSocket,
    packet: Buffer,
    from: RemoteInfo,
    { name: client, secret, source }: { name: string; secret: Buffer; source: string },
  ): void {
    if (!socket.take(packet, from, { secret, by: { client, source } })) this.settings.forged(client, source);
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function problemOf(error: unknown, { address, port }: { address: string; port: number }): StartProblem {
  const why = isTaken(error)
    ? 'another program has it. systemctl disable --now freeradius ends the FreeRADIUS of the distribution'
    : String(error);
  return new StartProblem(
    `Accounting cannot be taken at ${address}, port ${port}: ${why}; USHER_RADIUS_ADDRESS and ` +
      'USHER_RADIUS_ACCT_PORT name others.',
  );
}
