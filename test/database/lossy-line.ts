import { connect, createServer, type Socket } from 'node:net';

/** What of the next exchange that says `words` is lost, with the connection. */
export interface Loss {
  readonly way: 'to the server' | 'from the server';
  readonly words: string;
}

/** A way to PostgreSQL that can break at a chosen word. */
export class LossyLine {
  losses = 0;
  private loss: Loss | undefined;

  private constructor(
    readonly url: string,
    readonly close: () => Promise<void>,
  ) {}

  static async to(url: string): Promise<LossyLine> {
    const target = new URL(url);
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      const far = connect(Number(target.port), target.hostname);
      for (const [from, to, way] of [
        [near, far, 'to the server'],
        [far, near, 'from the server'],
      ] as const) {
        sockets.add(from);
        from.on('data', (bytes) => {
          if (line.loses(way, bytes)) for (const each of [near, far]) each.destroy();
          else if (!to.destroyed) to.write(bytes);
        });
        from.on('error', () => undefined);
        from.on('close', () => {
          to.destroy();
        });
      }
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const bound = server.address();
    const through = new URL(url);
    through.host = `127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`;
    const line = new LossyLine(through.href, async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    });
    return line;
  }

  loseNext(loss: Loss): void {
    this.loss = loss;
  }

  private loses(way: Loss['way'], bytes: Buffer): boolean {
    if (this.loss?.way !== way || !bytes.includes(this.loss.words)) return false;
    this.loss = undefined;
    this.losses += 1;
    return true;
  }
}
