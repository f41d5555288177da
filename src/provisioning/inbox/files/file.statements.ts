import { statement } from '../../../database/database.js';
import { deliveredFileTable } from './delivered-file.entity.js';

const record = deliveredFileTable.only(
  'id',
  'connectionId',
  'name',
  'origin',
  'modifiedAt',
  'declared',
  'digest',
  'byteLength',
  'receivedAt',
  'status',
  'examination',
  'hasContent',
);

/** A StoredFile. */
export function fileColumns(alias: string): string {
  return `${record.select(alias)}, ${alias}.seq as sequence`;
}

const columns = fileColumns('f');

export const begin = statement(
  'files_begin',
  `
  insert into delivered_files (organization_id, id, connection_id, name, origin, modified_at, declared, revision,
    received_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

export const addPart = statement(
  'files_add_part',
  'insert into delivered_file_parts (organization_id, file_id, position, content_sealed) values ($1, $2, $3, $4)',
);

// A file that was accepted once, or waits for a decision, is not stored twice. A list that another one followed is no
// repetition: it takes back what that one said.
export const complete = statement(
  'files_complete',
  `
  update delivered_files f set digest = $4, byte_length = $5, status = case when exists (
      select from delivered_files o where o.organization_id = $1 and o.connection_id = $3 and o.digest = $4
        and o.status in ('accepted', 'held') and o.id <> $2 and not (o.status = 'accepted' and o.scope = 'full'
          and exists (select from delivered_files l where l.organization_id = $1 and l.connection_id = $3
            and l.status = 'accepted' and l.scope = 'full' and l.seq > o.seq and l.digest <> $4))
    ) then 'repeated' else 'received' end
  where f.organization_id = $1 and f.id = $2 returning ${columns}`,
);

export const parts = statement(
  'files_parts',
  `
  select position, content_sealed as "contentSealed" from delivered_file_parts where organization_id = $1
    and file_id = $2 and position = $3`,
);

export const fileById = statement(
  'files_by_id',
  `select ${columns} from delivered_files f where f.organization_id = $1 and f.id = $2 and f.digest is not null`,
);

export const lockFile = statement(
  'files_lock_by_id',
  `select ${columns} from delivered_files f where f.organization_id = $1 and f.id = $2 and f.digest is not null
    for update`,
);

export const known = statement(
  'files_known',
  `
  select f.id from delivered_files f where f.organization_id = $1 and f.connection_id = $2 and f.name = $3
    and f.byte_length = $4 and f.modified_at = $5
    and f.digest is not null and f.status <> 'received' and (f.revision = $6 or f.status <> 'rejected') limit 1`,
);

export const lastAccepted = statement(
  'files_last_accepted',
  `
  select ${columns}, f.fingerprints_sealed as "fingerprintsSealed" from delivered_files f
  where f.organization_id = $1 and f.connection_id = $2 and f.status = 'accepted' and ($3::text is null or f.scope = $3)
    order by f.seq desc limit 1`,
);

export const nextChanges = statement(
  'files_next_changes',
  `
  select ${columns} from delivered_files f
  where f.organization_id = $1 and f.connection_id = $2 and f.status = 'accepted' and f.scope = 'changes' and f.seq > $3
    order by f.seq limit 1`,
);

export const judge = statement(
  'files_judge',
  `
  update delivered_files set status = $3, scope = $4, examination = $5, fingerprints_sealed = $6, decided_at = $7
  where organization_id = $1 and id = $2 and status = 'received' returning id`,
);

export const accept = statement(
  'files_accept',
  `
  update delivered_files set status = 'accepted', decided_by = $3, decided_at = $4 where organization_id = $1
    and id = $2 and status = 'held' returning id`,
);

// Older lists are no longer compared with; a file behind a newer list is no longer accepted.
export const supersede = statement(
  'files_supersede',
  `
  update delivered_files set fingerprints_sealed = null, status = case when status = 'held' then 'rejected'
    else status end
  where organization_id = $1 and connection_id = $2 and id <> $3 and seq < (select seq from delivered_files
    where organization_id = $1 and id = $3)
    and (fingerprints_sealed is not null or status = 'held')`,
);

// The last accepted list once more: what was held since is behind it.
export const confirm = statement(
  'files_confirm',
  `
  with last as (select id, digest, scope from delivered_files where organization_id = $1 and connection_id = $2
      and status = 'accepted' order by seq desc limit 1),
    same as (select id from last where digest = $4 and scope = 'full'),
    passed as (update delivered_files f set status = 'rejected' from same
      where f.organization_id = $1 and f.connection_id = $2 and f.status = 'held'
        and f.seq < (select seq from delivered_files where organization_id = $1 and id = $3))
  select id from same`,
);

export const dropContent = statement(
  'files_drop_content',
  `
  with gone as (delete from delivered_file_parts where organization_id = $1 and file_id = $2)
  update delivered_files set has_content = false where organization_id = $1 and id = $2`,
);
