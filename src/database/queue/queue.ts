import { replanned, type Statement } from '../database.js';

/**
 * A table as a queue: each row is one piece of work, held by one worker at a time, by a lease in `lease_owner` and
 * `lease_until_at`. The row is called `q` in every condition.
 */
export interface Queue {
  /** Names its statements, and its work in logs and in the audit. */
  readonly name: string;
  readonly table: string;
  /** Names a row within its organization. */
  readonly key: string;
  /**
   * When a row is due, whoever holds it. $2 is now, $3 the owners that are gone, $4 and on are the queue's own
   * parameters; `organization` is what its rows belong to, for conditions on other tables.
   */
  readonly due: (organization: string) => string;
  /** How many parameters of its own `due` has. */
  readonly parameters?: number;
  /** The instant by which an organization's work is taken, the oldest first. */
  readonly orderBy: string;
  readonly leaseSeconds: number;
  /** What else changes on a row that is claimed. */
  readonly set?: string;
  readonly returning: string;
}

/** Rows that one look for organizations reads, of the oldest and of those that follow: what it costs is bounded. */
export const rowsInLook = 1_000;

export interface QueueStatements {
  /** Organizations with something due. $1: the organization behind which the second half of the look begins. */
  readonly look: Statement;
  /** Up to $limit rows of the organization $1; behind the queue's own parameters come limit, owner, and lease end. */
  readonly claim: Statement;
  /** The row $key of the organization $1 in the same way. */
  readonly claimOne: Statement;
  /** Who holds a lease now; $1 is now. */
  readonly owners: Statement;
}

/**
 * The statements of a queue. Two steps: only the look crosses organizations, and it locks nothing; a claim locks rows
 * of one organization, named by a plain parameter, and passes over what another process is just taking.
 */
export function queueStatements(queue: Queue): QueueStatements {
  const { name, table, key, due, orderBy, set, returning, parameters = 0 } = queue;
  const isFree = '(q.lease_until_at is null or q.lease_until_at <= $2 or q.lease_owner = any ($3::text[]))';
  const ofAny = `${due('q.organization_id')} and ${isFree}`;
  const ofOne = `q.organization_id = $1 and ${due('$1')} and ${isFree}`;
  const [limit, owner, untilAt] = [4, 5, 6].map((place) => `$${place + parameters}`);
  const claim = (suffix: string, condition: string) =>
    replanned(
      `${name}_${suffix}`,
      `
  with free as (select q.${key} from ${table} q where ${condition} for no key update skip locked)
  update ${table} q set lease_owner = ${owner}, lease_until_at = ${untilAt}${set ? `, ${set}` : ''}
  from free where q.organization_id = $1 and q.${key} = free.${key} returning ${returning}`,
    );
  return {
    // The oldest rows name every organization, unless there are too many of them: then what waits behind one that has
    // thousands is found by walking through the organizations, on from where the last look ended.
    look: replanned(
      `${name}_look`,
      `
  with oldest as materialized (
    select q.organization_id, q.${orderBy} as at from ${table} q where ${ofAny} order by q.${orderBy}
      limit ${rowsInLook}),
  following as materialized (
    select q.organization_id, q.${orderBy} as at from ${table} q
    where (select count(*) from oldest) = ${rowsInLook} and q.organization_id > $1 and ${ofAny}
    order by q.organization_id limit ${rowsInLook})
  select organization_id as "organizationId", bool_or(follows) as follows
  from (select *, false as follows from oldest union all select *, true from following) as found
  group by organization_id order by min(at)`,
    ),
    claim: claim('claim', `${ofOne} order by q.${orderBy}, q.${key} limit ${limit}`),
    claimOne: claim('claim_one', `${ofOne} and q.${key} = ${limit}`),
    owners: replanned(
      `${name}_owners`,
      `select distinct lease_owner as owner from ${table} where lease_until_at > $1 and lease_owner is not null`,
    ),
  };
}
