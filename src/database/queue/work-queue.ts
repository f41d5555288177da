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
  /** Of one organization; absent: as many. */
  readonly mostOf?: (organizationId: string) => number;
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

interface Claimed<Row> {
  readonly rows: Row[];
  readonly owners: readonly string[];
}

interface Looked {
  readonly organizations: string[];
  readonly owners: readonly string[];
}

/** An organization, or an owner. */
interface Found {
  readonly organizationId: string | null;
  readonly follows: boolean;
  readonly owner: string | null;
}
type DueFound = Found & { readonly organizationId: string };

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
    const { rows, owners } = await this.claimFree(request, []);
    if (rows.length === request.limit) return rows;
    const gone = owners.filter((each) => each !== request.owner && isOwnerGone(each));
    if (gone.length === 0) return rows;
    const left = await this.claimFree({ ...request, limit: request.limit - rows.length }, gone);
    return [...rows, ...left.rows];
  }

  /** One row, if it is due and unclaimed. */
  async claimOne(context: Context, key: string, { owner, now }: Claimant): Promise<Row | undefined> {
    const values = [context.organizationId, now, [], key, owner, laterBy(now, this.queue.leaseSeconds)];
    return this.database.one<Row>(context, this.sql.claimOne, values);
  }

  private async claimFree(request: ClaimRequest, gone: readonly string[]): Promise<Claimed<Row>> {
    const { owner, now, limit, mostOf = () => limit, values = [] } = request;
    if (limit <= 0) return { rows: [], owners: [] };
    const lane = this.laneOf(request.lane ?? '');
    const untilAt = laterBy(now, this.queue.leaseSeconds);
    const { organizations, owners } = await this.look(lane, request, gone);
    const taken = new Map<string, number>();
    const rows = await takeInTurns(lane.turns.order(organizations), limit, async (organizationId, share) => {
      const before = taken.get(organizationId) ?? 0;
      const most = Math.min(share, mostOf(organizationId) - before);
      if (most <= 0) return [];
      const claimed = await this.database.query<Row>(systemContext(organizationId, this.queue.name), this.sql.claim, [
        organizationId,
        now,
        gone,
        ...values,
        most,
        owner,
        untilAt,
      ]);
      taken.set(organizationId, before + claimed.length);
      if (claimed.length > 0) lane.turns.took(organizationId);
      return claimed;
    });
    return { rows, owners };
  }

  /** Organizations with something due, the longest waiting first, and who holds leases. */
  private async look(lane: Lane, { now, values = [] }: ClaimRequest, gone: readonly string[]): Promise<Looked> {
    const found = await this.database.query<Found>(systemContext(everyOrganization, this.queue.name), this.sql.look, [
      lane.behind,
      now,
      gone,
      ...values,
    ]);
    const due = found.filter((each): each is DueFound => each.organizationId !== null);
    const following = due.filter(({ follows }) => follows).map(({ organizationId }) => organizationId);
    lane.behind = following.toSorted().at(-1) ?? noOrganization;
    return {
      organizations: due.map(({ organizationId }) => organizationId),
      owners: found.flatMap(({ owner }) => owner ?? []),
    };
  }

  private laneOf(name: string): Lane {
    const known = this.lanes.get(name) ?? { turns: new Turns(), behind: noOrganization };
    this.lanes.set(name, known);
    return known;
  }
}
