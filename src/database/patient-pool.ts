import pg from 'pg';
import { FairPlaces } from './fair-places.js';

/** How long a pool that was refused a connection makes do with those it holds before it asks for one more. */
const contentMilliseconds = 5_000;
/** How long a caller waits for one of them. */
const patienceMilliseconds = 10_000;
const tooManyConnections = '53300';
/** What pg-pool says when nobody gave a connection back in time. */
const waitedInVain = 'timeout exceeded when trying to connect';

type Refusal = Error & { code?: string };
type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (broken?: unknown) => void,
) => void;

export interface PatientPoolConfig extends pg.PoolConfig {
  readonly max: number;
  /** Hears that the server refused one more connection, although callers may still be served. */
  readonly onRefused?: (error: Error) => void;
}

/**
 * A pool for a server that may have fewer connections left than the pool may open. Refused one more, it makes do with
 * those that it holds: callers wait for one of them instead of failing. It grows again as the server gives more. Where
 * all are busy, organizations get one in turn.
 */
export class PatientPool extends pg.Pool {
  private readonly most: number;
  private readonly places = new FairPlaces(() => this.limit);
  private open = 0;
  private content: NodeJS.Timeout | undefined;

  constructor(private readonly config: PatientPoolConfig) {
    super({ ...config, connectionTimeoutMillis: patienceMilliseconds });
    this.most = config.max;
    this.on('connect', () => {
      this.open += 1;
      // One was given, so there may be another.
      this.growTo(this.limit + 1);
    });
    this.on('release', () => this.places.release());
    this.on('remove', () => {
      this.open -= 1;
    });
  }

  /** How many it may hold at present. pg-pool looks at it each time it would open one. */
  get limit(): number {
    return this.options.max;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    const client = this.connectInTurn('');
    if (!connected) return client;
    client.then(
      (found) => connected(undefined, found, (broken) => found.release(broken as Error | undefined)),
      (error: Error) => connected(error, undefined, () => undefined),
    );
  }

  /** `organizationId`: for whom; what is for none in particular takes its turn as one more. */
  async connectInTurn(organizationId: string): Promise<pg.PoolClient> {
    const until = performance.now() + patienceMilliseconds;
    const inVain = () => this.meant(new Error(waitedInVain));
    await this.places.acquire(organizationId, { milliseconds: patienceMilliseconds, inVain });
    return this.connectPatiently(until).catch((error: unknown) => {
      this.places.release();
      throw error;
    });
  }

  override end(): Promise<void>;
  override end(ended: () => void): void;
  override end(ended?: () => void): Promise<void> | void {
    clearTimeout(this.content);
    return ended ? super.end(ended) : super.end();
  }

  private async connectPatiently(until: number): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await super.connect();
      } catch (error) {
        const refusal = this.meant(error as Refusal);
        if (refusal.code !== tooManyConnections) throw refusal;
        this.config.onRefused?.(refusal);
        if (!this.makesDo() || performance.now() >= until) throw refusal;
      }
    }
  }

  /** Who waited in vain for one of few connections is refused because there are no more. */
  private meant(error: Refusal): Refusal {
    if (error.message !== waitedInVain || this.limit === this.most) return error;
    return Object.assign(new Error(`The server gives ${this.limit} connections, and all are busy`, { cause: error }), {
      code: tooManyConnections,
    });
  }

  /** False where it holds none that a caller could wait for. Those that are being opened may be refused as well. */
  private makesDo(): boolean {
    const held = Math.min(this.open, this.totalCount);
    if (held === 0) return false;
    this.options.max = held;
    this.content ??= setTimeout(() => {
      this.content = undefined;
      this.growTo(this.totalCount + 1);
    }, contentMilliseconds).unref();
    return true;
  }

  private growTo(count: number): void {
    this.options.max = Math.min(this.most, Math.max(count, this.limit));
  }
}
