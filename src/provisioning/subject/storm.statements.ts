import { replanned, statement } from '../../database/database.js';

/**
 * People with access are counted only when the day has seen more than $5 anyway. Somebody suspended, or only expected,
 * is there without access.
 */
export const recent = statement(
  'storm_recent',
  `
  select case when count(*) > $5 then (
      select count(*) from subjects s where s.organization_id = $1 and s.connection_id = $2 and s.state = 'present'
        and s.facts ->> 'status' not in ('suspended', 'expected', 'held')) else 0 end as living,
    count(*) as "inADay", count(*) filter (where e.at > $4) as "inAnHour",
    (select count(*) from subjects s where s.organization_id = $1 and s.connection_id = $2 and s.ending is not null
    and s.ends_at is null
      and s.ending_run_id is null and s.last_event_at > $4) as "heldInAnHour"
  from recent_endings e where e.organization_id = $1 and e.connection_id = $2 and e.at > $3`,
);

export const note = replanned(
  'storm_note',
  `
  insert into recent_endings (organization_id, connection_id, subject_id, at) select $1, $2, unnest($3::uuid[]), $4
  on conflict (organization_id, connection_id, subject_id) do update set at = excluded.at`,
);

export const isAwaited = statement(
  'storm_is_awaited',
  `
  select from subjects where organization_id = $1 and connection_id = $2 and ending_run_id is not null limit 1`,
);

// Of this run, and of earlier ones that broke off; a poll ($4) does not stand in for a list that did.
const awaited = `s.organization_id = $1 and s.connection_id = $2 and s.ending_run_id is not null
  and (s.ending_run_id = $3::uuid or not exists (
    select from runs r where r.organization_id = $1 and r.id = s.ending_run_id and (r.status in ('queued', 'running')
      or $4::boolean and r.mode = 'full')))`;

export const countAwaited = replanned(
  'storm_count_awaited',
  `select count(*) as said from subjects s where ${awaited}`,
);

export const releaseEndings = replanned(
  'storm_let_go',
  `
  with ended as (update subjects s set ending_run_id = null, ends_at = $5 where ${awaited} returning s.id)
  insert into recent_endings (organization_id, connection_id, subject_id, at) select $1, $2, id, $5 from ended
  on conflict (organization_id, connection_id, subject_id) do update set at = excluded.at`,
);

export const holdSome = replanned(
  'storm_hold_some',
  `
  with batch as materialized (select s.id from subjects s where ${awaited} order by s.id limit 1000)
  update subjects s set ending_run_id = null from batch where s.organization_id = $1 and s.id = batch.id
  returning s.id, s.identity_id as "identityId"`,
);

/** Connections where a list or poll broke off before $1, none has completed since, and none is running. */
export const unjudgedEndings = statement(
  'storm_left_alone',
  `
  select distinct s.organization_id as "organizationId", s.connection_id as "connectionId" from subjects s
  left join runs r on r.organization_id = s.organization_id and r.id = s.ending_run_id
  where s.ending_run_id is not null and (r.id is null or r.status not in ('queued', 'running')
    and coalesce(r.finished_at, r.created_at) <= $1)
    and not exists (select from runs o where o.organization_id = s.organization_id and o.connection_id = s.connection_id
      and o.mode in ('full', 'incremental') and o.status = 'running')`,
);
