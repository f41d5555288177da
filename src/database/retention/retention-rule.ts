import { replanned, type Statement } from '../database.js';

/** Which rows of a table are deleted, and when. Every condition calls the row `r`. */
export interface RetentionRule {
  /** What is deleted, as logs and docs call it. */
  readonly name: string;
  readonly table: string;
  /** Names a row within its organization. */
  readonly key?: readonly string[];
  /** How long it is kept; `isOver` gets the resulting instant as $2. */
  readonly keptSeconds: number;
  /** The setting in an organization's `retention` that overrides the days. */
  readonly setting?: string;
  /** `organization` is the row's organization, for conditions on other tables. */
  readonly isOver: (organization: string) => string;
  /** The row stays and these columns are cleared; without it the row is deleted. */
  readonly erase?: string;
  /** Rows of another table that are deleted with it. */
  readonly along?: { readonly table: string; readonly column: string };
  /** Records that may have no owner afterwards. */
  readonly frees?: 'identities';
  readonly batch?: number;
  /**
   * An id tells when the row was written, so the key finds the old ones: no index of the time is needed, and a look
   * reads no row that is younger.
   */
  readonly idIsTime?: true;
  /**
   * The table has monthly partitions, which are dropped. Rows are deleted where an organization's days are others than
   * the longest, and where no month has them.
   */
  readonly isMonthly?: true;
  /** Set where an hour is too coarse. */
  readonly every?: 'minute';
}

/** Rows that one look for organizations reads. */
const rowsInLook = 10_000;

export interface RetentionStatements {
  /** Organizations with something to delete. $1: those already done, $2: before when. */
  readonly look: Statement;
  /** A batch of one organization. $1: the organization, $2: before when, $3: how many. */
  readonly batch: Statement;
}

/** Two steps, as in a queue: only the look spans organizations, and it locks nothing. */
export function retentionStatements(rule: RetentionRule): RetentionStatements {
  const { name, table, key = ['id'], isOver, erase, along, frees, idIsTime } = rule;
  const is = key.map((column) => `r.${column} = over.${column}`).join(' and ');
  const change = erase ? `update ${table} r set ${erase} from over` : `delete from ${table} r using over`;
  const gone = along
    ? `,
  gone as (delete from ${along.table} a using over where a.organization_id = $1 and a.${along.column} = over.${key[0]})`
    : '';
  const isOld = idIsTime ? ' and r.id < usher_least_id($2)' : '';
  // Each organization's oldest ids, one after another.
  const inEach = idIsTime ? 'r.organization_id in (select o.id from organizations o) and ' : '';
  const statementName = `retention_${name.replaceAll(' ', '_')}`;
  return {
    look: replanned(
      `${statementName}_look`,
      `
  select distinct organization_id as "organizationId" from (
    select r.organization_id from ${table} r where ${inEach}${isOver('r.organization_id')}${isOld}
      and r.organization_id <> all ($1::uuid[]) limit ${rowsInLook}) as found`,
    ),
    batch: replanned(
      statementName,
      `
  with over as materialized (
    select ${key.map((column) => `r.${column}`).join(', ')} from ${table} r
    where r.organization_id = $1 and ${isOver('$1')}${isOld} limit $3 for update of r skip locked)${gone}
  ${change} where r.organization_id = $1 and ${is} returning ${frees ? 'r.identity_id as "identityId"' : '1 as gone'}`,
    ),
  };
}
