import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import type { TimelineScope } from './timeline.js';
import type { SubjectMoments } from './to-come.js';

const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Accounts $2 (identities) and users $3, and every name by which logs know them. */
const accounts = statement(
  'timeline_accounts',
  `
  with bound as (select b.remote_id, b.name, b.kind from bindings b
    where b.organization_id = $1 and b.identity_id = any ($2::uuid[]) and b.target_key = 'built-in'),
  people as (select u.id, u.username_key from users u where u.organization_id = $1
    and (u.id = any ($3::uuid[]) or u.id in (select b.remote_id::uuid from bound b where b.kind = 'user')))
  select coalesce((select jsonb_agg(p.id) from people p), '[]') as "userIds",
    coalesce((select jsonb_agg(n.name) from (
      select p.username_key as name from people p
      union select lower(b.name) from bound b
      union select d.mac from devices d join people p on d.user_id = p.id where d.organization_id = $1
      union select lower(l.account) from provision_log l where l.organization_id = $1
        and l.subject_id = any ($4::uuid[]) and l.account is not null) n), '[]') as names`,
);

const subjectsOfUser = statement(
  'timeline_subjects_of_user',
  `
  select s.id, s.identity_id as "identityId" from bindings b
  join subjects s on s.organization_id = b.organization_id and s.identity_id = b.identity_id
  where b.organization_id = $1 and b.target_key = 'built-in' and b.kind = 'user' and b.remote_id = $2
  order by s.last_event_at desc limit 20`,
);

/** Since when a record is known or gave access, and until when it may have. */
const timeOfSubject = statement(
  'timeline_time_of_subject',
  `
  select ${instant('least(s.created_at, min(e.valid_from_at))')} as "from",
    ${instant(`case when s.state = 'gone'
      then greatest(s.last_event_at, max(e.valid_until_at), max(e.updated_at)) + interval '1 day' end`)} as "until"
  from subjects s
  left join entitlements e on e.organization_id = s.organization_id and e.subject_id = s.id
  where s.organization_id = $1 and s.id = $2 group by s.created_at, s.state, s.last_event_at`,
);

const subjects = replanned(
  'timeline_subjects',
  `
  select s.id, s.facts, ${instant('s.ends_at')} as "endsAt", ${instant('s.created_at')} as "createdAt",
    ${instant('s.gone_at')} as "goneAt", s.extension, s.identity_id as "identityId"
  from subjects s where s.organization_id = $1 and s.id = any ($2::uuid[])`,
);

export type TimelineSubject = SubjectMoments & { readonly identityId: string | null };

interface Accounts {
  readonly userIds: readonly string[];
  readonly names: readonly string[];
}

@Injectable()
export class TimelineScopeRepository {
  constructor(private readonly database: Database) {}

  subjects(context: Context, ids: readonly string[]): Promise<TimelineSubject[]> {
    return this.database.query(context, subjects, [context.organizationId, ids]);
  }

  /** @throws Problem not_found */
  async ofSubject(context: Context, id: string): Promise<TimelineScope> {
    const [subject] = await this.subjects(context, [id]);
    if (!subject) throw Problem.notFound('subject', id);
    const identityIds = subject.identityId === null ? [] : [subject.identityId];
    const time = await this.database.one<{ from: Instant | null; until: Instant | null }>(context, timeOfSubject, [
      context.organizationId,
      id,
    ]);
    return {
      subjectIds: [id],
      identityIds,
      ...(await this.accounts(context, identityIds, [], [id])),
      from: time?.from ?? null,
      until: time?.until ?? null,
    };
  }

  async ofUser(context: Context, id: string): Promise<TimelineScope> {
    const subjects = await this.database.query<{ id: string; identityId: string | null }>(context, subjectsOfUser, [
      context.organizationId,
      id,
    ]);
    const subjectIds = subjects.map((each) => each.id);
    const identityIds = [...new Set(subjects.flatMap(({ identityId }) => identityId ?? []))];
    return {
      subjectIds,
      identityIds,
      ...(await this.accounts(context, identityIds, [id], [])),
      from: null,
      until: null,
    };
  }

  private async accounts(
    context: Context,
    identityIds: readonly string[],
    userIds: readonly string[],
    subjectIds: readonly string[],
  ): Promise<Accounts> {
    const found = await this.database.one<Accounts>(context, accounts, [
      context.organizationId,
      identityIds,
      userIds,
      subjectIds,
    ]);
    return found ?? { userIds: [], names: [] };
  }
}
