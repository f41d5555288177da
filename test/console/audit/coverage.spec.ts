import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { auditedTables } from '../../../src/database/schema/audited/audited-tables.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';

/** What is not in the audit, and why that is no gap. */
const notAudited: Readonly<Record<string, string>> = {
  audit_blocks: 'the audit itself',
  audit_entries: 'the audit itself',
  audit_heads: 'the audit itself',
  audit_open: 'the audit itself',
  idempotency_keys: 'answers kept for a day',
  leases: 'who works',
  rate_windows: 'counters',
  resource_counts: 'counters',
  listed_pages: 'a shortcut',
  remote_budgets: 'counters',
  address_budgets: 'counters',
  sign_in_attempts: 'counters',
  portal_addresses: 'follows the slug of a portal',
  client_addresses: 'follows the clients of networks',
  portal_pictures: 'their hashes are fields of the portal',
  password_resets: 'an outbox',
  operator_preferences: 'what the console looks like to one person',
  departed_operators: 'follows the operators that were deleted',
  operator_links: 'what comes of one is written: a sign-in, a new password, an operator',
  operator_sessions: 'signing in and out is written by SignInTrail',
  report_mails: 'an outbox',
  bulk_chunks: 'what a job does is in the rows that it changes',
  policy_groups: 'follows the conditions of a policy',
  authentication_provider_groups: 'follows the groups of a provider',
  accounting_packets: 'for a moment, until a session is written of them',
  accounting_sessions: 'a log of its own',
  authentication_log: 'a log of its own',
  session_endings: 'written by triggers of what is in the audit',
  controller_sessions: 'follows registrations',
  guest_registrations: 'a log of its own',
  portal_consents: 'what a guest said',
  portal_tickets: 'good for 90 seconds',
  portal_payments: 'follows charges, and registrations say what was paid',
  portal_attempts: 'counters',
  retired_gateways: 'what is kept of a deleted gateway, whose end is in the audit',
  portal_accounts: 'follows the accounts that portals made',
  portal_requests: 'what a guest said',
  portal_messages: 'an outbox',
  alerts: 'a log of its own',
  alert_messages: 'an outbox',
  alert_rounds: 'an outbox',
  report_tasks: 'a download is written by who makes it',
  report_file_chunks: 'files of a day',
  outbox_events: 'an outbox',
  webhook_deliveries: 'a log of its own',
  scim_users: 'what came from outside',
  scim_emails: 'what came from outside',
  scim_groups: 'what came from outside',
  scim_members: 'what came from outside',
  delivered_file_parts: 'what came from outside',
  inbox_events: 'what came from outside',
  subjects: 'what came from outside',
  connection_states: 'a log of its own',
  connection_vendor_tokens: 'follows the settings of a connection',
  identities: "the engine's queue",
  entitlements: "the engine's plan",
  bindings: "the engine's ledger",
  radius_contacts: 'counters',
  operations: 'calls to remote consoles, in the provisioning log',
  provision_log: 'a log of its own',
  run_items: 'the plan of a run',
  credential_deliveries: 'a log of its own',
  awaited_answers: 'a queue',
  recent_endings: 'a count of the day',
};

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

/** Columns by table, partitions left out. */
async function columns(): Promise<Map<string, string[]>> {
  const rows = await fresh.dataSource.query<{ table: string; columns: string[] }[]>(`
    select c.relname as "table", array_agg(a.attname::text order by a.attname::text) as columns from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'schema_migrations' group by 1`);
  return new Map(rows.map((row) => [row.table, row.columns]));
}

test('every column of an audited table is recorded, recorded as a secret, or ignored by name', async () => {
  const found = await columns();
  for (const { table, shown, secret = {}, first = {}, ignored } of auditedTables) {
    const said = [...Object.keys(shown), ...Object.values(secret).flat(), ...Object.keys(first), ...ignored];
    expect({ table, columns: said.toSorted() }).toEqual({ table, columns: found.get(table) });
  }
});

test('no column that looks like a secret is recorded in the clear', () => {
  const told = auditedTables.flatMap(({ table, shown, first = {} }) =>
    [...Object.keys(shown), ...Object.keys(first)].map((column) => `${table}.${column}`),
  );
  expect(told.filter((column) => /sealed|hash|token|password|private|secret|code$/.test(column))).toEqual([
    'gateways.secrets_set',
    'authentication_providers.secret_names',
    'payment_providers.secrets_set',
    'connection_tokens.connection_id',
    'connection_tokens.prefix',
    'runs.plan_hash',
  ]);
});

test('every table is in the audit or has a reason not to be', async () => {
  const audited = auditedTables.map(({ table }) => table);
  const unaccounted = [...(await columns()).keys()].filter(
    (table) => !audited.includes(table) && !(table in notAudited),
  );
  expect(unaccounted).toEqual([]);
});
