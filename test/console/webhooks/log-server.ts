import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A log server: what it took, message by message. */
export interface LogServer {
  readonly url: string;
  readonly messages: string[];
  /** Connections so far. */
  readonly connections: Socket[];
  close(): Promise<void>;
}

export async function udpLogServer(): Promise<LogServer> {
  const socket = createSocket('udp4');
  const messages: string[] = [];
  socket.on('message', (bytes) => messages.push(bytes.toString('utf8')));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    url: `udp://127.0.0.1:${socket.address().port}`,
    messages,
    connections: [],
    close: async () => {
      socket.close();
    },
  };
}

/** Over TLS when it has a certificate. Reads octet counting (RFC 6587) strictly: anything else ends up as an error. */
export async function streamLogServer(tls?: { key: string; cert: string }): Promise<LogServer> {
  const messages: string[] = [];
  const connections: Socket[] = [];
  const take = (socket: Socket): void => {
    connections.push(socket);
    let buffer = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      buffer = Buffer.concat([buffer, chunk]);
      for (let frame = frameOf(buffer); frame; frame = frameOf(buffer)) {
        messages.push(frame.message);
        buffer = buffer.subarray(frame.end);
      }
    });
  };
  const server = tls ? createTlsServer(tls, take) : createTcpServer(take);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `${tls ? 'tls' : 'tcp'}://${tls ? 'localhost' : '127.0.0.1'}:${(server.address() as AddressInfo).port}`,
    messages,
    connections,
    close: async () => {
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function frameOf(buffer: Buffer): { message: string; end: number } | undefined {
  const blank = buffer.indexOf(' ');
  if (blank < 0) return undefined;
  const count = buffer.toString('latin1', 0, blank);
  if (!/^[1-9]\d*$/.test(count)) throw new Error(`Not a length: ${count}`);
  const end = blank + 1 + Number(count);
  return buffer.length < end ? undefined : { message: buffer.toString('utf8', blank + 1, end), end };
}
