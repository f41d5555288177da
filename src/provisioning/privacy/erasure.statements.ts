import { replanned, statement } from '../../database/database.js';
import { aboutPerson, byAccount } from './person-rows.js';

// Parameters: $1 is always the organization; each statement names the others.

/** $2 records, $3 now: access ends at once, and the rest of the account is deleted. */
export const endAccess = replanned(
  'erasure_end_access',
  `
  update entitlements set revoked = true, valid_until_at = least(coalesce(valid_until_at, $3), $3), updated_at = $3,
    spec = spec || '{"onEnd": "delete", "deleteAfterSeconds": null}'
  where organization_id = $1 and subject_id = any($2::uuid[]) returning identity_id as "identityId"`,
);

/** $2 records, $3 now. Anything that reads them meanwhile sees somebody who has left. */
export const endSubjects = replanned(
  'erasure_bury',
  `
  update subjects set state = 'gone', ends_at = null, ending = null, ending_run_id = null, extension = null,
    updated_at = $3,
    facts = facts || jsonb_build_object('status', case when kind in ('stay', 'visit') then 'cancelled'
    when kind = 'employment' then 'terminated' when kind = 'presence' then 'removed' else 'ended' end)
  where organization_id = $1 and id = any($2::uuid[])`,
);

/** $2 identities, $3 now. */
export const markForErasure = replanned(
  'erasure_hurry',
  `
  update identities set want_rev = want_rev + 1, due_at = $3, priority = 0, attempts = 0, updated_at = $3
  where organization_id = $1 and id = any($2::uuid[]) returning target_key as "targetKey"`,
);

/**
 * $2 identities: those that their console still holds something of, or may hold. An adopted account is not Usher's to
 * delete: disabling is enough.
 */
export const unsettled = replanned(
  'erasure_unsettled',
  `
  select i.id, i.problem ->> 'detail' as detail from identities i
  where i.organization_id = $1 and i.id = any($2::uuid[]) and (i.done_rev < i.want_rev or i.lease_until_at is not null
    or exists (select 1 from bindings b where b.organization_id = $1 and b.identity_id = i.id and b.state <> 'removed'
      and not (b.ownership = 'adopted' and b.ended_at is not null)))`,
);

/**
 * Rows that belong to the person are deleted. $2 records, $3 identities, $4 users, $5 usernames, $6 e-mail addresses
 * and other names, $7 registrations and requests that name them.
 */
export const deletions = {
  deliveries: replanned(
    'erasure_deliveries',
    'delete from credential_deliveries where organization_id = $1 and subject_id = any($2::uuid[]) returning 1',
  ),
  awaited: replanned(
    'erasure_awaited',
    `
    delete from awaited_answers a using subjects s
    where a.organization_id = $1 and s.organization_id = $1 and s.id = any($2::uuid[])
      and a.connection_id = s.connection_id and a.source_key = s.source_key returning 1`,
  ),
  operations: replanned(
    'erasure_operations',
    'delete from operations where organization_id = $1 and identity_id = any($2::uuid[]) returning 1',
  ),
  bindings: replanned(
    'erasure_bindings',
    'delete from bindings where organization_id = $1 and identity_id = any($2::uuid[]) returning 1',
  ),
  subjects: replanned(
    'erasure_subjects',
    'delete from subjects where organization_id = $1 and id = any($2::uuid[]) returning 1',
  ),
  identities: replanned(
    'erasure_identities',
    'delete from identities where organization_id = $1 and id = any($2::uuid[]) returning 1',
  ),
  users: replanned(
    'erasure_users',
    'delete from users where organization_id = $1 and id = any($2::uuid[]) returning 1',
  ),
  registrations: replanned(
    'erasure_registrations',
    `delete from guest_registrations g where organization_id = $1 and (${byAccount('g')}
      or lower(email) = any($4::text[]) or id = any($5::uuid[])) returning 1`,
  ),
  /** Together with their consents and tickets. */
  portalRegistrations: replanned(
    'erasure_portal_registrations',
    `delete from registrations r where organization_id = $1 and (${byAccount('r')}
      or lower(email) = any($4::text[]) or id = any($5::uuid[])) returning 1`,
  ),
  /** With their messages: to a guest, or to a host. */
  portalRequests: replanned(
    'erasure_portal_requests',
    'delete from portal_requests where organization_id = $1 and (user_id = any($2::uuid[]) or ' +
      'lower(email) = any($3::text[]) or lower(host) = any($3::text[]) or id = any($4::uuid[])) returning 1',
  ),
  portalAttempts: replanned(
    'erasure_portal_attempts',
    "delete from portal_attempts where organization_id = $1 and kind = 'account' and subject = any($2::text[]) " +
      'returning 1',
  ),
} as const;

