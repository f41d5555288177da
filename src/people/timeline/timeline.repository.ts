import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { pastStatement } from './timeline-past.statement.js';
import type { Lane, TimelineEntry, TimelinePosition, TimelineScope } from './timeline.js';

const older = replanned('timeline_older', pastStatement('older'));
const newer = replanned('timeline_newer', pastStatement('newer'));

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Ends that records themselves hold: $2 users, $3 names, $4 now, $5 subjects. */
const ends = statement(
  'timeline_ends',
  `
  select coalesce(jsonb_agg(e.row), '[]') as rows from (
    select jsonb_build_object('source', 'user', 'id', u.id, 'from', ${instant('u.valid_from')},
      'until', ${instant('u.valid_until')}, 'isManaged', exists (select from bindings b
        where b.organization_id = $1 and b.target_key = 'built-in' and b.kind = 'user' and b.remote_id = u.id::text
          and b.state <> 'removed')) as row
    from users u where u.organization_id = $1 and u.id = any ($2::uuid[]) and not u.disabled
    union all
    select jsonb_build_object('source', 'device', 'id', d.id, 'name', d.name, 'until', ${instant('d.valid_until')})
    from devices d where d.organization_id = $1 and d.user_id = any ($2::uuid[]) and d.valid_until > $4
    union all
    select jsonb_build_object('source', 'registration', 'id', r.id, 'name', r.method, 'until', ${instant('r.until_at')})
    from registrations r where r.organization_id = $1 and r.username_key = any ($3::text[]) and r.ended_at is null
      and r.until_at > $4
    union all
    select jsonb_build_object('source', 'session', 'id', s.id, 'name', e.reason, 'until', ${instant('e.due_at')})
    from accounting_sessions s
    join session_endings e on e.organization_id = s.organization_id and e.session_id = s.id
    where s.organization_id = $1 and s.username_key = any ($3::text[]) and s.stopped_at is null
      and e.due_at > $4 and e.due_at < 'infinity'
    union all
    select jsonb_build_object('source', 'delivery', 'id', d.id, 'name', d.via, 'until', ${instant('d.due_at')})
    from credential_deliveries d where d.organization_id = $1 and d.subject_id = any ($5::uuid[])
      and d.status = 'pending' and d.due_at > $4) e`,
);

/** What ends by itself, by the record that says when. */
export interface KnownEnd {
  readonly source: 'user' | 'device' | 'registration' | 'session' | 'delivery';
  readonly id: string;
  readonly name?: string | null;
  readonly from?: Instant | null;
  readonly until: Instant | null;
  /** The engine looks after it and knows its end better. */
  readonly isManaged?: boolean;
}

const [lowestId, highestId] = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

@Injectable()
export class TimelineRepository {
  constructor(private readonly database: Database) {}

  /** At most `limit`; backwards from the newest, forwards from the oldest. */
  past(
    context: Context,
    scope: TimelineScope,
    shownLanes: readonly Lane[],
    { at, id, isBackwards }: TimelinePosition,
    limit: number,
    now: Instant,
  ): Promise<TimelineEntry[]> {
    return this.database.query<TimelineEntry>(context, isBackwards ? older : newer, [
      context.organizationId,
      scope.subjectIds,
      scope.names,
      scope.userIds,
      scope.from,
      scope.until,
      at,
      // What a record itself tells has an id that begins with the record's.
      id?.slice(0, 36) ?? (isBackwards ? highestId : lowestId),
      limit,
      shownLanes,
      now,
    ]);
  }

  async ends(context: Context, { userIds, names, subjectIds }: TimelineScope, now: Instant): Promise<KnownEnd[]> {
    const found = await this.database.one<{ rows: KnownEnd[] }>(context, ends, [
      context.organizationId,
      userIds,
      names,
      now,
      subjectIds,
    ]);
    return found?.rows ?? [];
  }
}
