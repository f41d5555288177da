import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../../database/database.js';
import type { Context } from '../../../kernel/context.js';
import type { BlockContent, StoredEntry } from './canonical.js';
import type { SealedHead } from './chain-head.js';
import { headColumns } from './sealing.repository.js';

const head = statement('audit_verify_head', `select ${headColumns} from audit_heads where organization_id = $1`);

const blocksAfter = statement(
  'audit_verify_blocks',
  `
  select organization_id as "organizationId", number, first_entry as "firstEntry", entries, first_ids as "firstIds",
    hashes, sealed_at as "sealedAt",
    previous_hash as "previousHash", hash, seal
  from audit_blocks where organization_id = $1 and number > $2 and number <= $3 order by number limit 100`,
);

const entriesOf = replanned(
  'audit_verify_entries',
  `
  with b as materialized (select number, first_id, usher_audit_last(first_id) as last_id from unnest($2::bigint[],
    $3::uuid[]) as b (number, first_id))
  select b.number, e.organization_id as "organizationId", e.id, to_char(e.at at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    e.actor_kind as "actorKind", e.actor_id as "actorId", e.actor_name as "actorName", e.request_id as "requestId",
    e.action, e.resource,
    e.resource_id as "resourceId", e.label, e.before::text as before, e.after::text as after, e.erased
  from b join audit_entries e on e.organization_id = $1 and e.id between b.first_id and b.last_id
  order by b.number, e.id`,
);

/** One statement and so one snapshot: the actual entries beside the expected ones. */
const counts = statement(
  'audit_verify_counts',
  `
  select (select count(*) from audit_entries where organization_id = $1) as kept,
    coalesce((select sum(entries) from audit_open where organization_id = $1), 0)::bigint as waiting,
    coalesce((select entries - dropped_entries from audit_heads where organization_id = $1), 0)::bigint as chained`,
);

/** Finds an entry that belongs to no block and no waiting statement. Slow; used only once one is known to exist. */
const stray = statement(
  'audit_verify_stray',
  `
  select e.id from audit_entries e where e.organization_id = $1
    and not exists (select 1 from audit_open o where o.organization_id = $1 and o.first_id = (left(e.id::text,
      28) || '00000000')::uuid)
    and not exists (select 1 from audit_blocks b where b.organization_id = $1 and (left(e.id::text,
      28) || '00000000')::uuid = any (b.first_ids))
  order by e.id limit 1`,
);

const organizations = statement(
  'audit_organizations',
  `
  select organization_id as "organizationId" from audit_heads union select organization_id from audit_open order by 1`,
);

export type StoredBlock = BlockContent & { readonly hash: Buffer; readonly seal: string };

export interface Counts {
  readonly kept: number;
  readonly waiting: number;
  readonly chained: number;
}

@Injectable()
export class VerificationRepository {
  constructor(private readonly database: Database) {}

  head(context: Context): Promise<SealedHead | undefined> {
    return this.database.one<SealedHead>(context, head, [context.organizationId]);
  }

  /** In order, up to `last`; at most a hundred. */
  blocksAfter(context: Context, number: number, last: number): Promise<StoredBlock[]> {
    return this.database.query<StoredBlock>(context, blocksAfter, [context.organizationId, number, last]);
  }

  /** By block number; each list in the order of ids. */
  async entriesOf(context: Context, blocks: readonly StoredBlock[]): Promise<ReadonlyMap<number, StoredEntry[]>> {
    const statements = blocks.flatMap(({ number, firstIds }) => firstIds.map((firstId) => [number, firstId] as const));
    const rows = await this.database.query<StoredEntry & { number: number }>(context, entriesOf, [
      context.organizationId,
      statements.map(([number]) => number),
      statements.map(([, firstId]) => firstId),
    ]);
    const byBlock = new Map<number, StoredEntry[]>();
    for (const row of rows) {
      const entries = byBlock.get(row.number) ?? [];
      byBlock.set(row.number, entries);
      entries.push(row);
    }
    return byBlock;
  }

  async counts(context: Context): Promise<Counts> {
    return (
      (await this.database.one<Counts>(context, counts, [context.organizationId])) ?? {
        kept: 0,
        waiting: 0,
        chained: 0,
      }
    );
  }

  async stray(context: Context): Promise<string | null> {
    return (await this.database.one<{ id: string }>(context, stray, [context.organizationId]))?.id ?? null;
  }

  /** Every organization that has an audit, deleted ones included. */
  async organizations(everywhere: Context): Promise<string[]> {
    return (await this.database.query<{ organizationId: string }>(everywhere, organizations)).map(
      ({ organizationId }) => organizationId,
    );
  }
}
