import pg from 'pg';
import type { Chance } from '../kernel/chance.js';
import type { Clock } from '../kernel/clock.js';
import { everyOrganization, systemContext } from '../kernel/context.js';
import type { Log } from '../kernel/log.js';
import { WorkCondition, WorkHindrance, type WorkTrouble } from '../kernel/work-condition.js';
import { ErrorHandlingClient } from './error-handling-client.js';
import { type Database, statement } from './database.js';
import { connectRefusal } from './database-refusal.js';

const reconnectMilliseconds = 1_000;
/** A message that takes longer counts as lost. */
const patienceMilliseconds = 5_000;
/** All listeners receive it; each takes note of its own proofs only. */
const proofChannel = 'usher_hears';
const tell = statement('listening_tell', 'select pg_notify($1, $2)');
const everywhere = systemContext(everyOrganization, 'listening');

export interface ListeningSettings {
  readonly url: string;
  readonly channel: string;
  /** Names this process. */
  readonly listener: string;
  /** What PostgreSQL calls the connection. */
  readonly applicationName: string;
  /** For the log: what the outage means. */
  readonly meanwhile: string;
}

export interface Ear {
  /** From now on every message arrives; earlier ones may have been missed. */
  begins(): void;
  hears(payload: string): void;
  ends(): void;
}

/**
 * A connection that listens, and reconnects after it is lost. It counts only once a message that was sent in an
 * ordinary transaction of the pool has arrived. Behind a pooler in transaction mode LISTEN succeeds and nothing
 * arrives, although a message sent by the same connection sometimes would.
 */
export class Listening {
  /** Null while nothing arrives. */
  client: pg.Client | null = null;
  private stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly condition: WorkCondition;

  constructor(
    private readonly settings: ListeningSettings,
    private readonly ear: Ear,
    private readonly database: Database,
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

  /** No schedule: the next attempt starts when the connection of this one ends. */
  private async stayConnected(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.connected(signal).catch((error: unknown) => {
        if (signal.aborted) return;
        if (!this.condition.isFailing()) this.say(error);
        this.condition.failed(error instanceof WorkHindrance ? error : connectRefusal(error));
      });
      await this.clock.sleep(Math.max(reconnectMilliseconds, this.condition.pauseOf()), signal);
    }
  }

  private say(error: unknown): void {
    const { channel, meanwhile } = this.settings;
    if (error instanceof WorkHindrance) this.log.warn({ channel }, `${error.message}; until then ${meanwhile}`);
    else
      this.log.warn(
        { channel, error: error instanceof Error ? error.message : '' },
        `the connection that listens to the database is lost; ${meanwhile}`,
      );
  }

  /** Returns when the connection ends. */
  private async connected(signal: AbortSignal): Promise<void> {
    const { url, channel, listener, applicationName } = this.settings;
    const client = new ErrorHandlingClient({
      connectionString: url,
      keepAlive: true,
      application_name: applicationName,
    });
    const ended = new Promise<'ended'>((resolve) => {
      client.on('end', () => resolve('ended'));
    });
    const proven = new Promise<'proven'>((resolve) => {
      client.on('notification', ({ channel: by, payload = '' }) => {
        if (by !== proofChannel) this.ear.hears(payload);
        else if (payload === listener) resolve('proven');
      });
    });
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)};listen ${proofChannel}`);
      const outcome = await this.proof(proven, ended, signal);
      if (signal.aborted) return;
      if (outcome === 'ended') throw new Error('Connection terminated');
      if (outcome === 'late') throw hearsNothing();
      this.condition.worked();
      this.ear.begins();
      this.client = client;
      await ended;
    } finally {
      if (this.client) this.ear.ends();
      this.client = null;
      await client.end().catch(() => undefined);
    }
  }

  private async proof(
    proven: Promise<'proven'>,
    ended: Promise<'ended'>,
    signal: AbortSignal,
  ): Promise<'proven' | 'ended' | 'late'> {
    const over = new AbortController();
    const late = () =>
      new Promise<'late'>((resolve) => {
        if (signal.aborted) return resolve('late');
        const timer = setTimeout(() => resolve('late'), patienceMilliseconds);
        over.signal.addEventListener('abort', () => clearTimeout(timer));
        signal.addEventListener('abort', () => resolve('late'), { signal: over.signal });
      });
    const told = this.database
      .query(everywhere, tell, [proofChannel, this.settings.listener])
      .then(() => Promise.race([proven, late()]));
    return Promise.race([told, ended]).finally(() => over.abort());
  }
}

function hearsNothing(): WorkHindrance {
  return new WorkHindrance(
    'The connection that listens to the database hears nothing, as behind a pooler in transaction mode: ' +
      'USHER_LISTEN_DATABASE_URL has to name the same database at PostgreSQL itself',
  );
}
