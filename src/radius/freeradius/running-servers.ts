import type { AccountingPorts } from '../accounting/accounting-ports.js';
import { FreeRadius, type FreeRadiusSettings } from './freeradius.js';
import { type PortPair, shownAtStart, writeListeners, writeRadsecListener } from './run-folder.js';

export interface ServersSettings extends FreeRadiusSettings {
  /** Who takes what access points say by UDP of sessions. Without: FreeRADIUS does. */
  readonly accountingPorts?: AccountingPorts;
}

interface RunningServer {
  readonly server: FreeRadius;
  readonly ports: ReadonlySet<number>;
}

interface RadsecServer {
  readonly server: FreeRadius;
  readonly port: number;
  readonly shown: string;
}

/**
 * FreeRADIUS at all ports that are served. It opens none while it runs: ports that come later get a further process, so
 * that nobody else's logins wait for a restart. So has RadSec, which reads the certificate that it shows at its start.
 */
export class RunningServers {
  private running: readonly RunningServer[] = [];
  private radsec: RadsecServer | undefined;

  constructor(private readonly settings: ServersSettings) {}

  get isRunning(): boolean {
    return this.running.length > 0;
  }

  /** Which of them ended by itself, as soon as one does. */
  get ended(): Promise<FreeRadius> {
    return Promise.race(this.all.map((server) => server.end.then(() => server)));
  }

  /** Opens the usual ports, and those of `pairs`; whoever has none of them any more is stopped. */
  async serve(pairs: readonly PortPair[] = []): Promise<void> {
    const wanted = [this.settings.listen, ...pairs];
    const isWanted = ({ ports }: RunningServer) => wanted.some(({ auth }) => ports.has(auth));
    const unwanted = this.running.filter((each) => !isWanted(each));
    this.running = this.running.filter(isWanted);
    await Promise.all(unwanted.map(({ server }) => server.stop()));
    const closed = wanted.filter(({ auth }) => !this.running.some(({ ports }) => ports.has(auth)));
    if (closed.length > 0) {
      const { listen, runFolder, accountingPorts } = this.settings;
      const server = await this.start({
        listeners: writeListeners(runFolder, listen.address, closed, !accountingPorts),
      });
      this.running = [...this.running, { server, ports: new Set(closed.map(({ auth }) => auth)) }];
    }
    await this.settings.accountingPorts?.serve(wanted.map(({ acct }) => acct));
  }

  /** Takes RADIUS over TLS at this port, with the certificate that is there now; none: no more. */
  async serveRadsec(port: number | undefined): Promise<void> {
    const { listen, runFolder } = this.settings;
    const shown = port === undefined ? '' : shownAtStart(runFolder);
    const { radsec } = this;
    if (radsec?.port === port && (!radsec || radsec.shown === shown)) return;
    this.radsec = undefined;
    await radsec?.server.stop();
    if (port === undefined) return;
    const listeners = writeRadsecListener(runFolder, listen.address, port);
    this.radsec = { server: await this.start({ listeners, isRadsec: true }), port, shown };
  }

  /** Another certificate is to be shown (showCertificates): within six seconds. */
  lookAgain(): void {
    for (const server of this.all) server.lookAgain();
  }

  async stop(): Promise<void> {
    const running = this.all;
    this.running = [];
    this.radsec = undefined;
    await Promise.all([...running.map((server) => server.stop()), this.settings.accountingPorts?.close()]);
  }

  private get all(): readonly FreeRadius[] {
    return [...this.running.map(({ server }) => server), ...(this.radsec ? [this.radsec.server] : [])];
  }

  private start(own: Pick<FreeRadiusSettings, 'listeners' | 'isRadsec'>): Promise<FreeRadius> {
    return FreeRadius.start({ ...this.settings, ...own });
  }
}
