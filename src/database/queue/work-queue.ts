import { type Instant, laterBy } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { isOwnerGone } from '../../kernel/lease-owner.js';
import type { Database } from '../database.js';
import { type Queue, queueStatements, type QueueStatements } from './queue.js';
import { takeInTurns, Turns } from './turns.js';

const noOrganization = '00000000-0000-0000-0000-000000000000';

/** Who claims, and when. */
export interface Claimant {
  readonly owner: string;
  readonly now: Instant;
}

export interface ClaimRequest extends Claimant {
  readonly limit: number;
  /** The queue's own parameters. */
  readonly values?: readonly unknown[];
  /** Set when several kinds of work share a table: each has its own turns. */
  readonly lane?: string;
}

/** One lane's position in its round through the organizations. */
interface Lane {
  readonly turns: Turns;
  /** The last organization that the walk has read. */
  behind: string;
}

/**
 * Claims work from a table. Organizations take turns: one with thousands of rows gets its share of each round, and one
 * with a single row is served in the next.
 */
export class WorkQueue<Row extends object> {
  private readonly sql: QueueStatements;
  private readonly lanes = new Map<string, Lane>();

  constructor(
    private readonly database: Database,
    private readonly queue: Queue,
  ) {
    this.sql = queueStatements(queue);
  }

  /**
   * Up to `limit` rows that are due and unclaimed: organizations that waited longest first, oldest rows of each first.
   * When there are no others, also rows of a process that was killed on this machine, without waiting for their lease.
   */
  async claim(request: ClaimRequest): Promise<Row[]> {
    const rows = await this.claimFree(request, []);
    if (rows.length === request.limit) return rows;
    const gone = await this.goneOwners(request);
    if (gone.length === 0) return rows;
    return [...rows, ...(await this.claimFree({ ...request, limit: request.limit - rows.length }, gone))];
  }

  /** One row, if it is due and unclaimed. */
  async claimOne(context: Context, key: string, { owner, now }: Claimant): Promise<Row | undefined> {
    const values = [context.organizationId, now, [], key, owner, laterBy(now, this.queue.leaseSeconds)];
    return this.database.one<Row>(context, this.sql.claimOne, values);
  }

  private async claimFree(request: ClaimRequest, gone: readonly string[]): Promise<Row[]> {
    const { owner, now, limit, values = [] } = request;
    if (limit <= 0) return [];
    const lane = this.laneOf(request.lane ?? '');
    const untilAt = laterBy(now, this.queue.leaseSeconds);
    return takeInTurns(lane.turns.order(await this.look(lane, request, gone)), limit, async (organizationId, most) => {
      const rows = await this.database.query<Row>(systemContext(organizationId, this.queue.name), this.sql.claim, [
        organizationId,
        now,
        gone,
        ...values,
        most,
        owner,
        untilAt,
      ]);
      if (rows.length > 0) lane.turns.took(organizationId);
      return rows;
    });
  }

  /** Organizations with something due, the longest waiting first. */
  private async look(lane: Lane, { now, values = [] }: ClaimRequest, gone: readonly string[]): Promise<string[]> {
    const found = await this.database.query<{ organizationId: string; follows: boolean }>(
      systemContext(everyOrganization, this.queue.name),
      this.sql.look,
      [lane.behind, now, gone, ...values],
    );
    const following = found.filter(({ follows }) => follows).map(({ organizationId }) => organizationId);
    lane.behind = following.toSorted().at(-1) ?? noOrganization;
    return found.map(({ organizationId }) => organizationId);
  }

  private async goneOwners({ owner, now }: Claimant): Promise<string[]> {
    const rows = await this.database.query<{ owner: string }>(
      systemContext(everyOrganization, this.queue.name),
      this.sql.owners,
      [now],
    );
    return rows.map((each) => each.owner).filter((each) => each !== owner && isOwnerGone(each));
  }

  private laneOf(name: string): Lane {
    const known = this.lanes.get(name) ?? { turns: new Turns(), behind: noOrganization };
    this.lanes.set(name, known);
    return known;
  }
}
