import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import type { Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { RunItem, RunItemKind } from './run.js';

const addItems = statement(
  'runs_add_items',
  `
  insert into run_items (organization_id, run_id, position, kind, subject_id, identity_id, source_key, account, before,
    after, detail)
  select $1, $2, (select coalesce(max(position), 0) from run_items where organization_id = $1
    and run_id = $2) + row_number() over (order by i.ordinal),
    i.kind, i.subject_id, i.identity_id, i.source_key, i.account, i.before, i.after, i.detail
  from jsonb_to_recordset($3::jsonb) as i (ordinal int, kind text, subject_id uuid, identity_id uuid, source_key text,
    account text, before jsonb, after jsonb, detail text)
  returning 1`,
);

const itemsOf = statement(
  'runs_items_of',
  `
  select kind, subject_id as "subjectId", identity_id as "identityId", source_key as "sourceKey", account, before,
    after, detail from run_items
  where organization_id = $1 and run_id = $2 and kind = $3 order by position`,
);

const relabelItems = statement(
  'runs_relabel_items',
  `
  update run_items set kind = $4 where organization_id = $1 and run_id = $2 and kind = $3 returning position`,
);

const dropItems = statement(
  'runs_drop_items',
  `delete from run_items where organization_id = $1 and run_id = $2 and kind = any ($3::text[])`,
);

const removedSince = statement(
  'runs_removed_since',
  `
  select count(*) as removed from run_items i join runs r on r.organization_id = i.organization_id and r.id = i.run_id
  where r.organization_id = $1 and r.connection_id = $2 and i.kind = 'removed' and r.finished_at > $3`,
);

/** What a run plans or did, line by line. */
@Injectable()
export class RunItemsRepository {
  constructor(private readonly database: Database) {}

  async add(inside: Context, runId: string, items: readonly RunItem[]): Promise<void> {
    if (items.length === 0) return;
    const rows = items.map(({ subjectId, identityId, sourceKey, ...rest }, ordinal) => ({
      ordinal,
      subject_id: subjectId,
      identity_id: identityId,
      source_key: sourceKey,
      ...rest,
    }));
    await this.database.query(inside, addItems, [inside.organizationId, runId, JSON.stringify(rows)]);
  }

  ofKind(context: Context, runId: string, kind: RunItemKind): Promise<RunItem[]> {
    return this.database.query<RunItem>(context, itemsOf, [context.organizationId, runId, kind]);
  }

  async relabel(inside: Context, runId: string, before: RunItemKind, after: RunItemKind): Promise<void> {
    await this.database.query(inside, relabelItems, [inside.organizationId, runId, before, after]);
  }

  async drop(inside: Context, runId: string, kinds: readonly RunItemKind[]): Promise<void> {
    await this.database.query(inside, dropItems, [inside.organizationId, runId, kinds]);
  }

  /** How many were removed by absence alone since then. */
  async removedSince(inside: Context, connectionId: string, since: Instant): Promise<number> {
    return (
      (await this.database.one<{ removed: number }>(inside, removedSince, [inside.organizationId, connectionId, since]))
        ?.removed ?? 0
    );
  }
}
