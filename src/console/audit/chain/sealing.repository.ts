import { Injectable } from '@nestjs/common';
import { Database, inPlainSight, replanned, statement } from '../../../database/database.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import type { BlockContent } from './canonical.js';
import type { SealedHead } from './chain-head.js';

const organizationsWaiting = statement(
  'audit_organizations_waiting',
  'select distinct organization_id as "organizationId" from audit_open limit 1000',
);

export const headColumns = `organization_id as "organizationId", number, entries, hash,
  dropped_number as "droppedNumber", dropped_entries as "droppedEntries",
  dropped_hash as "droppedHash", dropped_until_at as "droppedUntilAt", seal`;

/** Only one process at a time makes blocks for an organization. */
const hold = statement(
  'audit_hold_chain',
  "select pg_try_advisory_xact_lock(hashtextextended('audit ' || $1::text, 0)) as held",
);
const head = statement('audit_head', `select ${headColumns} from audit_heads where organization_id = $1`);

/**
 * The oldest statements, with about $2 entries at most. Trap: row-level security keeps functions that may fail, such as
 * a cast to uuid, out of index conditions; the ends of ranges are therefore computed beforehand.
 */
const takePlain = replanned(
  'audit_take_open',
  `
  with taken as (
    delete from audit_open where organization_id = $1 and first_id in (
      select first_id from (select first_id, sum(entries) over (order by first_id) - entries as before from (
        select first_id, entries from audit_open where organization_id = $1 order by first_id limit $2) as oldest)
          as summed where before < $2)
    returning first_id, usher_audit_last(first_id) as last_id, entries)
  select array_agg(first_id order by first_id) as "firstIds", sum(entries)::int as expected,
    (select json_build_object('entries', count(*), 'hashes', encode(coalesce(string_agg(usher_audit_hash(e), ''::bytea
    order by e.id), ''), 'base64'))
     from taken join audit_entries e on e.organization_id = $1 and e.id between taken.first_id and taken.last_id)
       as found
  from taken having count(*) > 0`,
);
/** On a shard, a row is not of the table's type. */
const take = inPlainSight(takePlain, ['usher_audit_hash(e)', 'usher_audit_hash(row(e.*)::audit_entries)']);

const insertBlock = statement(
  'audit_insert_block',
  `
  insert into audit_blocks (organization_id, number, first_entry, entries, first_ids, hashes, sealed_at, previous_hash,
    hash, seal)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

const writeHead = statement(
  'audit_write_head',
  `
  insert into audit_heads (organization_id, number, entries, hash, dropped_number, dropped_entries, dropped_hash,
    dropped_until_at, seal)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (organization_id) do update set number = excluded.number, entries = excluded.entries,
    hash = excluded.hash, dropped_number = excluded.dropped_number,
    dropped_entries = excluded.dropped_entries, dropped_hash = excluded.dropped_hash,
    dropped_until_at = excluded.dropped_until_at, seal = excluded.seal`,
);

export interface ClaimedEntries {
  readonly firstIds: readonly string[];
  /** The number that the writing statements recorded. */
  readonly expected: number;
  readonly entries: number;
  readonly hashes: Buffer;
}

@Injectable()
export class SealingRepository {
  constructor(private readonly database: Database) {}

  async organizationsWaiting(): Promise<string[]> {
    const rows = await this.database.query<{ organizationId: string }>(
      systemContext(everyOrganization, 'audit'),
      organizationsWaiting,
    );
    return rows.map(({ organizationId }) => organizationId);
  }

  /** Held until the transaction ends. False if another process holds it. */
  async hold(inside: Context): Promise<boolean> {
    return (await this.database.one<{ held: boolean }>(inside, hold, [inside.organizationId]))?.held === true;
  }

  head(context: Context): Promise<SealedHead | undefined> {
    return this.database.one<SealedHead>(context, head, [context.organizationId]);
  }

  async take(inside: Context, most: number): Promise<ClaimedEntries | undefined> {
    interface Row {
      firstIds: string[];
      expected: number;
      found: { entries: number; hashes: string };
    }
    const row = await this.database.one<Row>(inside, take, [inside.organizationId, most]);
    return (
      row && {
        firstIds: row.firstIds,
        expected: row.expected,
        entries: row.found.entries,
        hashes: Buffer.from(row.found.hashes, 'base64'),
      }
    );
  }

  async insertBlock(inside: Context, block: BlockContent, hash: Buffer, seal: string): Promise<void> {
    const { organizationId, number, firstEntry, entries, firstIds, hashes, sealedAt, previousHash } = block;
    await this.database.query(inside, insertBlock, [
      organizationId,
      number,
      firstEntry,
      entries,
      firstIds,
      hashes,
      sealedAt,
      previousHash,
      hash,
      seal,
    ]);
  }

  async writeHead(
    inside: Context,
    {
      organizationId,
      number,
      entries,
      hash,
      droppedNumber,
      droppedEntries,
      droppedHash,
      droppedUntilAt,
      seal,
    }: SealedHead,
  ): Promise<void> {
    await this.database.query(inside, writeHead, [
      organizationId,
      number,
      entries,
      hash,
      droppedNumber,
      droppedEntries,
      droppedHash,
      droppedUntilAt,
      seal,
    ]);
  }
}
