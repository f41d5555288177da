import pg from 'pg';
import type { Chance } from '../kernel/chance.js';
import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import { WorkCondition, type WorkTrouble } from '../kernel/work-condition.js';
import { ErrorHandlingClient } from './data-source.js';
import { connectRefusal } from './database-refusal.js';

/** The greatest age of a proof, and when the next one is due. */
const provenMilliseconds = 2_000;
const renewMilliseconds = 1_000;
/** A connection that owes a proof for this long is replaced. */
const patienceMilliseconds = 5_000;
const reconnectMilliseconds = 1_000;

export interface AnnouncementSettings {
  readonly url: string;
  /** The channel that triggers notify. */
  readonly channel: string;
  /** Names this process. */
  readonly listener: string;
}

/**
 * Hears what triggers announce with the transaction that made a change. The connection proves that it hears: it sends a
 * message on the channel and receives it back, so it has received everything committed before. Only messages that come
 * back are proof, not answers to queries: behind a transaction pooler LISTEN succeeds and nothing ever arrives.
 */
export class Announcements {
  private client: pg.Client | null = null;
  private stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  /** Everything committed before this was heard; in milliseconds since 1970. */
  private heardUntil = 0;
  /** When the pending proof was requested. */
  private askedAt: number | null = null;
  private readonly condition: WorkCondition;

  /** @param changed called for each announcement, and whenever some may have been missed. */
  constructor(
    private readonly settings: AnnouncementSettings,
    private readonly changed: () => void,
    private readonly clock: Clock,
    chance: Chance,
    private readonly log: Log,
  ) {
    this.condition = new WorkCondition(clock, chance);
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
   * Whether this process knows everything that was committed until two seconds ago. Asking starts the next proof;
   * without callers it costs nothing.
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
    // Announcements are empty; anything else is a process's proof.
    if (word === '') this.changed();
    if (word !== this.settings.listener || this.askedAt === null) return;
    this.heardUntil = this.askedAt;
    this.askedAt = null;
  }

  /** Tied to its connection: the next attempt starts when this one ends. */
  private async stayConnected(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.connected(signal).catch((error: unknown) => {
        if (!signal.aborted && !this.condition.isFailing())
          this.log.warn(
            { channel: this.settings.channel, error: error instanceof Error ? error.message : '' },
            'listening for database notifications failed; polling instead',
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
