import pg from 'pg';
import type { Chance } from '../kernel/chance.js';
import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import { Batcher } from '../kernel/queues/batcher.js';
import { WorkCondition, type WorkTrouble } from '../kernel/work-condition.js';
import { connectRefusal } from './database-refusal.js';

const gapMilliseconds = 10;
const reconnectMilliseconds = 1_000;
/** NOTIFY carries at most 8,000 bytes. */
const mostBytes = 7_500;

export interface NotificationSettings {
  readonly url: string;
  readonly channel: string;
  /** Names this process, which ignores its own messages. */
  readonly sender: string;
}

/**
 * Short texts from process to process, over a connection of their own: a NOTIFY inside a transaction would lock the
 * whole database at its commit. Texts of the same 10 ms travel together, repeated ones once. Not a queue: what is sent
 * while nobody listens, or while the connection is down, is lost.
 */
export class Notifications {
  private client: pg.Client | null = null;
  /** Rises each time the connection begins or ends. */
  breaks = 0;
  private readonly texts = new Batcher<string, void>((texts) => this.send(texts), {
    most: mostBytes,
    weight: (text) => Buffer.byteLength(text) * 2 + 3,
  });
  private readonly waiting = new Set<string>();
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly condition: WorkCondition;

  constructor(
    private readonly settings: NotificationSettings,
    private readonly hear: (text: string) => void,
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
    this.running = this.stayConnected();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.texts.idle();
    await this.client?.end().catch(() => undefined);
    await this.running;
  }

  say(text: string): void {
    if (!this.client || this.stopping.signal.aborted || this.waiting.has(text)) return;
    this.waiting.add(text);
    void this.texts.add(text);
  }

  /** True while messages of other processes arrive. */
  get isConnected(): boolean {
    return this.client !== null;
  }

  private async send(texts: readonly string[]): Promise<[]> {
    for (const text of texts) this.waiting.delete(text);
    if (!this.client) return [];
    const payload = JSON.stringify({ from: this.settings.sender, texts });
    await this.client.query('select pg_notify($1, $2)', [this.settings.channel, payload]).catch(() => undefined);
    await this.clock.sleep(gapMilliseconds, this.stopping.signal);
    return [];
  }

  /** Tied to its connection: the next attempt starts when this one ends. */
  private async stayConnected(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.connected(signal);
      } catch (error) {
        if (!signal.aborted && !this.condition.isFailing())
          this.log.warn(
            { error: error instanceof Error ? error.message : '' },
            'notification connection between processes lost; sweeps continue',
          );
        this.condition.failed(connectRefusal(error));
      }
      this.client = null;
      await this.clock.sleep(Math.max(reconnectMilliseconds, this.condition.pauseOf()), signal);
    }
  }

  /** Returns when the connection ends. */
  private async connected(signal: AbortSignal): Promise<void> {
    const client = new pg.Client({
      connectionString: this.settings.url,
      keepAlive: true,
      application_name: 'usher wakeUps',
    });
    const ended = new Promise<void>((resolve) => {
      client.on('end', () => resolve());
    });
    client.on('error', () => undefined);
    client.on('notification', ({ payload }) => this.deliver(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(this.settings.channel)}`);
      if (signal.aborted) return;
      this.condition.worked();
      this.client = client;
      this.breaks += 1;
      await ended;
      this.breaks += 1;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  private deliver(payload: string): void {
    try {
      const { from, texts } = JSON.parse(payload) as { from: string; texts: string[] };
      if (from !== this.settings.sender) for (const text of texts) this.hear(text);
    } catch (error) {
      this.log.warn({ error: String(error) }, 'unreadable notification from another process');
    }
  }
}
