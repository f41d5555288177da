import { copied, listed, replanned, statement } from '../../database/database.js';

const subjectColumns = `s.id, s.source_key as "sourceKey", s.parent_key as "parentKey", s.guest_key as "guestKey",
  s.facts, s.version, s.digest, s.sequence,
  s.state, s.invalid, s.seen_run_id as "seenRunId", s.missing_scans as "missingScans",
  s.first_missing_at as "firstMissingAt",
  s.absence_ignored as "absenceIgnored", s.last_event_at as "lastEventAt", s.ends_at as "endsAt", s.ending,
  s.ending_run_id as "endingRunId", s.extension,
  s.identity_id as "identityId"`;

/**
 * Lists that repeated a subject word for word are newer than its row; this matters only to changes older than `than`.
 */
function sequenceOf(than: string): string {
  return `greatest(s.sequence, (select max(l.sequence) from listed_pages l
    where l.organization_id = $1 and l.connection_id = $2 and l.sequence > ${than} and s.id = any (l.subject_ids)))`;
}

/** As an arrival at the place `than` in the order of receipt, or later, must see them. */
function columnsFor(than: string): string {
  return subjectColumns.replace('s.sequence,', `${sequenceOf(than)} as sequence,`);
}

const written = `id uuid, source_key text, parent_key text, guest_key text, facts jsonb, version text, digest text,
  sequence bigint, state text, invalid jsonb,
  seen_run_id uuid, missing_scans int, first_missing_at timestamptz, absence_ignored boolean, last_event_at timestamptz,
  ends_at timestamptz, ending jsonb,
  ending_run_id uuid`;

/** Of people who are gone, only what was said since; of people who are about to be, none. */
const digest = `case when r.ends_at is null and (r.state = 'present' or r.digest like '~%') then r.digest end`;

export const byKeys = replanned(
  'subjects_by_keys',
  `
  select ${columnsFor('$4')} from subjects s where organization_id = $1 and connection_id = $2
    and source_key = any ($3::text[])`,
);

export const byParents = replanned(
  'subjects_by_parents',
  `
  select ${columnsFor('$4')} from subjects s where organization_id = $1 and connection_id = $2
    and parent_key = any ($3::text[]) and state = 'present'`,
);

// A match on a room uses the index on rooms; the few others scan the connection's present subjects.
export const byRoomMatch = replanned(
  'subjects_by_room_match',
  `
  select distinct on (s.id) ${columnsFor('$5')} from jsonb_array_elements($3::jsonb) m
  join subjects s on s.organization_id = $1 and s.connection_id = $2 and s.room = m ->> 'room' and s.facts @> m
  where s.state = 'present' or s.last_event_at >= $4`,
);

export const byMatch = replanned(
  'subjects_by_match',
  `
  select distinct on (s.id) ${columnsFor('$5')} from jsonb_array_elements($3::jsonb) m
  join subjects s on s.organization_id = $1 and s.connection_id = $2 and s.facts @> m
  where s.state = 'present' or s.last_event_at >= $4`,
);

export const subjectById = replanned(
  'subjects_by_id',
  `
  select ${subjectColumns} from subjects s where organization_id = $1 and connection_id = $2 and id = any ($3::uuid[])`,
);

export const setPlaceholderKeys = replanned(
  'subjects_unkey',
  `
  update subjects set source_key = '~moving ' || id where organization_id = $1 and id = any ($2::uuid[])`,
);

export const insertMany = listed(
  copied(
    'subjects_insert',
    `
  insert into subjects (organization_id, connection_id, id, source_key, parent_key, guest_key, kind, facts, version,
    digest, sequence, state, invalid, seen_run_id,
    missing_scans, first_missing_at, absence_ignored, last_event_at, ends_at, ending, ending_run_id, identity_id,
    disputed, created_at, updated_at)
  select $1, $2, r.id, r.source_key, r.parent_key, r.guest_key, r.facts ->> 'kind', r.facts, r.version, ${digest},
    r.sequence, r.state, r.invalid, r.seen_run_id,
    r.missing_scans, r.first_missing_at, r.absence_ignored, r.last_event_at, r.ends_at, r.ending, r.ending_run_id,
    r.identity_id, r.disputed, $4, $4
  from json_to_recordset($3::json) as r (${written}, identity_id uuid, disputed jsonb)`,
  ),
);

