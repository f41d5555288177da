import pg from 'pg';
import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import { WorkCondition, type WorkTrouble } from '../kernel/work-condition.js';
import { ErrorHandlingClient } from './data-source.js';
import { connectRefusal } from './database-refusal.js';

/** How old a proof may be, and from when on the next one is asked for. */
const provenMilliseconds = 2_000;
const renewMilliseconds = 1_000;
/** A connection that owes a proof for so long is replaced. */
const patienceMilliseconds = 5_000;
const reconnectMilliseconds = 1_000;

export interface AnnouncementSettings {
  readonly url: string;
  /** What triggers notify. */
  readonly channel: string;
  /** Names this process. */
  readonly listener: string;
}

/**
 * What triggers announce with the transaction that changed something, over a connection that proves that it hears: it
 * says a word on the channel and hears it again, so everything committed before has been heard too. Words that come
 * back, and not answers to queries, are the proof: behind a transaction pooler LISTEN succeeds and nothing ever
 * arrives.
 */
export class Announcements {
  private client: pg.Client | null = null;
  private stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** Up to here, everything committed was heard; in milliseconds since 1970. */
  private heardUntil = 0;
  /** When the proof that is under way was asked for. */
  private askedAt: number | null = null;
  private readonly condition: WorkCondition;

  /** @param changed called for each announcement, and whenever some may have been missed. */
  constructor(
    private readonly settings: AnnouncementSettings,
    private readonly changed: () => void,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.condition = new WorkCondition(clock);
  }

  get trouble(): WorkTrouble | null {
    return this.condition.trouble;
  }

  start(): void {
    this.stopping = new AbortController();
    this.running = this.stayConnected(this.stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.client?.end().catch(() => undefined);
    await this.running;
  }

  /**
   * Whether all that was committed until two seconds ago is known here. Asking keeps it so: who never asks costs
   * nothing.
   */
  isHeard(): boolean {
    if (!this.client) return false;
    const now = this.clock.milliseconds();
    const age = now - this.heardUntil;
    if (age < 0 || age >= renewMilliseconds) this.prove(this.client, now);
    return age >= 0 && age < provenMilliseconds;
  }

  private prove(client: pg.Client, now: number): void {
    if (this.askedAt !== null) {
      if (now - this.askedAt > patienceMilliseconds) client.connection.stream.destroy();
      return;
    }
    this.askedAt = now;
    client.query('select pg_notify($1, $2)', [this.settings.channel, this.settings.listener]).catch(() => undefined);
  }

  private hear(word: string): void {
    // Announcements are empty words; any other is somebody's proof.
    if (word === '') this.changed();
    if (word !== this.settings.listener || this.askedAt === null) return;
    this.heardUntil = this.askedAt;
    this.askedAt = null;
  }

  /** Bound to its connection: the next try follows the end of that one, whenever it comes. */
  private async stayConnected(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.connected(signal).catch((error: unknown) => {
        if (!signal.aborted && !this.condition.isFailing())
          this.log.warn(
            { channel: this.settings.channel, error: error instanceof Error ? error.message : '' },
            'announcements of the database are not heard; it is asked instead',
          );
        this.condition.failed(connectRefusal(error));
      });
      await this.clock.sleep(Math.max(reconnectMilliseconds, this.condition.pauseOf()), signal);
    }
  }

  /** Returns when the connection ends. */
  private async connected(signal: AbortSignal): Promise<void> {
    const client = new ErrorHandlingClient({
      connectionString: this.settings.url,
      keepAlive: true,
      application_name: 'usher announcements',
    });
    const ended = new Promise<void>((resolve) => {
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload }) => this.hear(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.settings.channel)}`);
      if (signal.aborted) return;
      this.condition.worked();
      this.heardUntil = 0;
      this.askedAt = null;
      this.changed();
      this.client = client;
      await ended;
    } finally {
      this.client = null;
      await client.end().catch(() => undefined);
    }
  }
}