/** What was done remains, without the person. $2 records, $3 identities. */
export const eraseLog = replanned(
  'erasure_log',
  `
  update provision_log l set account = null, before = null, after = null, detail = null where organization_id = $1
    and ${aboutPerson('l')} returning 1`,
);

export const plans = replanned(
  'erasure_plans',
  `
  update run_items l set source_key = null, account = null, before = null, after = null, detail = null
  where organization_id = $1 and ${aboutPerson('l')} returning 1`,
);

/** $2 usernames, $3 users, $4 the pseudonym: sessions keep their own retention under it. */
export const logins = replanned(
  'erasure_logins',
  `
  update authentication_log a set username = $4, username_key = $4, reason_detail = null where organization_id = $1
    and ${byAccount('a')} returning 1`,
);
export const eraseSessions = replanned(
  'erasure_sessions',
  `
  update accounting_sessions a set username = $4, username_key = $4, seen = null, ipv6 = null
  where organization_id = $1 and ${byAccount('a')} returning 1`,
);

/** $2 e-mail addresses and other names, of a host: that somebody approved stays. */
export const approvals = replanned(
  'erasure_approvals',
  `
  update registrations set approved_by = 'erased', revision = revision + 1 where organization_id = $1
    and lower(approved_by) = any($2::text[]) returning 1`,
);

/** $2 certificates' users: revoked with the account, and then nobody's. */
export const certificates = replanned(
  'erasure_certificates',
  `
  update certificates set common_name = $3, subject = $3 where organization_id = $1 and user_id = any($2::uuid[])
    returning 1`,
);

/** $2 patterns for LIKE. The database folds both sides: JavaScript folds some letters (İ) in another way. */
const names = (text: string): string => `lower(${text}) like any (lower($2::text[]::text)::text[])`;

/**
 * What is left of an event is still one: its kind and time, and the ids in it. So endpoints that wait for it get what
 * they can read, and learn which account was deleted.
 */
const namelessEvent = `(select jsonb_object_agg(m.key, case
    when m.key in ('event', 'timestamp', 'at', 'reason', 'reason_code', 'reasonCode', 'policy') then m.value
    when m.key = 'rules' then '[]'
    when jsonb_typeof(m.value) = 'object' then (
      select jsonb_object_agg(f.key, case when f.key = 'id' then f.value else 'null' end) from jsonb_each(m.value) f)
    else 'null' end) from jsonb_each(payload::jsonb) m)::text`;

/** What programs wrote. $2 as in `mentions`, and also ids and names as JSON strings. */
export const recordedMentions = {
  webhookLogs: replanned(
    'erasure_webhook_logs',
    `update webhook_deliveries set log = '[]' where organization_id = $1 and (${names('log::text')}
      or event_id in (select id from outbox_events where organization_id = $1 and ${names('payload')})) returning 1`,
  ),
  events: replanned(
    'erasure_events',
    `update outbox_events set payload = ${namelessEvent} where organization_id = $1 and ${names('payload')}
      returning 1`,
  ),
  reportFiles: replanned(
    'erasure_report_files',
    `delete from report_tasks t where t.organization_id = $1 and (${names('t.parameters::text')}
    or exists (select 1 from report_file_chunks c where c.organization_id = $1 and c.task_id = t.id
      and ${names('c.content')})) returning 1`,
  ),
  bulkResults: replanned(
    'erasure_bulk_results',
    `update bulk_chunks set results = null, operations_sealed = null where organization_id = $1
      and ${names('results::text')} returning 1`,
  ),
} as const;

