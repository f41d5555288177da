import pg from 'pg';
import type { Chance } from '../kernel/chance.js';
import type { Clock } from '../kernel/clock.js';
import type { Log } from '../kernel/log.js';
import { WorkCondition, WorkHindrance, type WorkTrouble } from '../kernel/work-condition.js';
import { ErrorHandlingClient } from './error-handling-client.js';
import { SharedQuestion } from './shared-question.js';
import { isBrokenConnection, sqlState } from './sql-state.js';

/** How long a read waits for the standby to catch up; then the primary answers. */
const patienceMilliseconds = 100;
const lookMilliseconds = 4;
const connectMilliseconds = 2_000;
/** A statement that timed out here would take as long there. */
const timedOut = '57014';

/** What became of a read that a standby may answer. */
export const standbyOutcomes = ['answered', 'lagging', 'away', 'cancelled'] as const;
export type StandbyOutcome = (typeof standbyOutcomes)[number];

interface Identity {
  /** Of the cluster and the database; a standby has its primary's. */
  readonly system: string;
  readonly database: string;
}

interface Place extends Identity {
  readonly isStandby: boolean;
  readonly isExempt: boolean;
}

const identity = 'select system_identifier::text as system, current_database() as database from pg_control_system()';
/** With asynchronous commits, an acknowledged change may not be in the write-ahead log yet. */
const written = `
  select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end - '0/0')::text as position`;
const replayed = "select (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::text as position";
const place = `
  select identity.*, pg_is_in_recovery() as "isStandby",
    (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as "isExempt"
    from (${identity}) identity`;

export interface StandbySettings {
  readonly url: string;
  readonly poolSize: number;
  readonly primary: pg.Pool;
}

/**
 * A standby that answers reads as fresh as the primary would: it first asks how far the primary has written, then
 * waits until the standby has replayed that far (docs/decisions/0017-reads-at-a-standby.md). If anything is wrong with
 * the standby, the primary answers.
 */
export class Standby {
  readonly counts: Record<StandbyOutcome, number> = { answered: 0, lagging: 0, away: 0, cancelled: 0 };
  private readonly pool: pg.Pool;
  private readonly condition: WorkCondition;
  private readonly written: SharedQuestion<number>;
  private readonly replayed: SharedQuestion<number>;
  /** The position up to which it is known to have replayed. */
  private seen = 0;
  private known: Place | null = null;
  private reason: 'lagging' | 'away' = 'away';

  constructor(
    private readonly settings: StandbySettings,
    private readonly clock: Clock,
    chance: Chance,
    private readonly log: Log,
  ) {
    this.condition = new WorkCondition(clock, chance);
    this.pool = new pg.Pool({
      connectionString: settings.url,
      application_name: 'usher reads',
      max: settings.poolSize,
      connectionTimeoutMillis: connectMilliseconds,
      Client: ErrorHandlingClient,
      pipeline: true,
    } as pg.PoolConfig);
    this.pool.on('error', () => undefined);
    this.written = new SharedQuestion(() => positionAt(settings.primary, written));
    this.replayed = new SharedQuestion(() => positionAt(this.pool, replayed));
  }

  get trouble(): WorkTrouble | null {
    return this.condition.trouble;
  }

  /** Whether its login passes row-level security, and must step down to the tenant role. */
  get isExempt(): boolean {
    return this.known?.isExempt ?? false;
  }

  /** Asks as a read does, so that its state is current even while nobody reads. */
  async look(): Promise<void> {
    await this.isLevel();
  }

  /** The result of `work`; undefined if the primary has to answer. `work` may then run again there. */
  async read<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<{ readonly value: T } | undefined> {
    if (!(await this.isLevel())) return this.left(this.reason);
    const client = await this.pool.connect().catch((error: unknown) => this.failed('away', error));
    if (!client) return this.left('away');
    let isBroken = false;
    try {
      const value = await work(client);
      this.counts.answered += 1;
      return { value };
    } catch (error) {
      if (sqlState(error) === timedOut) throw error;
      // As in a recovery conflict, when the primary has removed rows that were being read.
      isBroken = isBrokenConnection(error);
      if (isBroken) this.failed('away', error);
      return this.left(isBroken ? 'away' : 'cancelled');
    } finally {
      client.release(isBroken);
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }

  private left(outcome: Exclude<StandbyOutcome, 'answered'>): undefined {
    this.counts[outcome] += 1;
    return undefined;
  }

  /** Whether it has replayed all that the primary has written so far. */
  private async isLevel(): Promise<boolean> {
    if (this.condition.pauseOf() > 0) return false;
    try {
      const wanted = await this.written.ask();
      this.known ??= await this.proven();
      if (!(await this.reaches(wanted))) {
        this.failed('lagging', new WorkHindrance('It lags behind the primary'));
        return false;
      }
      if (this.condition.isFailing()) this.log.info({}, 'the standby answers reads again');
      this.condition.worked();
      return true;
    } catch (error) {
      this.failed('away', error);
      return false;
    }
  }

  private async reaches(wanted: number): Promise<boolean> {
    const until = performance.now() + patienceMilliseconds;
    while (this.seen < wanted) {
      this.seen = Math.max(this.seen, await this.replayed.ask());
      if (this.seen >= wanted) break;
      if (performance.now() >= until) return false;
      await this.clock.sleep(lookMilliseconds);
    }
    return true;
  }

  /** A promoted standby, or one of another database, would give wrong answers. */
  private async proven(): Promise<Place> {
    const [ours, theirs] = await Promise.all([
      this.settings.primary.query<Identity>(identity).then(({ rows }) => rows[0]),
      this.pool.query<Place>(place).then(({ rows }) => rows[0]),
    ]);
    if (!theirs.isStandby)
      throw new WorkHindrance('It is no standby: it takes writes, or is the primary by another name');
    if (ours.system !== theirs.system || ours.database !== theirs.database)
      throw new WorkHindrance('It is a standby of another database than the one of DATABASE_URL');
    return theirs;
  }

  private failed(reason: 'lagging' | 'away', error: unknown): undefined {
    this.known = null;
    this.seen = 0;
    this.reason = reason;
    // Reads that run at the same time fail together, which counts once.
    if (this.condition.pauseOf() > 0) return;
    if (!this.condition.isFailing())
      this.log.warn(
        { reason, error: error instanceof Error ? error.message : String(error) },
        'the standby of USHER_READ_DATABASE_URL does not answer reads; the primary does',
      );
    const words = error instanceof WorkHindrance ? error.message : 'It cannot be reached';
    this.condition.failed(new WorkHindrance(`The standby of USHER_READ_DATABASE_URL is not used: ${words}`));
  }
}

async function positionAt(pool: pg.Pool, question: string): Promise<number> {
  const { rows } = await pool.query<{ position: string }>(question);
  return Number(rows[0].position);
}
