import { fias } from '../../src/connectors/pms/fias/fias.connector.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Check, Connector, ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import type { Link } from '../../src/provisioning/connector/listens.js';
import { RecordingLink } from '../connector-contract/recording-link.js';
import { open } from '../connector-contract/session.js';
import { ManualClock, eventually } from '../kernel/manual-clock.js';
import { SimulatedHotel, type HotelOptions } from '../simulators/fias/hotel.js';

/** A hotel and a listener on its link; both live by one clock that the test moves. */
export class Scene {
  readonly clock = new ManualClock('2026-05-14T13:00:00.000Z');
  readonly hotel: SimulatedHotel;
  problem: unknown;
  hasEnded = false;
  log: readonly string[] = [];
  private readonly giveUp = new AbortController();
  readonly link = new RecordingLink(this.clock, this.giveUp.signal);
  private listening: Promise<void> | null = null;
  private connector: Connector | null = null;
  private interpret: (body: Buffer, index: number) => readonly Change[] = () => [];

  constructor(
    hotel: HotelOptions = {},
    private readonly settings: Readonly<Record<string, unknown>> = {},
  ) {
    this.hotel = new SimulatedHotel({ now: () => this.clock.now(), ...hotel });
  }

  async start(history: Partial<Link['history']> = {}): Promise<this> {
    if (this.hotel.port === 0) await this.hotel.start();
    this.link.history = {
      knownRecords: 40,
      lastHeardAt: this.clock.instant(),
      lastFullListAt: '2026-05-01T04:00:00.000Z',
      ...history,
    };
    this.listen();
    return this;
  }

  listen(): void {
    const settings = { host: '127.0.0.1', port: this.hotel.port, time_zone: 'Europe/Vienna', ...this.settings };
    const { connector, log } = open(fias as unknown as ConnectorDefinition, { settings, clock: this.clock });
    this.log = log.lines;
    this.connector = connector;
    this.interpret = (body, index) =>
      connector.listens!.interpret({
        body,
        receivedAt: this.clock.instant(),
        sequence: String(index).padStart(16, '0'),
      });
    this.listening = connector
      .listens!.listen(this.link, this.giveUp.signal)
      .catch((problem: unknown) => {
        this.problem = problem;
      })
      .finally(() => {
        this.hasEnded = true;
      });
  }

  async close(): Promise<void> {
    await this.connector?.close?.();
  }

  async test(): Promise<readonly Check[]> {
    return this.connector?.test(AbortSignal.timeout(200_000)) ?? [];
  }

  /** What the stored frames mean, but for what is passed over. */
  get changes(): readonly Change[] {
    return this.link.stored
      .flatMap((body, index) => this.interpret(body, index))
      .filter(({ kind }) => kind !== 'ignored');
  }

  get phases(): readonly string[] {
    return this.changes.flatMap((change) => (change.kind === 'snapshot' ? [change.phase] : []));
  }

  /** Ids of the records that we sent. */
  get said(): readonly string[] {
    return this.hotel.ifc.received.map((text) => text.slice(0, 2));
  }

  linked(): Promise<void> {
    return eventually('the link is up', () => this.hotel.ifc.isAlive && this.link.latestState === 'connected');
  }

  /** Waits for something while time goes by. */
  eventually(what: string, condition: () => boolean, secondsEachTurn = 1): Promise<void> {
    return eventually(what, async () => {
      if (condition()) return true;
      await this.clock.advance(secondsEachTurn);
      return condition();
    });
  }

  /** Waits until nothing is being tried any more: the time of the test stands still meanwhile. */
  tried(): Promise<void> {
    return eventually('the attempt is over', () => this.link.latestState !== 'connecting');
  }

  /** Lets bytes that are on their way arrive, in both directions. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 5; turn += 1)
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
  }

  async stop(): Promise<void> {
    this.giveUp.abort();
    this.link.release();
    await this.listening;
    await this.hotel.stop();
  }
}
