import { sqlState } from '../../database/sql-state.js';
import type { Clock } from '../../kernel/clock.js';
import type { Log } from '../../kernel/log.js';
import type { SaidOfSession } from './accounting-packet.wire.js';

/** A statement's packets. One of 500 takes 10 ms. */
const mostTogether = 500;
/** Beyond this, an access point has to say it again: the database does not keep up. */
const mostWaiting = 20_000;
/**
 * While several come at a time, the next statement waits for as many as the last one had, and at most so long: a commit
 * costs as much as ten packets.
 */
const gatherMilliseconds = 2;

export interface WaitingPacket {
  readonly said: SaidOfSession;
  /** Two of one name are one packet that was sent twice. */
  readonly name: string;
  /** Called when it is committed. */
  readonly answer: () => void;
}

/**
 * Stores accounting packets: what comes while one statement is under way shares the next one. Each is answered when it
 * is committed; not at all when it could not be stored: then it is said again.
 */
export class AccountingQueue {
  private waiting: WaitingPacket[] = [];
  /** Said again before it was answered. */
  private readonly known = new Set<string>();
  private isStoring = false;
  /** When so many wait, the next statement has waited for more long enough. */
  private enough = 0;
  private goOn: () => void = () => undefined;
  /** The last statement failed. */
  private isFailing = false;

  constructor(
    private readonly save: (packets: readonly SaidOfSession[]) => Promise<void>,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Whether it is one that waits already, or there are too many. */
  refuses(name: string): boolean {
    return this.known.has(name) || this.waiting.length >= mostWaiting;
  }

  add(packet: WaitingPacket): void {
    this.known.add(packet.name);
    this.waiting.push(packet);
    if (!this.isStoring) void this.storeAll();
    else if (this.waiting.length === this.enough) this.goOn();
  }

  /** Nobody is answered any more. */
  close(): void {
    this.waiting = [];
  }

  private async storeAll(): Promise<void> {
    this.isStoring = true;
    while (this.waiting.length > 0) {
      const together = this.waiting.splice(0, mostTogether);
      await this.store(together);
      for (const { name } of together) this.known.delete(name);
      if (together.length > 1) await this.gathered(together.length);
    }
    this.isStoring = false;
  }

  /** Whoever was answered at once speaks again at once, or others do. */
  private async gathered(count: number): Promise<void> {
    if (this.waiting.length >= count) return;
    this.enough = count;
    const isOver = new AbortController();
    // A reason of its own spares the making of an error.
    this.goOn = () => isOver.abort('enough');
    await this.clock.sleep(gatherMilliseconds, isOver.signal);
    this.enough = 0;
  }

  private async store(packets: readonly WaitingPacket[]): Promise<void> {
    try {
      await this.save(packets.map(({ said }) => said));
      this.isFailing = false;
    } catch (error) {
      // What no row can be made of must not hold up the others.
      const isOdd = sqlState(error).startsWith('22');
      if (isOdd && packets.length > 1) for (const each of packets) await this.store([each]);
      else this.failed(error);
      return;
    }
    for (const { answer } of packets) answer();
  }

  /** One line for each time that the database is away. */
  private failed(error: unknown): void {
    if (!this.isFailing)
      this.log.warn({ error: String(error) }, 'accounting is not stored; access points say it again');
    this.isFailing = true;
  }
}
