import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { Ids } from '../../kernel/ids.js';

/** What a page of a list says, as far as it has to be compared: see `digestOf`. */
export interface ListedPage {
  readonly connectionId: string;
  readonly runId: string;
  /** Place of the list in the order of receipt. */
  readonly sequence: number;
  readonly keys: readonly string[];
  readonly digests: readonly string[];
  /** Of the groups of records on the page. */
  readonly parentKeys: readonly string[];
}

export interface PageNews {
  /** Places among `keys` of what is not known exactly so. */
  readonly places: ReadonlySet<number>;
  /** Parents with a living record that the run has not listed. */
  readonly parentKeys: ReadonlySet<string>;
}

// Who was missed before, or whose removal was refused, is no mere repetition: being listed changes their row. `offset 0`: one look-up
// by key for each; left to itself the planner reads the whole table for a page of thousands.
const note = replanned('listed_pages_note', `
  with page as materialized (
    select r.place, s.id from unnest($3::text[], $4::text[]) with ordinality as r (source_key, digest, place)
    left join lateral (
      select s.id from subjects s where s.organization_id = $1 and s.connection_id = $2 and s.source_key = r.source_key and s.digest = r.digest
        and s.state = 'present' and s.ends_at is null and s.invalid is null and s.missing_scans = 0 and not s.absence_ignored offset 0
    ) s on true
  ), noted as (
    insert into listed_pages (organization_id, id, connection_id, run_id, sequence, subject_ids)
    select $1, $5, $2, $6, $7, array_agg(id) from page where id is not null having count(*) > 0
  )
  select place, null as "parentKey" from page where id is null
  union all
  select distinct null::bigint, s.parent_key from subjects s
  where s.organization_id = $1 and s.connection_id = $2 and s.parent_key = any ($8::text[]) and s.state = 'present' and s.seen_run_id is distinct from $6
    and s.id not in (select id from page where id is not null)
    and not exists (select from listed_pages l where l.organization_id = $1 and l.connection_id = $2 and l.run_id = $6 and s.id = any (l.subject_ids))`);

const forgetEarlier = statement('listed_pages_forget_earlier', `
  delete from listed_pages where organization_id = $1 and connection_id = $2 and run_id <> $3`);

/** What lists repeat word for word: noted by the page, so that a list without news writes no subject. */
@Injectable()
export class ListedPages {
  constructor(private readonly database: Database, private readonly ids: Ids) {}

  /** Notes what is known exactly so as listed; returns the rest. */
  async note(inside: Context, page: ListedPage): Promise<PageNews> {
    const { connectionId, keys, digests, runId, sequence, parentKeys } = page;
    const rows = await this.database.query<{ place: number | null; parentKey: string | null }>(inside, note, [
      inside.organizationId, connectionId, keys, digests, this.ids.next(), runId, sequence, parentKeys,
    ]);
    return {
      places: new Set(rows.flatMap(({ place }) => (place === null ? [] : [place - 1]))),
      parentKeys: new Set(rows.flatMap(({ parentKey }) => parentKey ?? [])),
    };
  }

  /** Once a list is complete, those before it have nothing left to say. */
  async forgetEarlier(inside: Context, connectionId: string, runId: string): Promise<void> {
    await this.database.query(inside, forgetEarlier, [inside.organizationId, connectionId, runId]);
  }
}
