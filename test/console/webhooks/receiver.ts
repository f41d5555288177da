import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../kernel/manual-clock.js';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Byte for byte. */
  readonly body: string;
  readonly at: number;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Answers a request; 'hang': never. */
export type Behaviour = (request: Received, count: number) => Reply | 'hang';

const accepting: Behaviour = () => ({ status: 204 });
export const answering =
  (status: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  () => ({ status, headers, body: `answer ${status}` });

/** Somebody's webhook endpoint on a real socket. */
export class Receiver {
  readonly received: Received[] = [];
  behaviour: Behaviour = accepting;
  private readonly hanging = new Set<ServerResponse>();

  private constructor(private readonly server: Server) {}

  static async listening(behaviour: Behaviour = accepting): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    receiver.behaviour = behaviour;
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () =>
        receiver.take(
          {
            path: request.url ?? '',
            headers: request.headers,
            body: Buffer.concat(chunks).toString('utf8'),
            at: performance.now(),
          },
          response,
        ),
      );
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return receiver;
  }

  url(path = '/'): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** The JSON bodies so far. */
  get bodies(): Record<string, unknown>[] {
    return this.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  }

  async reaches(count: number): Promise<void> {
    await eventually(`${count} requests have come`, () => this.received.length >= count);
  }

  /** Ends every request that hangs, without an answer. */
  letGo(): void {
    for (const response of this.hanging) response.destroy();
    this.hanging.clear();
  }

  /** Answers every request that hangs. */
  accept(): void {
    for (const response of this.hanging) response.writeHead(204).end();
    this.hanging.clear();
  }

  async close(): Promise<void> {
    this.letGo();
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private take(request: Received, response: ServerResponse): void {
    this.received.push(request);
    const reply = this.behaviour(request, this.received.length);
    if (reply === 'hang') {
      this.hanging.add(response);
      return;
    }
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body ?? '');
  }
}
