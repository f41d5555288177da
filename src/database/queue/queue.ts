import { replanned, type Statement } from '../database.js';

/**
 * A table as a queue: each row is one piece of work. One worker at a time holds it, by a lease in `lease_owner` and
 * `lease_until_at`. Every condition calls the row `q`.
 */
export interface Queue {
  /** Names its statements, and its work in logs and in the audit. */
  readonly name: string;
  readonly table: string;
  /** Names a row within its organization. */
  readonly key: string;
  /**
   * When a row is due, whoever holds it. $2 is now, $3 the dead owners, $4 and on the queue's own parameters.
   * `organization` is the row's organization, for conditions on other tables.
   */
  readonly due: (organization: string) => string;
  /** How many parameters of its own `due` has. */
  readonly parameters?: number;
  /** The instant that orders an organization's work, oldest first. */
  readonly orderBy: string;
  readonly leaseSeconds: number;
  /** Further assignments on a claimed row. */
  readonly set?: string;
  readonly returning: string;
}

/** Rows that one look for organizations reads, from the oldest and from those that follow: this bounds its cost. */
export const rowsInLook = 1_000;

export interface QueueStatements {
  /**
   * Organizations with something due, and current holders of leases: a queue at rest is asked once a round. $1: the
   * organization after which the second half of the look begins.
   */
  readonly look: Statement;
  /** Up to $limit rows of the organization $1. After the queue's own parameters come limit, owner, and lease end. */
  readonly claim: Statement;
  /** The row $key of the organization $1, likewise. */
  readonly claimOne: Statement;
}

/**
 * The statements of a queue. Two steps: only the look spans organizations, and it locks nothing. A claim locks rows of
 * one organization, named by a plain parameter, and skips rows that another process is claiming.
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
    // The oldest rows name every organization, unless there are too many of them. To find what waits behind an
    // organization with thousands, the look also walks through the organizations, on from where the last one ended.
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
  select "organizationId", follows, owner from (
    select organization_id as "organizationId", bool_or(follows) as follows, null as owner, min(at) as at
    from (select *, false as follows from oldest union all select *, true from following) as found
    group by organization_id
    union all
    select null, false, lease_owner, null from (
      select distinct lease_owner from ${table} where lease_until_at > $2 and lease_owner is not null) as holders
  ) as each order by at`,
    ),
    claim: claim('claim', `${ofOne} order by q.${orderBy}, q.${key} limit ${limit}`),
    claimOne: claim('claim_one', `${ofOne} and q.${key} = ${limit}`),
  };
}
