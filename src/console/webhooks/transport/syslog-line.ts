import { createSocket, type SocketOptions } from 'node:dgram';
import { connect as connectTcp, isIPv6, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { octetCounted } from './syslog-message.js';

export interface SyslogTarget {
  readonly protocol: 'udp' | 'tcp' | 'tls';
  readonly host: string;
  readonly port: number;
  /** PEM; null: the usual authorities. */
  readonly ca: string | null;
  readonly lookup: LookupFunction | undefined;
}

/**
 * Sends one message after another. Resolves once the operating system has accepted it, since syslog gives no answer.
 */
export interface SyslogLine {
  send(message: string): Promise<void>;
  close(): void;
}

export function openSyslogLine(target: SyslogTarget): SyslogLine {
  return target.protocol === 'udp' ? new DatagramLine(target) : new StreamLine(target);
}

/** RFC 5426: a message is a datagram. */
class DatagramLine implements SyslogLine {
  private readonly socket;

  constructor(private readonly target: SyslogTarget) {
    // A receiver given by name is resolved to IPv4, which every one of them has.
    const type = isIPv6(target.host) ? 'udp6' : 'udp4';
    this.socket = createSocket({ type, ...(target.lookup ? { lookup: datagramLookup(target.lookup) } : {}) });
    this.socket.on('error', () => undefined);
    this.socket.unref();
  }

  send(message: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.send(Buffer.from(message, 'utf8'), this.target.port, this.target.host, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  close(): void {
    this.socket.close();
  }
}

/** Datagram sockets report the address family as a bare number, whatever the types say. */
function datagramLookup(lookup: LookupFunction): SocketOptions['lookup'] {
  return (host, family, callback) =>
    lookup(host, { family: family as unknown as number }, callback as Parameters<LookupFunction>[2]);
}

/** RFC 6587 with octet counting, over TCP or TLS (RFC 5425). The next message reconnects a broken connection. */
class StreamLine implements SyslogLine {
  private socket: Promise<Socket> | undefined;
  private opened: Socket | undefined;

  constructor(private readonly target: SyslogTarget) {}

  async send(message: string): Promise<void> {
    this.socket ??= this.connect();
    const socket = await this.socket;
    await new Promise<void>((resolve, reject) => {
      const broken = (): void => reject(new Error('The connection was closed'));
      socket.once('close', broken);
      socket.write(octetCounted(message), (error) => {
        socket.off('close', broken);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** What was accepted is still sent; a pending connection is given up. */
  close(): void {
    this.socket?.catch(() => undefined);
    if (this.opened?.connecting) this.opened.destroy();
    else this.opened?.destroySoon();
    this.socket = undefined;
  }

  private connect(): Promise<Socket> {
    const { protocol, host, port, ca, lookup } = this.target;
    const made = new Promise<Socket>((resolve, reject) => {
      const socket: Socket =
        protocol === 'tls'
          ? connectTls({
              host,
              port,
              lookup,
              ca: ca ?? undefined,
              servername: /^[\d.]+$|:/.test(host) ? undefined : host,
            })
          : connectTcp({ host, port, lookup });
      this.opened = socket;
      socket.setKeepAlive(true);
      // Nothing needs reading, but only reading reveals that the other side has closed.
      socket.resume();
      socket.setMaxListeners(0);
      socket.once(protocol === 'tls' ? 'secureConnect' : 'connect', () => resolve(socket));
      socket.once('error', reject);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        reject(new Error('The connection was closed'));
        if (this.socket === made) this.socket = undefined;
      });
    });
    return made;
  }
}