export const mentions = {
  inboxProblems: replanned(
    'erasure_inbox_problems',
    `update inbox_events set problem = null where organization_id = $1 and ${names('problem::text')} returning 1`,
  ),
  inboxKeys: replanned(
    'erasure_inbox_keys',
    `update inbox_events set dedupe_key = digest where organization_id = $1 and ${names('dedupe_key')} returning 1`,
  ),
  otherLogs: replanned(
    'erasure_other_logs',
    `update provision_log set account = null, before = null, after = null, detail = null
    where organization_id = $1 and (${names('account')} or ${names('before::text')} or ${names('after::text')}
      or ${names('detail')}) returning 1`,
  ),
  otherPlans: replanned(
    'erasure_other_plans',
    `update run_items set source_key = null, account = null, before = null, after = null, detail = null
    where organization_id = $1 and (${names('account')} or ${names('source_key')} or ${names('before::text')}
      or ${names('after::text')}) returning 1`,
  ),
  voucherComments: replanned(
    'erasure_voucher_comments',
    `update vouchers set comment = null where organization_id = $1 and ${names('comment')} returning 1`,
  ),
  directoryMembers: replanned(
    'erasure_directory_members',
    `delete from scim_members where organization_id = $1 and user_id in (select id from scim_users
      where organization_id = $1 and ${names('document::text')}) returning 1`,
  ),
  directoryEmails: replanned(
    'erasure_directory_emails',
    `delete from scim_emails where organization_id = $1 and (${names('value_key')} or user_id in (select id
      from scim_users where organization_id = $1 and ${names('document::text')})) returning 1`,
  ),
  directory: replanned(
    'erasure_directory',
    `delete from scim_users where organization_id = $1 and ${names('document::text')} returning 1`,
  ),
  fileExaminations: replanned(
    'erasure_file_examinations',
    `update delivered_files set examination = null where organization_id = $1 and ${names('examination::text')}
      returning 1`,
  ),
  deviceNames: replanned(
    'erasure_device_names',
    `update devices set name = null where organization_id = $1 and ${names('name')} returning 1`,
  ),
} as const;

/**
 * Answers sealed for repeated requests, kept for a day. It cannot be told whom they are about, so all of this
 * organization's are deleted.
 */
export const answers = statement(
  'erasure_answers',
  'delete from idempotency_keys where organization_id = $1 returning 1',
);

/** $2 connections. Lists of everybody are not taken apart: those that were examined lose all content. */
export const fileParts = replanned(
  'erasure_file_parts',
  `
  delete from delivered_file_parts p using delivered_files f
  where p.organization_id = $1 and f.organization_id = $1 and f.id = p.file_id and f.connection_id = any($2::uuid[])
    and f.status <> 'received' returning 1`,
);
export const fileContents = replanned(
  'erasure_file_contents',
  `
  update delivered_files f set has_content = false where f.organization_id = $1 and f.connection_id = any($2::uuid[])
    and f.status <> 'received' and f.has_content returning 1`,
);

/** $2 connections, $3 after this id: stored payloads to search, and the code page that the connection has set. */
export const payloads = replanned(
  'erasure_payloads',
  `
  select e.id, e.payload_sealed as "payloadSealed", c.settings ->> 'encoding' as encoding
  from inbox_events e join connections c on c.organization_id = $1 and c.id = e.connection_id
  where e.organization_id = $1 and e.connection_id = any($2::uuid[]) and e.payload_sealed is not null and e.id > $3
  order by e.id limit 200`,
);

/** $2 events. */
export const erasePayloads = replanned(
  'erasure_erase_payloads',
  'update inbox_events set payload_sealed = null where organization_id = $1 and id = any($2::uuid[]) returning 1',
);
