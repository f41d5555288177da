import { Injectable } from '@nestjs/common';
import { Database, inPlainSight, replanned } from '../../database/database.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import type { Instant } from '../../kernel/clock.js';
import type { OrganizationState } from './organization-state.js';

/** $1: the organization; also those beneath it. The bounds of today are its own. */
const organizations = `
  select o.id, o.name, o.time_zone,
    to_char(date_trunc('day', $2::timestamptz at time zone o.time_zone) at time zone o.time_zone at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as day_from,
    to_char((date_trunc('day', $2::timestamptz at time zone o.time_zone) + interval '1 day')
      at time zone o.time_zone at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as day_until
  from organizations o where o.path @> array[$1::uuid] and not o.disabled`;

/**
 * Counts for each of the last 24 hours, newest first; hours without any are absent. `date_part`, since `extract` counts
 * in decimal numbers, which takes as long as reading the rows.
 */
const hours = (table: string, at: string, where: string) => `
  select organization_id, jsonb_object_agg(hour, n) as hours from (
    select organization_id, floor(date_part('epoch', $2::timestamptz - ${at}) / 3600)::int as hour, count(*) as n
    from ${table} where organization_id in (select id from asked) and ${where}
    group by 1, 2
  ) h where hour between 0 and 23 group by 1`;

const day = `$2::timestamptz - interval '24 hours'`;

/**
 * What is so now, for all organizations in one statement, each part one pass over an index. Stays are read one by one,
 * as no index knows the day of an arrival. Of those with a standing below 5 everybody has come, or is to come.
 */
const present = inPlainSight(
  replanned(
    'overview_present',
    `
  with asked as materialized (${organizations}),
  links as (
    select organization_id, jsonb_object_agg(state, n) as states from (
      select organization_id, usher_link_state(row(connections.*)::connections) as state, count(*) as n
      from connections where organization_id in (select id from asked) group by 1, 2
    ) s group by 1),
  held as (select organization_id, count(*) as n from runs
    where status = 'held' and organization_id in (select id from asked) group by 1),
  open_alerts as (select organization_id, count(*) as n from alerts
    where resolved_at is null and acknowledged_at is null and organization_id in (select id from asked) group by 1),
  waiting as (select organization_id, min(at) as at from (
      select organization_id, min(due_at) as at from identities
        where due_at <= $2::timestamptz and organization_id in (select id from asked) group by 1
      union all
      select organization_id, min(received_at) from inbox_events
        where status = 'received' and organization_id in (select id from asked) group by 1
    ) w group by 1),
  stays as (
    select s.organization_id,
      count(*) filter (where s.arrival_at >= a.day_from and s.arrival_at < a.day_until) as arrivals,
      count(*) filter (where s.departure_at >= a.day_from and s.departure_at < a.day_until) as departures,
      count(i.id) filter (where s.arrival_at >= a.day_from and s.arrival_at < a.day_until) as served
    from asked a
    join (
      select organization_id, identity_id, facts ->> 'arrivalAt' as arrival_at, facts ->> 'departureAt' as departure_at
      from subjects where kind = 'stay' and organization_id in (select id from asked)
        and (standing < 5 or facts ->> 'status' not in ('cancelled', 'no_show'))
      offset 0
    ) s on s.organization_id = a.id and (s.arrival_at >= a.day_from and s.arrival_at < a.day_until
      or s.departure_at >= a.day_from and s.departure_at < a.day_until)
    left join identities i on i.organization_id = s.organization_id and i.id = s.identity_id
      and i.problem is null and i.done_rev >= i.want_rev
    group by 1)
  select a.id, a.name, coalesce(l.states, '{}') as connections, coalesce(h.n, 0)::int as "heldRuns",
    coalesce(o.n, 0)::int as "openAlerts",
    greatest(0, extract(epoch from $2::timestamptz - w.at))::int as "oldestDirtySeconds",
    coalesce(s.arrivals, 0)::int as arrivals, coalesce(s.departures, 0)::int as departures,
    coalesce(s.served, 0)::int as served
  from asked a
  left join links l on l.organization_id = a.id left join held h on h.organization_id = a.id
  left join open_alerts o on o.organization_id = a.id left join waiting w on w.organization_id = a.id
  left join stays s on s.organization_id = a.id`,
  ),
);

/** Who is online, and the last day. $3: its least id. */
const lastDay = inPlainSight(
  replanned(
    'overview_last_day',
    `
  with asked as materialized (
    select o.id from organizations o where o.path @> array[$1::uuid] and not o.disabled),
  online as (select organization_id, sum(n) as n, count(mac) as devices from (
      select organization_id, mac, count(*) as n from accounting_sessions
      where stopped_at is null and organization_id in (select id from asked) group by 1, 2
    ) d group by 1),
  rejections as (
    select organization_id, jsonb_object_agg(reason, n) as reasons from (
      select organization_id, coalesce(reason, 'failed') as reason, count(*) as n from authentication_log
      where outcome = 'rejected' and at > ${day} and organization_id in (select id from asked) group by 1, 2
    ) r group by 1),
  events as (${hours('inbox_events', 'received_at', 'id >= $3::uuid')}),
  operations as (${hours('provision_log', 'at', `at > ${day}`)}),
  logins as (${hours('authentication_log', 'at', `at > ${day} and outcome = 'accepted'`)}),
  sessions as (${hours('accounting_sessions', 'started_at', `started_at > ${day}`)})
  select a.id, coalesce(n.n, 0)::int as "sessionsOnline", coalesce(n.devices, 0)::int as "devicesOnline",
    coalesce(r.reasons, '{}') as rejections, coalesce(e.hours, '{}') as events,
    coalesce(p.hours, '{}') as operations, coalesce(g.hours, '{}') as logins, coalesce(t.hours, '{}') as sessions
  from asked a
  left join online n on n.organization_id = a.id
  left join rejections r on r.organization_id = a.id left join events e on e.organization_id = a.id
  left join operations p on p.organization_id = a.id left join logins g on g.organization_id = a.id
  left join sessions t on t.organization_id = a.id`,
  ),
);

type LastDay = Pick<
  OrganizationState,
  'id' | 'sessionsOnline' | 'devicesOnline' | 'rejections' | 'events' | 'operations' | 'logins' | 'sessions'
>;

@Injectable()
export class OverviewRepository {
  constructor(private readonly database: Database) {}

  /**
   * The organization and all beneath it: whoever may act for it may act for them. Asked in two halves at the same time:
   * over a thousand organizations each takes a core a tenth of a second.
   */
  async states({ organizationId, requestId }: Context, now: Instant): Promise<OrganizationState[]> {
    const everywhere = systemContext(everyOrganization, requestId, 'overview');
    const leastId = (Date.parse(now) - 86_400_000).toString(16).padStart(12, '0');
    const [states, days] = await Promise.all([
      this.database.query<Omit<OrganizationState, keyof LastDay> & { readonly id: string }>(everywhere, present, [
        organizationId,
        now,
      ]),
      this.database.query<LastDay>(everywhere, lastDay, [
        organizationId,
        now,
        `${leastId.slice(0, 8)}-${leastId.slice(8)}-0000-0000-000000000000`,
      ]),
    ]);
    const dayOf = new Map(days.map((each) => [each.id, each]));
    // An organization that was made or disabled between the two is in the next look.
    return states.flatMap((state) => {
      const itsDay = dayOf.get(state.id);
      return itsDay ? [{ ...state, ...itsDay }] : [];
    });
  }
}
