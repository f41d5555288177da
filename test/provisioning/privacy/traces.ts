import type { UsherWorld } from '../../api/usher-world.js';

export interface Guest {
  readonly username: string;
  readonly fullName: string;
  readonly email: string;
}

/** The tables that `leaveTraces` writes a name into. */
export const tracedTables = [
  'authentication_log',
  'bulk_chunks',
  'certificates',
  'delivered_files',
  'devices',
  'guest_registrations',
  'inbox_events',
  'operations',
  'outbox_events',
  'report_tasks',
  'run_items',
  'scim_emails',
  'scim_users',
  'vouchers',
  'webhook_deliveries',
] as const;

/** What stands in the log of them without their name. */
export const namelessNote = 'moved in beside the lift';

/** What a guest leaves behind besides a record and an account. */
export async function leaveTraces(
  { made, sql, organizationId }: UsherWorld,
  connectionId: string,
  { username, fullName, email }: Guest,
): Promise<void> {
  const [{ id: userId }] = await sql<{ id: string }>('select id from users where username = $1', [username]);
  const [{ identityId, subjectId }] = await sql<{ identityId: string; subjectId: string }>(
    'select b.identity_id as "identityId", s.id as "subjectId" from bindings b join subjects s on ' +
      's.organization_id = b.organization_id and s.identity_id = b.identity_id where b.remote_id = $1',
    [userId],
  );
  const into = (table: string, columns: string, values: string, ...parameters: unknown[]) =>
    sql(`insert into ${table} (organization_id, ${columns}) values ($1, ${values})`, [organizationId, ...parameters]);
  const names = JSON.stringify({ of: fullName });
  const [job, run, directoryUser, file] = ['a', 'b', 'c', 'd'].map(
    (last) => `0190a0e0-0000-7000-8000-00000000000${last}`,
  );

  await made(201, 'POST', '/certificates', { body: { common_name: fullName, user_id: userId } });
  const { id: groupId } = await made(201, 'POST', '/user-groups', { body: { name: 'Lobby' } });
  await made(201, 'POST', '/vouchers', { body: { table_id: groupId, comment: `for ${fullName}` } });
  await made(201, 'POST', '/devices', {
    body: { mac: '02:00:00:00:09:12', name: `Telephone of ${fullName}` },
    headers: { 'idempotency-key': 'telephone' },
  });
  const { id: webhookId } = await made(201, 'POST', '/webhooks', {
    body: { url: 'https://hooks.example.com/usher', events: ['device.connected'] },
  });

  await into(
    'authentication_log',
    'at, id, outcome, username, user_id',
    `now(), gen_random_uuid(), 'accepted', $2, $3`,
    username,
    userId,
  );
  await into(
    'guest_registrations',
    'created_at, id, full_name, email',
    'now(), gen_random_uuid(), $2, $3',
    fullName,
    email,
  );
  await into(
    'operations',
    'id, identity_id, connection_id, target_key, kind, state, request, token, created_at',
    `gen_random_uuid(), $2, $3, 'remote-1', 'create_user', 'done', $4, 1, now()`,
    identityId,
    connectionId,
    names,
  );
  await into(
    'bulk_jobs',
    'id, resource, status, atomic, dry_run, total, requested_by, created_at',
    `$2, 'users', 'completed', false, false, 1, 'key', now()`,
    job,
  );
  await into('bulk_chunks', 'job_id, chunk, results', '$2, 0, $3', job, JSON.stringify([names]));
  await into(
    'runs',
    'id, connection_id, mode, cause, status, requested_by, created_at',
    `$2, $3, 'full', 'schedule', 'done', 'schedule', now()`,
    run,
    connectionId,
  );
  await into('run_items', 'run_id, position, kind, detail, after', `$2, 1, 'change', null, $3`, run, names);
  await into(
    'run_items',
    'run_id, position, kind, subject_id, detail',
    `$2, 2, 'change', $3, $4`,
    run,
    subjectId,
    namelessNote,
  );
  await into(
    'provision_log',
    'id, at, connection_id, identity_id, kind, status, cause, actor, detail',
    `gen_random_uuid(), now(), $2, $3, 'change_user', 'done', 'event', 'system', $4`,
    connectionId,
    identityId,
    namelessNote,
  );
  await into(
    'report_tasks',
    'id, report_id, status, parameters, format, earliest_at, latest_at, requested_by, created_at',
    `gen_random_uuid(), '110', 'queued', $2, 'csv', now(), now(), 'key', now()`,
    names,
  );
  await into(
    'outbox_events',
    'id, event, payload, created_at',
    `gen_random_uuid(), 'device.connected', $2, now()`,
    names,
  );
  await into(
    'webhook_deliveries',
    'id, webhook_id, event_id, event, status, due_at, created_at, log',
    `gen_random_uuid(), $2, gen_random_uuid(), 'device.connected', 'delivered', now(), now(), $3`,
    webhookId,
    JSON.stringify([names]),
  );
  await into(
    'inbox_events',
    'id, connection_id, kind, byte_length, digest, received_at, status, dedupe_key, problem',
    `gen_random_uuid(), $2, 'request', 1, 'digest', now(), 'failed', $3, $4`,
    connectionId,
    fullName,
    names,
  );
  await into(
    'delivered_files',
    'id, connection_id, name, origin, declared, revision, received_at, status, examination',
    `$2, $3, 'staff.csv', 'upload', '{}', 1, now(), 'examined', $4`,
    file,
    connectionId,
    names,
  );
  await into('delivered_file_parts', 'file_id, position, content_sealed', `$2, 0, 'sealed'`, file);
  await into(
    'scim_users',
    'id, connection_id, name_key, active, document, created_at, updated_at',
    '$2, $3, $4, true, $5, now(), now()',
    directoryUser,
    connectionId,
    username,
    names,
  );
  await into('scim_emails', 'user_id, value_key, connection_id', '$2, $3, $4', directoryUser, email, connectionId);
}
