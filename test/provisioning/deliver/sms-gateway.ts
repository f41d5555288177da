import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedText {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Some provider's HTTP interface on a real socket. */
export class SmsGatewayServer {
  readonly received: ReceivedText[] = [];
  /** What it answers next, in order; 200 when there is nothing left. */
  readonly answers: number[] = [];
  /** Takes messages and does not say so. */
  isHolding = false;

  private constructor(private readonly server: Server) {}

  static async listening(): Promise<SmsGatewayServer> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        made.received.push({
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        });
        if (!made.isHolding)
          response
            .writeHead(made.answers.shift() ?? 200, { 'content-type': 'application/json' })
            .end('{"queued":true}');
      });
    });
    const made = new SmsGatewayServer(server);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return made;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }
}
