import type { Clock, Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { DatabaseUnavailable } from '../../../kernel/database-unavailable.js';
import type { Log } from '../../../kernel/log.js';
import type { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { ChargeAnswer, RoomCharge } from '../../connector/charges.js';
import type { Link } from '../../connector/listens.js';
import type { Inbox } from '../../inbox/inbox.js';
import type { Lease } from '../../inbox/lease/leases.js';
import type { Message } from '../../inbox/message.js';
import { Batcher } from '../../../kernel/queues/batcher.js';
import { RetryPolicy } from '../../../kernel/retry-policy.js';
import { beginTrace } from '../../../kernel/tracing.js';
import type { Postings } from '../../posting/postings.js';

const heardEverySeconds = 10;
const answerRetry = new RetryPolicy({ delays: [0.2, 1, 2, 5] });

/** What a listening connector is given while this process holds its link. */
export class HeldLink implements Link {
  private readonly frames: FrameQueue<Message>;
  private ask: (() => boolean) | null = null;
  private send: ((charge: RoomCharge) => boolean) | null = null;
  private charging: Promise<void> | null = null;
  private lastState: { readonly state: string; readonly detail?: string } = { state: 'connecting' };
  private lastWrittenAt: Instant = '';
  private position: string | null = null;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: Context,
    private readonly connection: StoredConnection,
    readonly history: Link['history'],
    private readonly lease: Pick<Lease, 'name' | 'token'>,
    private readonly signal: AbortSignal,
    private readonly parts: {
      readonly inbox: Inbox;
      readonly postings: Postings;
      readonly connections: ConnectionRepository;
      readonly clock: Clock;
      readonly log: Log;
    },
  ) {
    // A process that was frozen may wake with frames older than the next holder's: under its old lease they are not
    // stored.
    this.frames = new FrameQueue(
      (frames) => parts.inbox.storeUnder(lease, context, connection.id, frames),
      parts.clock,
      parts.log.with({ connectionId: connection.id }),
      signal,
    );
  }

  async store(frame: Buffer): Promise<boolean> {
    this.heard();
    const receipt = beginTrace('receive frame', 'consumer', { 'usher.connector': this.connection.connector });
    const isStored = await this.frames.add({ kind: 'frame', body: frame, traceparent: receipt?.traceparent });
    receipt?.end({ 'usher.stored': isStored });
    return isStored;
  }

  get full(): Promise<void> | null {
    return this.frames.full;
  }

  state(state: 'connecting' | 'connected' | 'lost', detail?: string): void {
    this.lastState = { state, detail };
    this.write(state === 'connected' ? this.parts.clock.instant() : null);
  }

  heard(): void {
    const now = this.parts.clock.instant();
    if (this.lastWrittenAt && Date.parse(now) - Date.parse(this.lastWrittenAt) < heardEverySeconds * 1000) return;
    this.write(now);
  }

  reached(position: string): void {
    this.position = position;
  }

  onFullListWanted(ask: () => boolean): void {
    this.ask = ask;
  }

  /** False when the connector cannot ask now. */
  askForFullList(): boolean {
    return this.ask?.() ?? false;
  }

  onCharge(send: (charge: RoomCharge) => boolean): void {
    this.send = send;
  }

  /** Sends the next charge that waits, unless another is being sent. */
  sendCharge(): Promise<void> {
    this.charging ??= this.sendNext().finally(() => {
      this.charging = null;
    });
    return this.charging;
  }

  /** Told once: it is stored as soon as the database can. */
  async charged(number: number, answer: ChargeAnswer): Promise<void> {
    const { postings, clock, log } = this.parts;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await postings.answered(this.context, this.connection.id, number, answer);
      } catch (error) {
        const facts = { connectionId: this.connection.id, number, code: answer.code, error: String(error) };
        if (this.signal.aborted) return log.error(facts, 'storing the answer to a charge failed');
        log.warn(facts, 'storing the answer to a charge failed; retrying');
        await clock.sleep(answerRetry.plainSeconds(attempt) * 1000, this.signal);
      }
    }
  }

  /** Stored as sent before the first byte leaves. */
  private async sendNext(): Promise<void> {
    if (!this.send || this.lastState.state !== 'connected' || this.signal.aborted) return;
    const { postings } = this.parts;
    const charge = await postings.claim(this.context, this.connection.id, this.lease);
    if (charge && !this.send(charge)) await postings.handBack(this.context, charge);
  }

  /** Resolves when the link's reported state is written. */
  settled(): Promise<void> {
    return this.writing;
  }

  private write(lastHeardAt: Instant | null): void {
    if (lastHeardAt) this.lastWrittenAt = lastHeardAt;
    const link = { ...this.lastState, lastHeardAt, position: this.position };
    this.writing = this.writing
      .then(() => this.parts.connections.setLink(this.context, this.connection.id, link))
      .catch((error: unknown) => {
        if (!(error instanceof DatabaseUnavailable))
          this.parts.log.warn(
            { connectionId: this.connection.id, error: String(error) },
            'storing the state of a link failed',
          );
      });
  }
}

const mostTogether = 500;
const fullAbove = 2_000;
const storeRetry = new RetryPolicy({ delays: [0.2, 1, 2, 5] });

/**
 * Frames of one link on their way into storage: in order, waiting ones written together, none dropped while the
 * database is away. The outside system sends nothing twice.
 */
export class FrameQueue<Frame = Buffer> {
  private readonly frames = new Batcher<Frame, boolean>((frames) => this.writeAll(frames), {
    most: mostTogether,
    // Keeps the frames of one packet together.
    gathers: true,
  });
  private room: Promise<void> | null = null;
  private makeRoom: () => void = () => undefined;

  /**
   * @param write stores all of them, in this order, or none; false when another process holds the link by now
   * @param signal the link is being released: what cannot be written then is given up
   */
  constructor(
    private readonly write: (frames: readonly Frame[]) => Promise<boolean>,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly signal: AbortSignal,
  ) {}

  /** True once the frame is stored; false when it was given up. */
  add(frame: Frame): Promise<boolean> {
    const added = this.frames.add(frame);
    if (this.frames.size > fullAbove)
      this.room ??= new Promise((resolve) => {
        this.makeRoom = resolve;
      });
    return added;
  }

  /** Null while there is room; else resolves when there is again. */
  get full(): Promise<void> | null {
    return this.room;
  }

  /** Never rejects. */
  private async writeAll(frames: readonly Frame[]): Promise<boolean[]> {
    const isStored = await this.writeOnce(frames);
    if (this.room && this.frames.size - frames.length < fullAbove / 2) {
      this.room = null;
      this.makeRoom();
    }
    return frames.map(() => isStored);
  }

  /** Retried until it works; once more when the link is released. */
  private async writeOnce(frames: readonly Frame[]): Promise<boolean> {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = this.signal.aborted;
      try {
        return await this.write(frames);
      } catch (error) {
        const facts = { frames: frames.length, attempt, error: String(error) };
        if (isLast) {
          this.log.error(facts, 'frames not stored before the link closed; request a full list');
          return false;
        }
        this.log.warn(facts, 'storing frames failed; retrying');
        await this.clock.sleep(storeRetry.plainSeconds(attempt + 1) * 1000, this.signal);
      }
    }
  }
}
