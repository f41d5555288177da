import { Injectable } from '@nestjs/common';
import { arrayLiteral } from '../../database/array-literal.js';
import { Database, replanned, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';

/** What a page of a list says, as far as it is compared: see `digestOf`. */
export interface ListedPage {
  readonly connectionId: string;
  readonly runId: string;
  /** The mark of the run's records that were news. */
  readonly passId: string;
  /** Place of the list in the order of receipt. */
  readonly sequence: number;
  readonly keys: readonly string[];
  readonly digests: readonly string[];
  /** The worker of the run: one that has lost it notes nothing. */
  readonly owner: string;
  /** Of the groups of records on the page. */
  readonly parentKeys: readonly string[];
}

export interface PageNews {
  /** The records that are not known in exactly this form. */
  readonly digests: ReadonlySet<string>;
  /** Parents with a living record that the run has not listed. */
  readonly parentKeys: ReadonlySet<string>;
}

// A record that was missing before, or whose removal was refused, is more than a repetition: being listed changes its
// row. All keys go through the index at once, because a look-up for each took three times as long; hidden in a select
// they cost no planning. The digests stay visible: PostgreSQL then hashes them; within `case` it does not estimate each
// of them, which cost half of the planning.
const page = `
  with page as materialized (
    select s.id, s.digest from subjects s
    where s.organization_id = $1 and s.connection_id = $2 and s.source_key = any ((select $3::text[])::text[]) and case
      when s.digest = any ($4::text[]) then true end
      and s.ends_at is null and s.invalid is null
      and case when s.state = 'present' then s.missing_scans = 0 and not s.absence_ignored else s.digest like '~%' end
  ), noted as (
    insert into listed_pages (organization_id, id, connection_id, run_id, sequence, subject_ids)
    select $1, $5, $2, $6, $7, array_agg(id) from page
    having count(*) > 0 and exists (select from runs r where r.organization_id = $1 and r.id = $6
    and r.status = 'running' and r.lease_owner = $8)
    returning 1
  )`;
// `except` instead of a join: whatever the planner assumes about the two sides, they are never compared pair by pair.
const newDigests = 'select digest from (select unnest($4::text[]) except select digest from page) as news (digest)';

const note = replanned('listed_pages_note', `${page} ${newDigests}`);

const noteGroups = replanned(
  'listed_pages_note_groups',
  `${page}
  select digest, null as "parentKey" from (${newDigests}) as news
  union all
  select distinct null, s.parent_key from subjects s
  where s.organization_id = $1 and s.connection_id = $2 and s.parent_key = any ($9::text[]) and s.state = 'present'
    and s.seen_run_id is distinct from $10
    and s.id not in (select id from page)
    and not exists (select from listed_pages l where l.organization_id = $1 and l.connection_id = $2 and l.run_id = $6
      and s.id = any (l.subject_ids))`,
);

const forgetEarlier = statement(
  'listed_pages_forget_earlier',
  `
  delete from listed_pages where organization_id = $1 and connection_id = $2 and run_id <> $3`,
);

/** What lists repeat word for word: noted by page, so that a list without news writes no subject. */
@Injectable()
export class ListedPages {
  constructor(
    private readonly database: Database,
    private readonly ids: Ids,
  ) {}

  /** Notes exact repetitions as listed; returns the rest. */
  async note(
    inside: Context,
    { connectionId, keys, digests, runId, passId, sequence, owner, parentKeys }: ListedPage,
  ): Promise<PageNews> {
    const values = [
      inside.organizationId,
      connectionId,
      arrayLiteral(keys),
      arrayLiteral(digests),
      this.ids.next(),
      runId,
      sequence,
      owner,
    ];
    if (parentKeys.length === 0) {
      const rows = await this.database.query<{ digest: string }>(inside, note, values);
      return { digests: new Set(rows.map(({ digest }) => digest)), parentKeys: new Set() };
    }
    const rows = await this.database.query<{ digest: string | null; parentKey: string | null }>(inside, noteGroups, [
      ...values,
      parentKeys,
      passId,
    ]);
    return {
      digests: new Set(rows.flatMap(({ digest }) => digest ?? [])),
      parentKeys: new Set(rows.flatMap(({ parentKey }) => parentKey ?? [])),
    };
  }

  /** Once a list is complete, earlier ones have no effect any more. */
  async forgetEarlier(inside: Context, connectionId: string, runId: string): Promise<void> {
    await this.database.query(inside, forgetEarlier, [inside.organizationId, connectionId, runId]);
  }
}
