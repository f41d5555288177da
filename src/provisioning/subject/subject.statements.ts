import { replanned, statement } from '../../database/database.js';

export const subjectColumns = `s.id, s.source_key as "sourceKey", s.parent_key as "parentKey", s.guest_key as "guestKey", s.facts, s.version, s.sequence,
  s.state, s.invalid, s.seen_run_id as "seenRunId", s.missing_scans as "missingScans", s.first_missing_at as "firstMissingAt",
  s.absence_ignored as "absenceIgnored", s.last_event_at as "lastEventAt", s.ends_at as "endsAt", s.ending, s.identity_id as "identityId"`;

const written = `id uuid, source_key text, parent_key text, guest_key text, facts jsonb, version text, sequence bigint, state text, invalid jsonb,
  seen_run_id uuid, missing_scans int, first_missing_at timestamptz, absence_ignored boolean, last_event_at timestamptz, ends_at timestamptz, ending jsonb`;

export const byKeys = replanned('subjects_by_keys', `
  select ${subjectColumns} from subjects s where organization_id = $1 and connection_id = $2 and source_key = any ($3::text[])`);

export const byParents = replanned('subjects_by_parents', `
  select ${subjectColumns} from subjects s where organization_id = $1 and connection_id = $2 and parent_key = any ($3::text[]) and state = 'present'`);

// A match on a room takes the index on rooms; the few others look through the connection's living subjects.
export const byRoomMatch = replanned('subjects_by_room_match', `
  select distinct on (s.id) ${subjectColumns} from jsonb_array_elements($3::jsonb) m
  join subjects s on s.organization_id = $1 and s.connection_id = $2 and s.facts ->> 'room' = m ->> 'room' and s.facts @> m
  where s.state = 'present' or s.last_event_at >= $4`);

export const byMatch = replanned('subjects_by_match', `
  select distinct on (s.id) ${subjectColumns} from jsonb_array_elements($3::jsonb) m
  join subjects s on s.organization_id = $1 and s.connection_id = $2 and s.facts @> m
  where s.state = 'present' or s.last_event_at >= $4`);

export const byId = replanned('subjects_by_id', `
  select ${subjectColumns} from subjects s where organization_id = $1 and connection_id = $2 and id = any ($3::uuid[])`);

export const unkey = replanned('subjects_unkey', `
  update subjects set source_key = '~moving ' || id where organization_id = $1 and id = any ($2::uuid[])`);

export const insertMany = statement('subjects_insert', `
  insert into subjects (organization_id, connection_id, id, source_key, parent_key, guest_key, kind, facts, version, sequence, state, invalid, seen_run_id,
    missing_scans, first_missing_at, absence_ignored, last_event_at, ends_at, ending, created_at, updated_at)
  select $1, $2, id, source_key, parent_key, guest_key, facts ->> 'kind', facts, version, sequence, state, invalid, seen_run_id,
    missing_scans, first_missing_at, absence_ignored, last_event_at, ends_at, ending, $4, $4
  from jsonb_to_recordset($3::jsonb) as r (${written})`);

export const updateMany = replanned('subjects_update', `
  update subjects s set source_key = r.source_key, parent_key = r.parent_key, guest_key = r.guest_key, kind = r.facts ->> 'kind', facts = r.facts,
    version = r.version, sequence = r.sequence, state = r.state, invalid = r.invalid, seen_run_id = r.seen_run_id, missing_scans = r.missing_scans,
    first_missing_at = r.first_missing_at, absence_ignored = r.absence_ignored, last_event_at = r.last_event_at, ends_at = r.ends_at,
    ending = r.ending, updated_at = $4
  from jsonb_to_recordset($3::jsonb) as r (${written})
  where s.organization_id = $1 and s.connection_id = $2 and s.id = r.id`);

// What a list repeats word for word is only marked as listed: the rows of a page that are not returned are news.
export const markListed = replanned('subjects_mark_listed', `
  update subjects s set seen_run_id = $6, sequence = greatest(s.sequence, $7), missing_scans = 0, first_missing_at = null, absence_ignored = false
  from unnest($3::text[], $4::jsonb[], $5::text[], $8::text[], $9::text[]) as r (source_key, facts, version, parent_key, guest_key)
  where s.organization_id = $1 and s.connection_id = $2 and s.source_key = r.source_key and s.facts = r.facts and s.version is not distinct from r.version
    and (r.parent_key is null or s.parent_key = r.parent_key) and (r.guest_key is null or s.guest_key = r.guest_key)
    and s.state = 'present' and s.ends_at is null and s.invalid is null
  returning s.source_key as "sourceKey"`);

export const unlistedParents = replanned('subjects_unlisted_parents', `
  select distinct parent_key as "parentKey" from subjects
  where organization_id = $1 and connection_id = $2 and parent_key = any ($3::text[]) and state = 'present' and seen_run_id is distinct from $4::uuid`);

export const due = statement('subjects_due', `
  select distinct organization_id as "organizationId", connection_id as "connectionId" from subjects where ends_at <= $1`);

export const dueOf = statement('subjects_due_of', `
  select ${subjectColumns} from subjects s where organization_id = $1 and connection_id = $2 and ends_at <= $3 order by ends_at, id limit $4`);

export const after = statement('subjects_after', `
  select ${subjectColumns} from subjects s where organization_id = $1 and connection_id = $2 and id > $3 order by id limit $4`);

export const analyze = statement('subjects_analyze', 'analyze subjects');

export const nextSequence = statement('subjects_next_sequence', `select nextval('inbox_events_seq_seq') as sequence`);

export const countLiving = statement('subjects_count_living', `
  select count(*) as living from subjects where organization_id = $1 and connection_id = $2 and state = 'present'`);

// Somebody who was heard of since the list began is not missing from it.
const unlisted = `s.organization_id = $1 and s.connection_id = $2 and s.state = 'present' and s.seen_run_id is distinct from $3::uuid
  and s.last_event_at < $4 and s.ends_at is null and not s.absence_ignored`;

export const countAbsence = statement('subjects_count_absence', `
  update subjects s set missing_scans = missing_scans + 1, first_missing_at = coalesce(first_missing_at, $5) where ${unlisted} returning s.id`);

export const absent = statement('subjects_absent', `
  select ${subjectColumns} from subjects s where ${unlisted} and s.missing_scans + $5 >= $6 and coalesce(s.first_missing_at, $7) <= $8::timestamptz order by s.id`);

export const ignoreAbsence = replanned('subjects_ignore_absence', `
  update subjects set absence_ignored = true where organization_id = $1 and connection_id = $2 and id = any ($3::uuid[]) and state = 'present'`);
