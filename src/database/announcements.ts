import type pg from 'pg';
import type { Chance } from '../kernel/chance.js';
import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import type { WorkTrouble } from '../kernel/work-condition.js';
import type { Database } from './database.js';
import { Listening } from './listening.js';

/** The greatest age of a proof, and when the next one is due. */
const provenMilliseconds = 2_000;
const renewMilliseconds = 1_000;
/** A connection that owes a proof for this long is replaced. */
const patienceMilliseconds = 5_000;

export interface AnnouncementSettings {
  readonly url: string;
  /** The channel that triggers notify. */
  readonly channel: string;
  /** Names this process. */
  readonly listener: string;
}

/**
 * Receives what triggers announce in the transaction of a change. The connection is checked again and again: it sends a
 * message on the channel, and once that comes back it has received everything committed before. Only messages that come
 * back are proof, not answers to queries.
 */
export class Announcements {
  private readonly listening: Listening;
  /** Everything committed before this was heard; in milliseconds since 1970. */
  private heardUntil = 0;
  /** When the pending proof was requested. */
  private askedAt: number | null = null;

  /** @param changed called for each announcement, and whenever some may have been missed. */
  constructor(
    private readonly settings: AnnouncementSettings,
    private readonly changed: () => void,
    database: Database,
    private readonly clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    const ear = {
      begins: () => this.begin(),
      hears: (word: string) => this.hear(word),
      ends: () => undefined,
    };
    const more = { applicationName: 'usher announcements', meanwhile: 'the database is asked each time' };
    this.listening = new Listening({ ...settings, ...more }, ear, database, clock, chance, log);
  }

  get trouble(): WorkTrouble | null {
    return this.listening.trouble;
  }

  start(): void {
    this.listening.start();
  }

  stop(): Promise<void> {
    return this.listening.stop();
  }

  /**
   * Whether this process knows everything that was committed until two seconds ago. Asking starts the next proof;
   * without callers it costs nothing.
   */
  isHeard(): boolean {
    const { client } = this.listening;
    if (!client) return false;
    const now = this.clock.milliseconds();
    const age = now - this.heardUntil;
    if (age < 0 || age >= renewMilliseconds) this.prove(client, now);
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

  private begin(): void {
    this.heardUntil = 0;
    this.askedAt = null;
    this.changed();
  }
}
