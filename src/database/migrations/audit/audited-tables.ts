import type { AuditedTable } from './audited-table.js';

/** Columns that are told under their own names. */
function own(...columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, column]));
}

const life = ['organization_id', 'id', 'revision', 'created_at', 'updated_at'];

const alertContacts: AuditedTable = {
  table: 'alert_contacts', resource: 'alertcontacts', label: 'name', shown: own('name', 'email', 'phone', 'url', 'events', 'disabled'), ignored: life,
};

/** Tables that have got columns since: 1764032000000-audit-of-alerts.ts. */
export const auditedLater: readonly AuditedTable[] = [{ ...alertContacts, secret: { secret: ['secret_sealed'] } }];

/** What is in the audit, as the first release of it has it; a later column comes with a later migration. */
export const auditedTables: readonly AuditedTable[] = [
  {
    table: 'organizations', resource: 'organizations', label: 'name', of: 'array_remove(array[{row}.id, {row}.parent_id], null)',
    shown: own('name', 'parent_id', 'region', 'time_zone', 'retention', 'disabled'), ignored: ['id', 'path', 'revision', 'created_at', 'updated_at'],
  },
  {
    table: 'users', resource: 'users', label: 'username', connection: 'source_connection_id',
    shown: {
      ...own('username', 'disabled', 'first_name', 'last_name', 'email', 'phone', 'valid_from', 'valid_until', 'max_devices', 'comment', 'external_id'),
      group_id: 'table_id', source_connection_id: 'source',
    },
    secret: { password: ['nt_hash_sealed', 'password_ssha512'] }, ignored: [...life, 'username_key'],
  },
  {
    table: 'user_groups', resource: 'user-groups', label: 'name', connection: 'source_connection_id',
    shown: { ...own('name', 'comment', 'priority', 'policy', 'external_id'), source_connection_id: 'source' }, ignored: [...life, 'name_key'],
  },
  {
    // A code opens the Wi-Fi, so it is a secret here; that it was first used stands in the authentication log.
    table: 'vouchers', resource: 'vouchers', label: null, connection: 'source_connection_id',
    shown: { ...own('valid_until', 'max_devices', 'comment', 'revoked_at', 'external_id'), group_id: 'table_id', duration_seconds: 'duration', batch_id: 'batch', source_connection_id: 'source' },
    secret: { code: ['code'] }, ignored: [...life, 'code_key', 'first_used_at', 'ends_at'],
  },
  {
    table: 'devices', resource: 'devices', label: 'mac', connection: 'source_connection_id',
    shown: { ...own('mac', 'name', 'type', 'os', 'user_id', 'disabled', 'valid_until', 'external_id'), group_id: 'table_id', source_connection_id: 'source' }, ignored: life,
  },
  {
    table: 'radius_attributes', resource: 'attributes', label: 'attribute',
    shown: { ...own('user_id', 'attribute', 'value'), table_name: 'table', group_id: 'table_id', op: 'operator' },
    secret: { secret_value: ['value_sealed'] }, ignored: ['organization_id', 'id', 'created_at'],
  },
  { table: 'roles', resource: 'roles', label: 'name', shown: own('name', 'permissions'), ignored: life },
  {
    table: 'api_keys', resource: 'keys', label: 'name', shown: own('name', 'prefix', 'role_id', 'permissions', 'expires_at', 'revoked_at'),
    secret: { token: ['token_hash'] }, first: { last_used_at: 'first_used_at' }, ignored: life,
  },
  {
    table: 'operators', resource: 'operators', label: 'email', shown: { ...own('email', 'name', 'role_id', 'disabled', 'invitation_expires_at'), totp_confirmed: 'totp' },
    secret: { password: ['password_hash'], invitation: ['invitation_hash'], totp_secret: ['totp_sealed'] },
    // recovery_hashes: each code that is used changes them.
    ignored: [...life, 'email_key', 'totp_step', 'recovery_hashes', 'signed_in_at'],
  },
  {
    table: 'policies', resource: 'policies', label: 'name', shown: own('name', 'description', 'priority', 'enabled', 'match', 'conditions', 'effect', 'reply'),
    ignored: [...life, 'name_key'],
  },
  {
    table: 'radius_servers', resource: 'radius-servers', label: 'name', shown: own('name', 'region', 'address', 'auth_port', 'acct_port', 'coa_port', 'radsec'),
    secret: { secret: ['secret_sealed'] }, ignored: life,
  },
  {
    table: 'networks', resource: 'networks', label: 'name',
    shown: { ...own('name', 'ssid', 'radius_server_id', 'captive_portal_id', 'unknown_users'), default_group_id: 'default_table_id' }, ignored: life,
  },
  {
    table: 'network_clients', resource: 'network-clients', label: 'short_name',
    shown: own('network_id', 'address', 'short_name', 'vendor', 'coa_port', 'require_message_authenticator'),
    secret: { secret: ['secret_sealed'] }, ignored: ['organization_id', 'id', 'position'],
  },
  {
    table: 'captive_portals', resource: 'captive-portals', label: 'name',
    shown: { ...own('name', 'slug', 'network_id', 'methods', 'theme', 'terms', 'success_url', 'vendor'), group_id: 'table_id', duration_seconds: 'duration' }, ignored: life,
  },
  {
    table: 'authentication_providers', resource: 'authentication-providers', label: 'name',
    shown: { ...own('name', 'type', 'settings', 'disabled'), group_id: 'table_id', secret_names: 'secrets' }, secret: { secret_settings: ['secrets_sealed'] }, ignored: life,
  },
  alertContacts,
  {
    table: 'certificate_authorities', resource: 'certificate-authorities', label: 'subject', shown: own('key_kind', 'subject', 'server_name', 'expires_at'),
    secret: { private_key: ['private_key_sealed'] },
    ignored: ['organization_id', 'id', 'certificate', 'crl', 'crl_number', 'crl_outdated', 'crl_updated_at', 'announce_at', 'created_at'],
  },
  {
    table: 'certificates', resource: 'certificates', label: 'common_name',
    shown: own('serial', 'purpose', 'common_name', 'subject', 'dns_names', 'user_id', 'device_id', 'starts_at', 'expires_at', 'revoked_at', 'revocation_reason'),
    ignored: [...life, 'authority_id', 'certificate', 'announce_at'],
  },
  {
    table: 'profiles', resource: 'profiles', label: 'name',
    shown: own('name', 'ssid', 'eap_type', 'platform', 'inner_method', 'server_names', 'anonymous_identity', 'hidden', 'domain', 'user_id', 'certificate_id'), ignored: life,
  },
  {
    table: 'webhooks', resource: 'webhooks', label: 'url', shown: own('type', 'url', 'events', 'description', 'tls_ca', 'disabled', 'disabled_reason'),
    secret: { secret: ['secret_sealed'] },
    // old_secrets: those that a rotation put aside, and that run out.
    ignored: [...life, 'old_secrets', 'failing_since_at', 'failures_in_row', 'paused_until_at', 'due_at', 'lease_owner', 'lease_until_at'],
  },
  {
    table: 'connections', resource: 'connections', label: 'name',
    shown: own('name', 'connector', 'settings', 'target', 'schedule', 'access', 'safety', 'drift', 'enabled', 'closing', 'pause'),
    secret: { secrets: ['secrets_sealed'], target_token: ['target_secret_sealed'] },
    ignored: [
      ...life, 'target_key', 'status', 'quarantine', 'link', 'cursor', 'next_full_at', 'next_incremental_at', 'next_drift_at', 'last_full_scan_at', 'last_problem', 'silent_since_at',
      'list_owed_at', 'installation', 'test_due_at', 'last_test', 'deliveries_waiting_since_at',
    ],
  },
  {
    // Who approved or rejected a held plan; what it then did stands in the provisioning log.
    table: 'runs', resource: 'runs', label: null, onlyWhen: 'decided_by', shown: own('connection_id', 'mode', 'status', 'plan_hash', 'decided_by', 'held'),
    ignored: [
      'organization_id', 'id', 'cause', 'dry_run', 'cursor', 'pages', 'seen', 'changed', 'invalid', 'missing', 'problem', 'requested_by', 'lease_owner', 'lease_until_at',
      'created_at', 'started_at', 'collected_at', 'expires_at', 'finished_at', 'list_id', 'endings_held', 'endings_run_id', 'behind', 'pass_id',
    ],
  },
  {
    table: 'bulk_jobs', resource: 'bulk', label: 'resource', shown: { ...own('resource', 'status', 'atomic', 'dry_run', 'total', 'cancel_requested') },
    ignored: ['organization_id', 'id', 'processed', 'summary', 'problem', 'requested_by', 'lease_owner', 'lease_until_at', 'created_at', 'started_at', 'finished_at', 'chunk_size'],
  },
];
