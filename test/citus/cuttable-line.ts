import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can be cut: who uses it then is cut off, and nobody gets through until it is mended. */
export class CuttableLine {
  private readonly sockets = new Set<Socket>();
  private isCut = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private far: { readonly host: string; readonly port: number },
  ) {}

  static async to(host: string, port: number): Promise<CuttableLine> {
    const server = createServer((near) => line.join(near, connect(line.far)));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const bound = server.address();
    const line: CuttableLine = new CuttableLine(server, typeof bound === 'object' && bound ? bound.port : 0, {
      host,
      port,
    });
    return line;
  }

  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
  }

  /** To another server from now on, as where a standby takes over the address. */
  leadTo(host: string, port: number): void {
    this.far = { host, port };
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ]) {
      this.sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
    if (this.isCut) near.destroy();
  }
}
