import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import { Clock, type Instant, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { entryOf, grantFor } from '../access/grant-for.js';
import type { Connection } from '../connection/connection.js';
import { siteDefaultsOf } from '../connection/site-defaults.js';
import type { Facts } from '../facts/facts.js';
import { ProvisionLog } from '../log/provision-log.js';
import { isStorm, limitsOf, type RecentEndings } from './storm.js';
import type { KnownSubject } from './known-subject.js';
import type { SubjectSet } from './subject-set.js';

export interface Untouched extends Readonly<Pick<KnownSubject, 'facts' | 'state' | 'endsAt' | 'ending'>> {}

/** The staff is counted only when the day has seen more than $5 anyway. Who is suspended is there, without access. */
const recent = statement('storm_recent', `
  select case when count(*) > $5 then (
      select count(*) from subjects s where s.organization_id = $1 and s.connection_id = $2 and s.state = 'present' and s.facts ->> 'status' <> 'suspended') else 0 end as living,
    count(*) as "inADay", count(*) filter (where e.at > $4) as "inAnHour",
    (select count(*) from subjects s where s.organization_id = $1 and s.connection_id = $2 and s.ending is not null and s.ends_at is null and s.last_event_at > $4) as "heldInAnHour"
  from recent_endings e where e.organization_id = $1 and e.connection_id = $2 and e.at > $3`);

const note = replanned('storm_note', `
  insert into recent_endings (organization_id, connection_id, subject_id, at) select $1, $2, unnest($3::uuid[]), $4
  on conflict (organization_id, connection_id, subject_id) do update set at = excluded.at`);

/**
 * Staff who are said to have left lose access at once; when that is said of a large part of them within a day, most likely
 * somebody made a mistake in the directory: then it is held, and an operator is asked. Guests leave in crowds; nobody is asked.
 */
@Injectable()
export class StormGuard {
  constructor(private readonly database: Database, private readonly log: ProvisionLog, private readonly clock: Clock) {}

  /** Takes back, in the set, what is to be held. `before`: what was known of each, by id. */
  async hold(inside: Context, connection: Connection, set: SubjectSet, before: ReadonlyMap<string, Untouched>): Promise<void> {
    const now = this.clock.instant();
    const leaving = set.toRefresh.filter(({ subject, cause }) => cause.kind !== 'operator' && isLeaving(connection, before.get(subject.id), subject, now));
    if (leaving.length === 0) return;
    const isHeld = ({ subject: { id } }: (typeof leaving)[number]) => isHeldBack(before.get(id));
    const news = leaving.filter((each) => !isHeld(each));
    const passes = news.length === 0 || !isStorm(news.length, await this.recent(inside, connection, news.length, now), connection.safety);
    if (passes && news.length > 0) await this.database.query(inside, note, [inside.organizationId, connection.id, news.map(({ subject }) => subject.id), now]);
    const held = leaving.filter((each) => !passes || isHeld(each));
    for (const { subject } of held) {
      const { facts, state } = before.get(subject.id)!;
      set.withhold(Object.assign(subject, { ending: subject.facts, facts, state, endsAt: null, digest: null }));
    }
    await this.log.append(inside, held.filter((each) => !isHeld(each)).map(({ subject, cause }) => ({
      connectionId: connection.id, subjectId: subject.id, identityId: subject.identityId, kind: 'entitle', status: 'held', cause, account: null, before: null, after: null,
      detail: 'more people left within a day than the connection\'s safety allows; it waits for a decision',
    })));
  }

  private async recent(inside: Context, connection: Connection, more: number, now: Instant): Promise<RecentEndings> {
    const values = [inside.organizationId, connection.id, laterBy(now, -86_400), laterBy(now, -3_600), limitsOf(connection.safety).max_endings - more];
    return (await this.database.one<RecentEndings>(inside, recent, values))!;
  }
}

/** Said to have left, and an operator is asked: unlike a removal that waits for its time, nothing but a decision ends it. */
export function isHeldBack(subject: Pick<Untouched, 'ending' | 'endsAt'> | undefined): boolean {
  return subject !== undefined && subject.ending !== null && subject.endsAt === null;
}

/** Staff who had access and lose it now. What cannot be understood ends nothing. */
function isLeaving(connection: Connection, before: Untouched | undefined, { sourceKey: key, facts, endsAt }: KnownSubject, now: Instant): boolean {
  if (!before || before.state !== 'present' || facts.kind !== 'employment' || endsAt !== null) return false;
  const site = siteDefaultsOf(connection);
  const record = (of: Facts) => ({ key, facts: of, observedAt: now });
  const isOver = ({ validUntil }: { readonly validUntil: Instant | null }) => validUntil !== null && validUntil <= now;
  // In this order: of a list's changes hardly any ends access, and working out what access there was is most of what a change costs.
  const entry = entryOf(connection.access, record(facts), site);
  if (entry.kind === 'problem' || (entry.kind === 'entry' && !isOver(entry.window))) return false;
  if (grantFor(connection.access, record(facts), site).kind === 'problem') return false;
  const had = grantFor(connection.access, record(before.facts), site);
  return (had.kind === 'user' || had.kind === 'voucher') && !isOver(had);
}
