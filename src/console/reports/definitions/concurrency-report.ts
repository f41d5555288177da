import { column, type Report, textColumn } from './report.js';

const step = 'make_interval(mins => coalesce($4::int, 60))';
const placeOf = (time: string) =>
  `ceil(extract(epoch from ${time} - $2::timestamptz) / (60 * coalesce($4::int, 60)))::int`;

/** An access point that vanishes ends no session, so a session without a report for an hour no longer counts. */
const endOfSession = "coalesce(l.stopped_at, least(l.updated_at + interval '1 hour', $5::timestamptz))";

/**
 * How many sessions were open at each moment. A session is +1 at its beginning and -1 at its end, and the running sum
 * is what is open: the cost grows with the sessions, not with sessions times moments.
 */
export const concurrencyReport: Report = {
  id: '14',
  title: 'Sessions at the same time',
  description:
    'How many sessions were open in each network at the beginning of each bucket, an hour where no period is given. ' +
    'One that began more than 31 days before the report is left out.',
  from: `(with moments as (
      select at, (row_number() over (order by at) - 1)::int as place
      from generate_series($2::timestamptz, $3::timestamptz - interval '1 microsecond', ${step}) at),
    spans as (
      select l.network_id, case when l.network_id is null then l.ssid end as ssid,
        greatest(0, ${placeOf('l.started_at')}) as first_place, ${placeOf(endOfSession)} as end_place
      from accounting_sessions l
      where l.organization_id = $1 and l.started_at < $3 and l.started_at >= $2::timestamptz - interval '31 days'
        and (l.stopped_at is null or l.stopped_at > $2)),
    changes as (
      select network_id, ssid, place, sum(change) as change
      from (select network_id, ssid, first_place as place, 1 as change from spans where end_place > first_place
        union all select network_id, ssid, end_place, -1 from spans where end_place > first_place) c group by 1, 2, 3),
    lines as (
      select c.network_id, coalesce(n.name, c.ssid) as network, c.ssid
      from (select distinct network_id, ssid from changes) c
      left join networks n on n.organization_id = $1 and n.id = c.network_id)
    select m.at as period_start_at, l.network_id, l.network,
      coalesce(sum(c.change) over (partition by l.network_id, l.ssid order by m.place), 0)::int as sessions,
      concat_ws('|', m.at, l.network_id, l.ssid) as key
    from moments m cross join lines l
    left join changes c on c.place = m.place and c.network_id is not distinct from l.network_id
      and c.ssid is not distinct from l.ssid) r`,
  where: 'true',
  time: null,
  key: 'r.key',
  sort: 'period_start_at:desc,sessions:desc',
  chart: { measures: ['sessions'], groupings: ['network'], kind: 'level' },
  columns: [
    column('period_start_at', 'instant', 'The moment'),
    textColumn('network', 'The network; the name that devices see where none of the networks is it', {
      otherNames: ['ssid'],
    }),
    column('sessions', 'integer', 'Sessions that were open then'),
    column('network_id', 'uuid', 'The network', { isUsual: false }),
  ],
};
