import type { Chance } from '../kernel/chance.js';
import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import { Batcher } from '../kernel/queues/batcher.js';
import type { WorkTrouble } from '../kernel/work-condition.js';
import type { Database } from './database.js';
import { Listening } from './listening.js';

const gapMilliseconds = 10;
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
  private readonly listening: Listening;
  /** Goes up each time the connection is made or lost. */
  breaks = 0;
  private readonly texts = new Batcher<string, void>((texts) => this.send(texts), {
    most: mostBytes,
    weight: (text) => Buffer.byteLength(text) * 2 + 3,
  });
  private readonly waiting = new Set<string>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly settings: NotificationSettings,
    private readonly hear: (text: string) => void,
    database: Database,
    private readonly clock: Clock,
    chance: Chance,
    private readonly log: Log,
  ) {
    const breaks = () => {
      this.breaks += 1;
    };
    const ear = { begins: breaks, hears: (payload: string) => this.deliver(payload), ends: breaks };
    const { url, channel, sender: listener } = settings;
    const more = { applicationName: 'usher wakeUps', meanwhile: 'processes learn of each other by their sweeps' };
    this.listening = new Listening({ url, channel, listener, ...more }, ear, database, clock, chance, log);
  }

  get trouble(): WorkTrouble | null {
    return this.listening.trouble;
  }

  start(): void {
    this.listening.start();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.texts.idle();
    await this.listening.stop();
  }

  say(text: string): void {
    if (!this.isConnected || this.stopping.signal.aborted || this.waiting.has(text)) return;
    this.waiting.add(text);
    void this.texts.add(text);
  }

  /** True while messages of other processes arrive. */
  get isConnected(): boolean {
    return this.listening.client !== null;
  }

  private async send(texts: readonly string[]): Promise<[]> {
    for (const text of texts) this.waiting.delete(text);
    const { client } = this.listening;
    if (!client) return [];
    const payload = JSON.stringify({ from: this.settings.sender, texts });
    await client.query('select pg_notify($1, $2)', [this.settings.channel, payload]).catch(() => undefined);
    await this.clock.sleep(gapMilliseconds, this.stopping.signal);
    return [];
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
