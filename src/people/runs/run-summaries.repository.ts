import { Injectable } from '@nestjs/common';
import { Database, replanned } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';

export interface KindCount {
  readonly kind: string;
  readonly count: number;
}

export interface GroupCount {
  readonly kind: string;
  readonly groupId: string | null;
  readonly group: string | null;
  readonly count: number;
}

export interface OnlinePerson {
  readonly subjectId: string;
  readonly key: string;
  readonly room: string | null;
  readonly userId: string;
  readonly username: string;
  readonly sessions: number;
}

export interface RunSummary {
  readonly status: string;
  readonly planHash: string | null;
  readonly kinds: readonly KindCount[];
  readonly groups: readonly GroupCount[];
  readonly onlineCount: number;
  readonly online: readonly OnlinePerson[];
}

/** Kinds of items by which somebody loses access. */
const taking = ['removal', 'ending', 'approved', 'removed', 'departed'];

/**
 * One pass over the plan; accounts and open sessions are found by their keys. Accounts of a remote console are not
 * known here: they have no group, and nobody knows who is online there. $2: the run, $3: kinds that take away, $4: how
 * many are named.
 */
const summary = replanned(
  'run_summary',
  `
  with items as materialized (
    select i.kind, i.subject_id, u.id as user_id, u.username, u.username_key, u.group_id
    from run_items i
    left join subjects s on s.organization_id = i.organization_id and s.id = i.subject_id
    -- Not among the join's conditions: row-level security lets a cast there use no key.
    left join lateral (select case when b.target_key = 'built-in' then b.remote_id::uuid end as user_id from bindings b
      where b.organization_id = $1 and b.identity_id = coalesce(i.identity_id, s.identity_id) and b.kind = 'user'
        and b.state <> 'removed' offset 0) b on true
    left join users u on u.organization_id = i.organization_id and u.id = b.user_id
    where i.organization_id = $1 and i.run_id = $2),
  online as (
    select i.subject_id, i.user_id, i.username, count(*)::int as sessions
    from items i
    join accounting_sessions a on a.organization_id = $1 and a.username_key = i.username_key collate "default"
      and a.stopped_at is null
    where i.kind = any($3::text[]) and i.subject_id is not null
    group by 1, 2, 3)
  select r.status, r.plan_hash as "planHash",
    coalesce((select jsonb_agg(k order by k.kind) from (
      select kind, count(*) as count from items group by kind) k), '[]') as kinds,
    coalesce((select jsonb_agg(g order by g.kind, g.count desc, g."group") from (
      select i.kind, i.group_id as "groupId", g.name as "group", count(*) as count
      from items i left join user_groups g on g.organization_id = $1 and g.id = i.group_id
      group by 1, 2, 3) g), '[]') as groups,
    (select count(*) from online)::int as "onlineCount",
    coalesce((select jsonb_agg(p order by p.username) from (
      select o.subject_id as "subjectId", s.source_key as key, s.room, o.user_id as "userId", o.username, o.sessions
      from online o join subjects s on s.organization_id = $1 and s.id = o.subject_id
      order by o.username limit $4) p), '[]') as online
  from runs r where r.organization_id = $1 and r.id = $2`,
);

@Injectable()
export class RunSummariesRepository {
  constructor(private readonly database: Database) {}

  find(context: Context, runId: string, mostNamed: number): Promise<RunSummary | undefined> {
    return this.database.one<RunSummary>(context, summary, [context.organizationId, runId, taking, mostNamed]);
  }
}
