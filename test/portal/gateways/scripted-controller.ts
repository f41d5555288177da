import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ScriptedRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly body: Readonly<Record<string, string>>;
}

/** A text goes out as it is, anything else as JSON. */
export interface ScriptedAnswer {
  readonly status?: number;
  readonly said: unknown;
}

export type Script = (request: ScriptedRequest) => ScriptedAnswer;

/** Something on a real socket where a gateway's controller should be, which answers as it is told. */
export class ScriptedController {
  private constructor(
    private readonly server: Server,
    public script: Script,
  ) {
    server.on('request', (request, response) => {
      void (async () => {
        let text = '';
        for await (const part of request) text += String(part);
        const body = (text === '' ? {} : JSON.parse(text)) as ScriptedRequest['body'];
        const path = (request.url ?? '').split('?', 1)[0];
        const { status = 200, said } = this.script({ method: request.method ?? '', path, body });
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(typeof said === 'string' ? said : JSON.stringify(said));
      })();
    });
  }

  static async open(script: Script): Promise<ScriptedController> {
    const server = createServer();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new ScriptedController(server, script);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
