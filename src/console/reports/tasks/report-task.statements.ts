import { statement } from '../../../database/database.js';
import type { Queue } from '../../../database/queue/queue.js';
import { taskLeaseSeconds } from './report-task.js';

export const columns = `t.organization_id as "organizationId", t.id, t.report_id as "reportId", t.status, t.parameters,
  t.format, t.earliest_at as "earliestAt",
  t.latest_at as "latestAt", t.rows, t.chunks, t.position, t.attempts, t.cancel_requested as "cancelRequested",
  t.problem, t.requested_by as "requestedBy",
  t.created_at as "createdAt", t.started_at as "startedAt", t.finished_at as "finishedAt", t.expires_at as "expiresAt"`;

const own = 't.organization_id = $1 and t.id = $2';

export const find = statement('report_tasks_find', `select ${columns} from report_tasks t where ${own}`);
export const lockTask = statement('report_tasks_lock', `select ${columns} from report_tasks t where ${own} for update`);

/** Simultaneous requests are counted one after the other. */
export const lockOpen = statement(
  'report_tasks_lock_open',
  "select pg_advisory_xact_lock(hashtext('report_tasks'), hashtext($1))",
);

export const insertTask = statement(
  'report_tasks_insert',
  `
  insert into report_tasks (organization_id, id, report_id, status, parameters, format, earliest_at, latest_at,
    requested_by, created_at)
  select $1, $2, $3, 'queued', $4, $5, $6, $7, $8, $9
  where (select count(*) from report_tasks o where o.organization_id = $1 and o.status in ('queued',
    'running')) < $10::int
  returning id`,
);

/** A task whose worker died returns when its lease runs out. */
export const tasks: Queue = {
  name: 'report_tasks',
  table: 'report_tasks',
  key: 'id',
  due: () => "q.status in ('queued', 'running')",
  orderBy: 'created_at',
  leaseSeconds: taskLeaseSeconds,
  set: "status = 'running', started_at = coalesce(q.started_at, $2), attempts = q.attempts + 1",
  returning: columns.replaceAll('t.', 'q.'),
};

export const held = statement(
  'report_tasks_held',
  `select ${columns} from report_tasks t where ${own} and t.lease_owner = $3 and t.status = 'running'`,
);

export const renewTask = statement(
  'report_tasks_renew',
  `
  update report_tasks t set lease_until_at = $4 where ${own} and t.lease_owner = $3 and t.status = 'running'`,
);

export const releaseTask = statement(
  'report_tasks_release',
  `
  update report_tasks t set lease_owner = null, lease_until_at = $4, attempts = t.attempts - $5::int where ${own}
    and t.lease_owner = $3 and t.status = 'running'`,
);

export const recordTaskProgress = statement(
  'report_tasks_progress',
  `
  update report_tasks t set rows = $4, chunks = $5, position = $6, lease_until_at = $7, attempts = 1
  where ${own} and t.lease_owner = $3 and t.status = 'running' returning t.id`,
);

export const finishTask = statement(
  'report_tasks_finish',
  `
  update report_tasks t set status = $4, finished_at = $5, expires_at = $6, problem = $7, lease_owner = null,
    lease_until_at = null, position = null
  where ${own} and t.lease_owner is not distinct from $3 and t.status in ('queued', 'running') returning t.id`,
);

export const requestCancel = statement(
  'report_tasks_request_cancel',
  `update report_tasks t set cancel_requested = true where ${own}`,
);

export const removeTask = statement(
  'report_tasks_remove',
  `delete from report_tasks t where ${own} and t.status not in ('queued', 'running')`,
);

export const forgetFile = statement(
  'report_tasks_forget_file',
  'delete from report_file_chunks where organization_id = $1 and task_id = $2',
);
