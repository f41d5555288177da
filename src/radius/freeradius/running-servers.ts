import { FreeRadius, type FreeRadiusSettings } from './freeradius.js';
import { type ListenOn, type PortPair, writeListeners } from './run-folder.js';

interface RunningServer {
  readonly server: FreeRadius;
  readonly ports: ReadonlySet<number>;
}

/**
 * FreeRADIUS at all ports that are served. It opens none while it runs: ports that come later get a further process, so
 * that nobody else's logins wait for a restart.
 */
export class RunningServers {
  private running: readonly RunningServer[] = [];

  constructor(private readonly settings: FreeRadiusSettings) {}

  get isRunning(): boolean {
    return this.running.length > 0;
  }

  /** Which of them ended by itself, as soon as one does. */
  get ended(): Promise<FreeRadius> {
    return Promise.race(this.running.map(({ server }) => server.end.then(() => server)));
  }

  /** Opens the usual ports, and those of `pairs`; whoever has none of them any more is stopped. */
  async serve(pairs: readonly PortPair[] = []): Promise<void> {
    const { listen } = this.settings;
    const wanted = [listen, ...pairs];
    const isWanted = ({ ports }: RunningServer) => wanted.some(({ auth }) => ports.has(auth));
    const unwanted = this.running.filter((each) => !isWanted(each));
    this.running = this.running.filter(isWanted);
    await Promise.all(unwanted.map(({ server }) => server.stop()));
    const closed = wanted.filter(({ auth }) => !this.running.some(({ ports }) => ports.has(auth)));
    if (closed.length > 0) await this.start(closed, listen);
  }

  async stop(): Promise<void> {
    const running = this.running;
    this.running = [];
    await Promise.all(running.map(({ server }) => server.stop()));
  }

  private async start(pairs: readonly PortPair[], { address }: ListenOn): Promise<void> {
    const listeners = writeListeners(this.settings.runFolder, address, pairs);
    const server = await FreeRadius.start({ ...this.settings, listeners });
    this.running = [...this.running, { server, ports: new Set(pairs.map(({ auth }) => auth)) }];
  }
}
