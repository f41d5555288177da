import { createServer, connect, type Server, type Socket } from 'node:net';

/**
 * The way to a database: it can be closed as by a server that is down (refused at once), or as by a network that is
 * down (nothing ever comes).
 */
export class DatabaseWay {
  private state: 'open' | 'refusing' | 'silent' = 'open';
  private readonly sockets = new Set<Socket>();
  private readonly waiting = new Set<() => void>();
  private asked = '';

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private readonly databasePort: number,
  ) {
    server.on('connection', (socket) => this.accept(socket));
  }

  static async open(databaseUrl: string): Promise<DatabaseWay> {
    const server = createServer();
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    return new DatabaseWay(server, port, Number(new URL(databaseUrl).port));
  }

  /** How many times the text went to the database. */
  timesAsked(text: string): number {
    return this.asked.split(text).length - 1;
  }

  refuse(): void {
    this.state = 'refusing';
    for (const socket of this.sockets) socket.destroy();
  }

  /** What is under way stays, and stands still. */
  silence(): void {
    this.state = 'silent';
    for (const socket of this.sockets) socket.pause();
  }

  reopen(): void {
    this.state = 'open';
    for (const socket of this.sockets) socket.resume();
    for (const go of this.waiting) go();
    this.waiting.clear();
  }

  async close(): Promise<void> {
    this.refuse();
    await new Promise((resolve) => {
      this.server.close(resolve);
    });
  }

  private accept(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    if (this.state === 'refusing') socket.destroy();
    else if (this.state === 'silent') this.waiting.add(() => this.lead(socket));
    else this.lead(socket);
  }

  private lead(socket: Socket): void {
    if (socket.destroyed) return;
    const onwards = connect(this.databasePort, '127.0.0.1');
    this.sockets.add(onwards);
    onwards
      .on('error', () => undefined)
      .on('close', () => {
        this.sockets.delete(onwards);
        socket.destroy();
      });
    socket.on('close', () => onwards.destroy());
    socket.on('data', (sent: Buffer) => {
      this.asked += sent.toString('latin1');
    });
    socket.pipe(onwards);
    onwards.pipe(socket);
  }
}