export const updateMany = replanned(
  'subjects_update',
  `
  update subjects s set source_key = r.source_key, parent_key = r.parent_key, guest_key = r.guest_key,
    kind = r.facts ->> 'kind', facts = r.facts,
    version = r.version, digest = ${digest}, sequence = r.sequence, state = r.state, invalid = r.invalid,
      seen_run_id = r.seen_run_id, missing_scans = r.missing_scans,
    first_missing_at = r.first_missing_at, absence_ignored = r.absence_ignored, last_event_at = r.last_event_at,
    ends_at = r.ends_at,
    ending = r.ending, ending_run_id = r.ending_run_id, updated_at = $4
  from json_to_recordset($3::json) as r (${written})
  where s.organization_id = $1 and s.connection_id = $2 and s.id = r.id`,
);

export const due = statement(
  'subjects_due',
  `
  select distinct organization_id as "organizationId", connection_id as "connectionId" from subjects
    where ends_at <= $1`,
);

export const dueOf = statement(
  'subjects_due_of',
  `
  select ${subjectColumns} from subjects s where organization_id = $1 and connection_id = $2 and ends_at <= $3
    order by ends_at, id limit $4`,
);

/** Nobody has the name any more that went to a successor. */
export const freed = statement(
  'subjects_freed',
  `
  select distinct s.organization_id as "organizationId", s.connection_id as "connectionId" from subjects s
  where s.disputed ->> 'code' = 'successor' and not exists (select 1 from entitlements e
    where e.organization_id = s.organization_id and e.identity_id = (s.disputed ->> 'identityId')::uuid
      and not e.revoked and (e.valid_until_at is null or e.valid_until_at > $1))`,
);

export const freedOf = statement(
  'subjects_freed_of',
  `
  select ${subjectColumns} from subjects s where s.organization_id = $1 and s.connection_id = $2
    and s.disputed ->> 'code' = 'successor' and not exists (select 1 from entitlements e
      where e.organization_id = $1 and e.identity_id = (s.disputed ->> 'identityId')::uuid
        and not e.revoked and (e.valid_until_at is null or e.valid_until_at > $3))
  order by s.last_event_at, s.id limit $4`,
);

export const after = statement(
  'subjects_after',
  `
  select ${subjectColumns} from subjects s where organization_id = $1 and connection_id = $2 and id > $3 order by id
    limit $4`,
);

export const analyzeSubjects = statement('subjects_analyze', 'analyze subjects');

export const nextSequence = statement('subjects_next_sequence', `select nextval('inbox_events_seq_seq') as sequence`);

// Somebody heard of since the list began is not missing from it.
const unlisted = `s.seen_run_id is distinct from $5::uuid and s.last_event_at < $4 and s.ends_at is null and
  not s.absence_ignored`;
const ofConnection = `s.organization_id = $1 and s.connection_id = $2 and s.state = 'present'`;
// Records that are not repeated are found by ids alone, in an index, and only those rows are read: hardly any for most
// lists. `except` instead of `not exists`, and `offset 0`: whatever the planner assumes about the sides, they are never
// compared pair by pair, nor the table read whole.
const missing = (isEnough: string) => `
  unrepeated as materialized (
    select s.id from subjects s where s.organization_id = $1 and s.connection_id = $2
    except select unnest(l.subject_ids) from listed_pages l where l.organization_id = $1 and l.connection_id = $2
    and l.run_id = $3),
  missing as materialized (
    select s.id from unrepeated u cross join lateral (
      select s.id from subjects s where ${ofConnection} and s.id = u.id and ${unlisted}${isEnough} offset 0) s)`;

/** Present ones are counted only where somebody is missing. */
export const countAbsence = statement(
  'subjects_count_absence',
  `
  with ${missing('')},
  counted as (
    update subjects s set missing_scans = missing_scans + 1, first_missing_at = coalesce(first_missing_at, $6),
      sequence = ${sequenceOf('s.sequence')}
    from missing m where s.organization_id = $1 and s.id = m.id)
  select case when exists (select from missing) then (select count(*) from subjects s where ${ofConnection}) else 0 end
    as living, (select count(*) from missing) as missing`,
);

export const countLiving = statement(
  'subjects_count_living',
  `select count(*) as living from subjects s where ${ofConnection}`,
);

export const absent = statement(
  'subjects_absent',
  `
  with ${missing(' and s.missing_scans + $6 >= $7 and coalesce(s.first_missing_at, $8) <= $9::timestamptz')}
  select ${subjectColumns} from missing m join subjects s on s.organization_id = $1 and s.id = m.id order by s.id`,
);

export const ignoreAbsence = replanned(
  'subjects_ignore_absence',
  `
  update subjects set absence_ignored = true where organization_id = $1 and connection_id = $2 and id = any ($3::uuid[])
    and state = 'present'`,
);
