import { FrameQueue } from '../../src/provisioning/intake/listeners/held-link.js';
import { SilentLog } from '../../src/kernel/log.js';
import type { Clock } from '../../src/kernel/clock.js';
import type { ChargeAnswer, RoomCharge } from '../../src/provisioning/connector/charges.js';
import type { Link } from '../../src/provisioning/connector/listens.js';

/** The engine's end of a link, with a memory for a database: storing can be held back or made to fail. */
export class RecordingLink implements Link {
  readonly stored: Buffer[] = [];
  readonly batches: number[] = [];
  readonly states: { readonly state: string; readonly detail?: string }[] = [];
  history: Link['history'] = { knownRecords: 1, lastHeardAt: null, lastFullListAt: '2026-05-14T12:00:00.000Z' };
  /** What the outside said to charges. */
  readonly answersToCharges: { readonly number: number; readonly answer: ChargeAnswer }[] = [];
  /** Sends one, as the engine would. */
  charge: (charge: RoomCharge) => boolean = () => false;
  readonly positions: string[] = [];
  heardCount = 0;
  storing = 0;
  /** More than one at a time would lose the order. */
  mostAtOnce = 0;
  failures = 0;
  private readonly frames: FrameQueue;
  private gate: Promise<void> | null = null;
  private openGate: () => void = () => {};
  private ask: () => boolean = () => false;

  constructor(clock: Clock, signal: AbortSignal) {
    this.frames = new FrameQueue((frames) => this.write(frames), clock, new SilentLog(), signal);
  }

  store(frame: Buffer): Promise<boolean> {
    return this.frames.add(frame);
  }

  get full(): Promise<void> | null {
    return this.frames.full;
  }

  private async write(frames: readonly Buffer[]): Promise<boolean> {
    this.storing += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.storing);
    try {
      await this.gate;
      if (this.failures > 0) {
        this.failures -= 1;
        throw new Error('The database is away');
      }
      this.stored.push(...frames.map((frame) => Buffer.from(frame)));
      this.batches.push(frames.length);
      return true;
    } finally {
      this.storing -= 1;
    }
  }

  /** Nothing becomes durable until `release`. */
  hold(): void {
    this.gate = new Promise((resolve) => {
      this.openGate = resolve;
    });
  }

  release(): void {
    this.gate = null;
    this.openGate();
  }

  failNext(times: number): void {
    this.failures = times;
  }

  state(state: 'connecting' | 'connected' | 'lost', detail?: string): void {
    this.states.push({ state, detail });
  }

  heard(): void {
    this.heardCount += 1;
  }

  reached(position: string): void {
    this.positions.push(position);
  }

  onFullListWanted(ask: () => boolean): void {
    this.ask = ask;
  }

  onCharge(send: (charge: RoomCharge) => boolean): void {
    this.charge = send;
  }

  async charged(number: number, answer: ChargeAnswer): Promise<void> {
    this.answersToCharges.push({ number, answer });
  }

  wantFullList(): boolean {
    return this.ask();
  }

  get latestState(): string | undefined {
    return this.states.at(-1)?.state;
  }
}
