import type { Clock } from '../../../kernel/clock.js';
import type { Log } from '../../../kernel/log.js';
import type { Link } from '../../../provisioning/connector/listens.js';
import { later } from './fias.timer.js';
import { dataRecord } from './fias.wire.js';

const beginSeconds = 30;
const daySeconds = 86_400;

/** A list without an end after this time will not get one. */
const stalledSeconds = 1_800;

/**
 * Decides when to request the list of all guests (specification, chapter "Database swap": not at each start, never on a
 * timer): nothing is known yet, the link was down for long, an operator wants it, or the last one broke off. At most
 * once a day unless an operator asks. A hotel system may ignore the request.
 */
export class FullList {
  private state: 'idle' | 'asked' | 'running' = 'idle';
  private askedAtMilliseconds: number | null = null;
  private begunAtMilliseconds = 0;
  private brokeOff = false;
  private wasCompleted = false;
  private isRepeat = false;
  private patience = new AbortController();

  constructor(
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly outageSeconds: number,
  ) {}

  /**
   * Whether a link that has just come up should ask. `silentSeconds`: how long the line was silent before; null:
   * nothing was ever heard.
   */
  isDue(history: Link['history'], silentSeconds: number | null): boolean {
    if (this.state !== 'idle') return false;
    if (this.brokeOff) return true;
    if (this.wasAskedToday(history)) return false;
    // A list that never ended left only part of the house, which counts as nothing.
    if (!this.wasCompleted && (history.knownRecords === 0 || history.lastFullListAt === null)) return true;
    return silentSeconds !== null && silentSeconds > this.outageSeconds;
  }

  /** @returns whether it was requested now: a list already in progress may have begun before the request */
  ask(send: (id: string) => void): boolean {
    if (this.state === 'asked' || (this.state === 'running' && !this.isStalled())) return false;
    this.isRepeat = this.brokeOff;
    this.brokeOff = false;
    this.askedAtMilliseconds = this.clock.milliseconds();
    this.state = 'asked';
    send(dataRecord.listRequest);
    this.waitForBegin();
    return true;
  }

  /** Called once a record is stored: does the list begin or end with it? */
  stored(recordId: string): void {
    if (recordId === dataRecord.listStart) this.become('running');
    if (recordId !== dataRecord.listEnd) return;
    this.wasCompleted = true;
    this.become('idle');
  }

  /** A list that another process requested will never end: the interface sent it to a connection that is gone. */
  inheritBroken(): void {
    this.brokeOff = true;
  }

  /** @returns whether the loss of the link broke a list that had begun */
  linkLost(): boolean {
    const wasRunning = this.state === 'running';
    this.brokeOff = this.state !== 'idle' && !this.isRepeat;
    this.become('idle');
    return wasRunning;
  }

  private isStalled(): boolean {
    return this.clock.milliseconds() - this.begunAtMilliseconds > stalledSeconds * 1000;
  }

  private become(state: 'idle' | 'running'): void {
    this.state = state;
    if (state === 'running') this.begunAtMilliseconds = this.clock.milliseconds();
    this.patience.abort();
    if (state === 'idle' && !this.brokeOff) this.isRepeat = false;
  }

  private waitForBegin(): void {
    const patience = new AbortController();
    this.patience = patience;
    void later(this.clock, beginSeconds, patience.signal, () => {
      if (this.state !== 'asked') return;
      this.become('idle');
      this.log.warn({}, 'hotel system sent no full list; known stays are kept');
    });
  }

  private wasAskedToday(history: Link['history']): boolean {
    const asked = Math.max(
      this.askedAtMilliseconds ?? 0,
      history.lastFullListAt === null ? 0 : Date.parse(history.lastFullListAt),
    );
    return this.clock.milliseconds() - asked < daySeconds * 1000;
  }
}
