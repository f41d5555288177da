import { usualRetention } from '../console/organizations/organization.js';
import { taskKeptSeconds } from '../console/reports/tasks/report-task.js';
import { idleSeconds } from '../console/sign-in/session.js';
import type { RetentionRule } from '../database/retention/retention-rule.js';
import { byItself, days, hours } from './kept-seconds.js';
import { portalRetention } from './portal-retention.js';

const isEntitled = (r: string): string => `not ${r}.revoked and (${r}.valid_until_at is null
  or ${r}.valid_until_at > $2)`;

/**
 * What is kept, and for how long; docs/operations.md shows the same to operators. The order matters: later rules delete
 * what earlier ones referred to. Not here: tombstones, which are deleted under their connection's lock; months of logs,
 * which are dropped as a whole; and the audit, which goes by whole blocks of its chain.
 */
export const retentionTable: readonly RetentionRule[] = [
  // People who are gone. Key, version and order of receipt stay, so that old news is still recognized as old.
  {
    name: 'facts of people',
    table: 'subjects',
    keptSeconds: days(30),
    isOver: (organization) => `r.personal_at < $2 and not exists (select from entitlements e
      where e.organization_id = ${organization} and e.subject_id = r.id and ${isEntitled('e')})`,
    // As text: Citus changes a row by what it knows to be the same on every node.
    erase: `facts = ('{"kind": ' || coalesce(r.facts -> 'kind', 'null')::text || ', "status": '
        || coalesce(r.facts -> 'status', 'null')::text || '}')::jsonb,
      ending = null, extension = null, invalid = null, disputed = null, digest = null`,
  },
  {
    name: 'operations',
    table: 'operations',
    keptSeconds: days(90),
    isOver: () => "r.finished_at < $2 and r.state in ('done', 'failed', 'cancelled')",
  },
  // Ended entitlements of people who are gone, once the console has done it.
  {
    name: 'entitlements',
    table: 'entitlements',
    keptSeconds: days(30),
    isOver: (organization) => `not (${isEntitled('r')}) and r.updated_at < $2
      and exists (select from subjects s where s.organization_id = ${organization} and s.id = r.subject_id
        and s.gone_at < $2)
      and exists (select from identities i where i.organization_id = ${organization} and i.id = r.identity_id
        and i.done_rev >= i.want_rev)`,
    frees: 'identities',
  },
  {
    name: 'bindings',
    table: 'bindings',
    keptSeconds: days(30),
    isOver: () => "r.state = 'removed' and r.updated_at < $2",
    frees: 'identities',
  },
  {
    name: 'deliveries of credentials',
    table: 'credential_deliveries',
    keptSeconds: days(90),
    isOver: () => "r.created_at < $2 and r.status <> 'pending'",
  },
  // Payloads name people. Waiting deliveries keep theirs.
  {
    name: 'payloads',
    table: 'inbox_events',
    keptSeconds: days(30),
    isOver: () => "r.received_at < $2 and r.payload_sealed is not null and r.status <> 'received'",
    erase: 'payload_sealed = null',
  },
  {
    name: 'payloads of connections that keep them shorter',
    table: 'inbox_events',
    keptSeconds: byItself,
    isOver: (organization) => `r.payload_sealed is not null and r.status <> 'received'
      and exists (select from connection_privacy p where p.organization_id = ${organization} and p.id = r.connection_id
        and r.received_at <= $2::timestamptz - p.payload_days * interval '1 day')`,
    erase: 'payload_sealed = null',
  },
  {
    name: 'inbox events',
    table: 'inbox_events',
    idIsTime: true,
    keptSeconds: days(90),
    isOver: () => "r.received_at < $2 and r.status <> 'received' and r.payload_sealed is null",
  },
  {
    name: 'polls',
    table: 'runs',
    keptSeconds: days(7),
    isOver: () => "r.mode = 'incremental' and r.status in ('done', 'cancelled') and r.finished_at < $2",
  },
  {
    name: 'runs',
    table: 'runs',
    keptSeconds: days(90),
    isOver: () => "r.finished_at < $2 and r.status in ('done', 'failed', 'cancelled', 'rejected')",
  },
  // The state that began before the time and still held then stays: without it the first hours would be unknown.
  {
    name: 'states of links',
    table: 'connection_states',
    key: ['connection_id', 'at'],
    keptSeconds: days(8),
    isOver: (organization) => `r.at < $2 and exists (select from connection_states n
      where n.organization_id = ${organization} and n.connection_id = r.connection_id and n.at > r.at and n.at <= $2)`,
  },
  {
    name: 'recent endings',
    table: 'recent_endings',
    key: ['connection_id', 'subject_id'],
    keptSeconds: days(1),
    isOver: () => 'r.at < $2',
  },
  {
    name: 'provisioning log',
    table: 'provision_log',
    keptSeconds: days(usualRetention.provisioning_log_days),
    setting: 'provisioning_log_days',
    isMonthly: true,
    isOver: () => 'r.at < $2',
  },
  // Files name people: a week, less the hour until the sweep finds them.
  {
    name: 'contents of delivered files',
    table: 'delivered_files',
    keptSeconds: days(7) - hours(1),
    isOver: () => 'r.has_content and r.received_at < $2',
    erase: `has_content = false,
      status = case when r.status in ('held', 'received') then 'rejected' else r.status end`,
    along: { table: 'delivered_file_parts', column: 'file_id' },
    batch: 100,
  },
  // The last accepted file stays, because the next one is compared with it.
  {
    name: 'delivered files',
    table: 'delivered_files',
    keptSeconds: days(90),
    isOver: (organization) => `r.received_at < $2 and not r.has_content and r.fingerprints_sealed is null
      and (r.status <> 'accepted' or exists (select from delivered_files n where n.organization_id = ${organization}
        and n.connection_id = r.connection_id and n.status = 'accepted' and n.seq > r.seq))`,
    batch: 100,
  },
  {
    name: 'bulk jobs',
    table: 'bulk_jobs',
    keptSeconds: days(30),
    isOver: () => "r.finished_at < $2 and r.status not in ('queued', 'running')",
    batch: 500,
  },
  // Requests take minutes at most: whatever is still being received an hour later lost its process.
  {
    name: 'bulk jobs never received whole',
    table: 'bulk_jobs',
    keptSeconds: hours(1),
    isOver: () => "r.status = 'receiving' and r.created_at < $2",
    batch: 500,
  },
  {
    name: 'answers to repeated requests',
    table: 'idempotency_keys',
    key: ['api_key_id', 'idempotency_key'],
    keptSeconds: byItself,
    isOver: () => 'r.expires_at < $2',
  },
  {
    name: 'deliveries of webhooks',
    table: 'webhook_deliveries',
    idIsTime: true,
    keptSeconds: days(30),
    isOver: () => 'r.created_at < $2',
    batch: 5_000,
  },
  // Longer than anything that reports it, however late it was dispatched.
  {
    name: 'events',
    table: 'outbox_events',
    idIsTime: true,
    keptSeconds: days(31),
    isOver: () => 'r.created_at < $2 and r.dispatched_at is not null',
    batch: 5_000,
  },
  {
    name: 'alerts',
    table: 'alerts',
    keptSeconds: days(400),
    isOver: () => 'r.resolved_at < $2 and r.dispatched_at is not null',
  },
  {
    name: 'messages of alerts',
    table: 'alert_messages',
    keptSeconds: days(90),
    isOver: () => 'r.created_at < $2',
  },
  {
    name: 'operator sessions',
    table: 'operator_sessions',
    keptSeconds: byItself,
    isOver: () => `(r.expires_at <= $2 or r.last_used_at <= $2::timestamptz - interval '${idleSeconds} seconds')`,
  },
  {
    name: 'links for operators',
    table: 'operator_links',
    keptSeconds: byItself,
    isOver: () => 'r.ends_at < $2',
  },
  {
    name: 'mails for new passwords',
    table: 'password_resets',
    keptSeconds: byItself,
    isOver: () => 'r.ends_at < $2',
  },
  {
    name: 'counts of tries to sign in',
    table: 'sign_in_attempts',
    key: ['key'],
    keptSeconds: byItself,
    isOver: () => 'r.ends_at < $2',
  },
  {
    name: 'endings of sessions',
    table: 'session_endings',
    key: ['session_id'],
    keptSeconds: days(90),
    isOver: () => 'r.asked_at < $2 and r.confirmed_at is not null',
  },
  {
    name: 'packets of strange access points',
    table: 'radius_contacts',
    key: ['kind', 'address'],
    keptSeconds: days(7),
    isOver: () => 'r.last_at < $2',
  },
  {
    name: 'sessions at controllers',
    table: 'controller_sessions',
    key: ['session_id'],
    keptSeconds: days(1),
    isOver: () => 'r.until_at < $2',
  },
  {
    name: 'files of reports',
    table: 'report_tasks',
    keptSeconds: byItself,
    isOver: () => "r.status = 'completed' and r.expires_at <= $2",
    erase: "status = 'expired'",
    along: { table: 'report_file_chunks', column: 'task_id' },
    batch: 100,
    every: 'minute',
  },
  {
    name: 'report tasks',
    table: 'report_tasks',
    keptSeconds: taskKeptSeconds,
    isOver: () => "r.created_at < $2 and r.status not in ('queued', 'running')",
    batch: 100,
    every: 'minute',
  },
  {
    name: 'mails of reports',
    table: 'report_mails',
    keptSeconds: days(120),
    isOver: () => "r.created_at < $2 and r.status <> 'pending'",
  },
  ...portalRetention,
];
