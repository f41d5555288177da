import type { Furnished } from './one-of-everything.js';

const instants = { valid_from: '2026-05-14T13:00:00Z', valid_until: '2026-05-16T11:00:00+02:00' };

const access = {
  grant: 'user',
  per: 'guest',
  when: [{ field: 'status', op: 'in', value: ['in_house'] }],
  username: '{{ room }}-{{ last_name | ascii | downcase }}',
  password: 'generate',
  group: [
    { when: [{ field: 'vip', op: 'eq', value: '2' }], name: 'VIP {{ room_type | default: "x" }}' },
    { name: 'Guests' },
  ],
  starts: { at: 'check_in', offset_seconds: 0 },
  ends: { at: 'departure', offset_seconds: 7200, after_check_out_seconds: 0 },
  on_end: 'disable',
  delete_after_seconds: 86_400,
  voucher: { count: 1, duration_seconds: 28_800, max_devices: 2 },
  max_devices: 5,
  deliver: [],
  on_conflict: 'dispute',
};

const fias = {
  name: 'desk',
  connector: 'fias',
  settings: {
    host: '10.0.0.5',
    port: 5010,
    encoding: 'utf-8',
    mode: 'guest',
    time_zone: 'Europe/Vienna',
    check_out_time: '11:00',
    site: 'x',
    language_codes: ['PO=pl'],
  },
  access: { preset: 'hotel-enterprise', ...access },
  schedule: { full: '17 4 * * *', incremental: null },
  safety: { max_removals: 5, max_removals_percent: 10 },
  enabled: false,
};
const mews = {
  name: 'mews',
  connector: 'mews',
  settings: { base_url: 'http://127.0.0.1:1', expected_days: 7, service_ids: ['a'] },
  secrets: { client_token: 'c', access_token: 'a', webhook_token: 'w'.repeat(20) },
  target: {
    console: 'remote',
    base_url: 'http://127.0.0.1:1/v1',
    token: 'a-token',
    organization_id: null,
    organization_style: 'header',
    rate_per_minute: 100,
    bulk: 'auto',
  },
  enabled: false,
};

const record = {
  key: 'r-1',
  status: 'in_house',
  room: '412',
  last_name: 'Nováková',
  first_name: 'Eva',
  email: 'eva@example.com',
  arrival_at: '2026-05-14T13:00:00Z',
  departure_at: '2026-05-16T11:00:00Z',
  vip: '2',
  other_last_names: ['Novak'],
  no_post: false,
};

/** Bodies that each route takes, for making nearly right ones of. */
export function startingBodies({ ids }: Furnished): Readonly<Record<string, readonly unknown[]>> {
  const passkey = {
    id: 'x',
    rawId: 'x',
    type: 'public-key',
    response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
    clientExtensionResults: {},
  };
  const user = {
    username: 'fuzz',
    password: 'secret',
    table_id: ids.group,
    disabled: 0,
    ...instants,
    max_devices: 2,
    first_name: 'a',
    last_name: 'b',
    email: 'c@example.com',
    phone: 'd',
    comment: 'e',
    external_id: 'f',
  };
  const profile = {
    ssid: 'x',
    eap_type: 'EAP-TTLS',
    platform: 'android',
    name: 'p',
    server_names: ['radius.example.com'],
    inner_method: 'PAP',
    anonymous_identity: 'anonymous',
    hidden: false,
    domain: 'example.com',
  };
  const policy = {
    name: 'p',
    description: 'd',
    priority: 1,
    enabled: true,
    match: 'any',
    conditions: [
      { field: 'ssid', op: 'eq', value: 'x' },
      { field: 'time', op: 'in', value: 'Wk0800-1800' },
    ],
    effect: 'permit',
    reply: { vlan: '12' },
  };
  const group = {
    name: 'fuzzed',
    comment: 'c',
    priority: 1,
    policy: {
      vlan: '12',
      bandwidth_down: 1,
      session_timeout: 60,
      login_time: 'Wk0800-1800,Sa',
      acct_interim_interval: 60,
      daily_quota_bytes: 1,
      simultaneous_use: 1,
    },
    external_id: 'g',
  };
  const voucher = {
    table_id: ids.group,
    count: 2,
    duration: 60,
    valid_until: instants.valid_until,
    max_devices: 1,
    comment: 'x',
    prefix: 'AB',
    code_length: 8,
    external_id: 'v',
  };
  const device = {
    mac: 'AA-BB-CC-00-11-22',
    name: 'd',
    type: 'phone',
    os: 'ios',
    user_id: ids.user,
    table_id: ids.group,
    disabled: 0,
    valid_until: instants.valid_until,
    external_id: 'd',
  };
  const server = {
    name: 's',
    region: 'europe-west',
    address: 'radius.example.com',
    auth_port: 1812,
    acct_port: 1813,
    coa_port: 3799,
    radsec: 0,
    secret: 'testing123',
  };
  const client = {
    address: '198.19.0.0/24',
    short_name: 'lobby',
    vendor: 'cisco',
    secret: 'testing123',
    coa_port: 3799,
    require_message_authenticator: 1,
  };
  const network = {
    name: 'n',
    ssid: 'Guest',
    radius_server_id: ids.radiusServer,
    default_table_id: ids.group,
    unknown_users: 'reject',
    clients: [client, { address: '2001:db8::1' }],
  };
  const portal = {
    name: 'p',
    slug: 'p',
    network_id: ids.network,
    methods: ['voucher', 'provider'],
    table_id: ids.group,
    duration: 60,
    theme: { title: 't', colour: '#123456' },
    languages: ['en'],
    texts: { en: { title: 't', intro: 'i', success: 's' } },
    terms: { version: '1', texts: { en: 'x' } },
    privacy_url: 'https://example.com/privacy',
    support: 'x',
    success_url: 'https://example.com',
    vendor: 'generic',
  };
  const gateway = {
    name: 'g',
    network_id: ids.network,
    captive_portal_id: ids.portal,
    vendor: 'coova',
    login_hosts: ['10.1.0.1:3990', 'hotspot.example.com'],
    secrets: { uamsecret: 's' },
  };
  const oidc = {
    name: 'o',
    type: 'oidc',
    settings: {
      issuer: 'https://login.example.com',
      client_id: 'c',
      client_secret: 's',
      scopes: ['openid'],
      username_claim: 'email',
    },
    table_id: ids.group,
    disabled: 0,
  };
  const ldap = {
    name: 'l',
    type: 'ldap',
    settings: {
      url: 'ldap://127.0.0.1',
      start_tls: 1,
      base_dn: 'dc=x',
      bind_dn: 'cn=x',
      bind_password: 'p',
      user_filter: '(uid={username})',
    },
  };
  const contact = {
    name: 'c',
    email: 'a@example.com',
    phone: '+43 1 2345',
    url: 'https://example.com',
    events: ['plan.held'],
    disabled: 0,
  };
  const schedule = {
    name: 's',
    report_id: '110',
    parameters: { columns: ['at'], filter: { outcome: 'rejected' } },
    every: 'month',
    weekday: 1,
    month_day: 2,
    hour: 7,
    time_zone: 'Europe/Vienna',
    recipients: ['desk@example.com'],
    format: 'html',
    disabled: 1,
  };
  const webhook = { url: 'https://hooks.example.com/x', events: ['device.connected'], description: 'd', disabled: 1 };
  const key = { name: 'k', permissions: ['users:read'], expires_at: '2030-01-01T00:00:00Z' };
  const organization = {
    name: 'o',
    region: 'europe-west',
    time_zone: 'Europe/Vienna',
    retention: { accounting_days: 30 },
    disabled: 0,
  };
  const operations = [
    { op: 'create', data: user, ref: 'a' },
    { op: 'update', id: ids.user, data: { comment: 'x' } },
    { op: 'upsert', match: { external_id: 'f' }, data: { username: 'z' } },
    { op: 'delete', match: { username: 'z' } },
  ];
  const bulk = [
    { operations, atomic: false, dry_run: false },
    {
      operations: [
        { op: 'create', data: voucher },
        { op: 'upsert', match: { code: 'AB-1' }, data: { comment: 'x' } },
      ],
    },
    {
      operations: [
        { op: 'upsert', data: group },
        { op: 'upsert', data: device },
      ],
    },
  ];
  const delivery = {
    language: 'de',
    network: { ssid: 'Guest', security: 'open' },
    templates: { de: { sms: { text: 'WLAN {{ ssid }}: {{ code }}' } } },
    secrets: { sms: 'key' },
    sms: {
      url: 'https://sms.example.com/messages',
      method: 'POST',
      headers: { authorization: 'Bearer {{ secret }}' },
      json: { to: '{{ to }}', body: '{{ text }}' },
      country_code: '43',
    },
  };
  const kept = { fields: ['last_name', 'email'], payload_days: 7 };
  return {
    'PATCH /delivery-settings': [delivery],
    'POST /delivery-settings/test': [{ via: 'email', to: 'desk@example.com' }],
    'POST /connections/{id}/delivery-settings/test': [{ via: 'sms', to: '+436641234567' }],
    'PATCH /connections/{id}/delivery-settings': [delivery],
    'PATCH /connections/{id}/privacy': [kept],
    'POST /privacy/erasures': [{ email: 'nobody@example.com' }, { username: 'nobody' }],
    'POST /privacy/exports': [{ email: 'nobody@example.com' }, { username: 'nobody' }],
    'POST /users': [user],
    'PATCH /users/{id}': [user],
    'POST /user-groups': [group],
    'PATCH /user-groups/{id}': [group],
    'POST /vouchers': [voucher],
    'POST /voucher-presets': [{ name: 'p', table_id: ids.group, count: 2, duration: 60 }],
    'PATCH /voucher-presets/{id}': [{ count: 2, comment: null, days_to_first_use: 3 }],
    'POST /voucher-presets/{id}/vouchers': [{ count: 2 }],
    'PATCH /vouchers/{id}': [{ duration: 60, comment: 'x', valid_until: null }],
    'POST /devices': [device],
    'PATCH /devices/{id}': [device],
    'POST /guests': [
      {
        first_name: 'Ada',
        last_name: 'L',
        until: new Date(Date.now() + 86_400_000).toISOString(),
        note: 'n',
        table_id: ids.group,
      },
    ],
    'POST /guests/{id}/devices/block': [{ mac: '02-00-00-00-00-78' }],
    'POST /guests/{id}/devices/unblock': [{ mac: '02-00-00-00-00-78' }],
    'POST /guests/{id}/devices': [{ mac: '02-00-00-00-00-78', name: 'TV' }],
    'POST /guests/{id}/extension': [{ until: '2036-05-16T18:00:00Z', reason: 'x' }],
    'POST /guests/{id}/credential': [{ to: 'sms', address: '+43 1 234 567', password: 'K7MP2XWQ' }],
    'POST /guests/{id}/card': [{ password: 'K7MP2XWQ' }],
    'POST /guests/{id}/card.pdf': [{ layout: 'badge', language: 'de', password: 'K7MP2XWQ' }],
    'POST /radius-servers': [server],
    'PATCH /radius-servers/{id}': [server],
    'POST /networks': [network],
    'PATCH /networks/{id}': [network],
    'POST /captive-portals': [{ ...portal, network_id: null }],
    'PATCH /captive-portals/{id}': [portal],
    'POST /captive-portals/{id}/preview': [
      { draft: portal, page: 'first', language: 'de', style_nonce: 'n0nce' },
      { page: 'online' },
      { draft: { methods: ['voucher'] }, page: 'refused' },
    ],
    'POST /gateways': [{ ...gateway }],
    'PATCH /gateways/{id}': [gateway],
    'POST /room-postings/{id}/settle': [{ outcome: 'charged' }, { outcome: 'not_charged' }],
    'POST /portal-attempts/unlock': [{ room: '101' }, { mac: 'aa:bb:cc:00:11:22' }],
    'POST /payment-providers': [
      { name: 'p', type: 'stripe', url: 'https://api.stripe.com', secrets: { secret_key: 'rk_test_abcd' } },
    ],
    'PATCH /payment-providers/{id}': [{ name: 'p', disabled: 1, secrets: { webhook_secret: null } }],
    'POST /authentication-providers': [oidc, ldap],
    'PATCH /authentication-providers/{id}': [oidc],
    'POST /alert-contacts': [contact],
    'PATCH /alert-contacts/{id}': [contact],
    'POST /alerts/{id}/acknowledge': [
      { comment: 'The hotel changes its server tonight' },
      { until: '2036-05-16T18:00:00Z' },
    ],
    'POST /alertcontacts': [contact],
    'PATCH /alertcontacts/{id}': [contact],
    'POST /webhooks': [webhook, { ...webhook, type: 'syslog', url: 'tls://log.example.com:6514', tls_ca: 'x' }],
    'PATCH /webhooks/{id}': [{ ...webhook, url: undefined }],
    'POST /webhooks/{id}/replay': [{ since: '2026-01-01T00:00:00Z' }],
    'POST /webhooks/{id}/rotate-secret': [{ secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` }],
    'POST /webhooks/{id}/test': [{ event: 'auth.failed' }],
    'POST /keys': [key, { name: 'k', role_id: ids.role }],
    'PATCH /keys/{id}': [key],
    'POST /roles': [{ name: 'r', permissions: ['users:read'] }],
    'PATCH /roles/{id}': [{ name: 'r', permissions: ['users:read'] }],
    'POST /operators': [
      { email: 'fuzz@example.com', name: 'o', role_id: ids.role, password: 'correct horse battery', disabled: 0 },
      { email: 'f@example.com', name: 'o', role_id: ids.role, invitation: true },
    ],
    'PATCH /operators/{id}': [{ name: 'o', email: 'fuzz@example.com', role_id: ids.role, disabled: 0, totp: 0 }],
    'POST /sessions': [
      { email: 'fuzz@example.com', password: 'correct horse battery', totp: '123456', organization_id: ids.annex },
    ],
    'POST /console/session': [{ email: 'fuzz@example.com', password: 'correct horse battery', totp: '123456' }],
    'POST /console/session/provider': [{ code: 'v1.x.AAAA', verifier: 'v'.repeat(43), totp: '123456' }],
    'POST /console/session/directory': [
      { organization_id: ids.annex, provider_id: ids.provider, username: 'o', password: 'correct', totp: '123456' },
    ],
    'POST /sessions/provider': [{ code: 'v1.x.AAAA', verifier: 'v'.repeat(43), totp: '123456' }],
    'POST /sessions/directory': [
      { organization_id: ids.annex, provider_id: ids.provider, username: 'o', password: 'correct', totp: '123456' },
    ],
    'POST /sessions/current/password': [
      { password: 'correct horse battery', new_password: 'another good phrase', totp: '123456' },
    ],
    'POST /sessions/current/totp': [{ password: 'correct horse battery', totp: '123456' }],
    'POST /sessions/current/totp/confirm': [{ totp: '123456' }],
    'POST /sessions/current/totp/remove': [{ password: 'correct horse battery', totp: '123456' }],
    'POST /sessions/current/link': [{ password: 'correct horse battery', totp: '123456' }],
    'POST /sessions/current/passkeys/options': [{ password: 'correct horse battery' }],
    'POST /sessions/current/passkeys': [{ name: 'Laptop', response: passkey }],
    'PATCH /sessions/current/passkeys/{id}': [{ name: 'Laptop' }],
    'PATCH /preferences': [{ language: 'de', time_zone: 'UTC', theme: 'dark', density: 'compact', shortcuts: 0 }],
    'POST /report-schedules': [schedule],
    'PATCH /report-schedules/{id}': [schedule],
    'POST /saved-views': [{ name: 'v', page: 'runs', address: '?q=x', shared: 1 }],
    'PATCH /saved-views/{id}': [{ name: 'v', page: 'runs', address: '?q=x', shared: 1 }],
    'POST /sessions/passkey': [{ response: passkey }],
    'POST /password-resets': [{ email: 'fuzz@example.com', organization_id: ids.annex }],
    'POST /password-resets/accept': [{ token: 'reset_x', password: 'correct horse battery' }],
    'POST /first-operator': [
      { token: 'first_x', email: 'fuzz@example.com', name: 'o', password: 'correct horse battery' },
    ],
    'POST /invitations/accept': [{ token: 'invitation_x', password: 'correct horse battery', name: 'o' }],
    'POST /organizations': [organization],
    'PATCH /organizations/{id}': [organization],
    'POST /certificates': [
      { user_id: ids.user, common_name: 'anna', validity_days: 30, purpose: 'client', pkcs12_encryption: 'aes256' },
      {
        purpose: 'server',
        dns_names: ['radius.example.com'],
        csr: '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----',
      },
    ],
    'POST /profiles': [
      { ...profile, user_id: ids.user, validity_days: 30 },
      {
        ...profile,
        eap_type: 'EAP-TLS',
        platform: 'windows',
        inner_method: null,
        anonymous_identity: null,
        certificate_id: ids.certificate,
      },
    ],
    'PATCH /profiles/{id}': [profile],
    'POST /profiles/{id}/file': [{ user_id: ids.user, validity_days: 30 }],
    'POST /certificates/authorities': [{ key_kind: 'rsa' }],
    'DELETE /certificates/{id}': [{ reason: 'superseded' }],
    'POST /reports/{report_id}/tasks': [
      {
        earliest: '-30d',
        latest: 'now',
        period: 1,
        columns: ['at', 'username'],
        format: 'csvfile',
        filter: { username: { like: 'a%' } },
        sort: 'at:asc',
      },
    ],
    'POST /policies': [policy],
    'PATCH /policies/{id}': [policy],
    'POST /policies/impact': [{ name: 'Night', effect: 'deny', conditions: [{ field: 'ssid', op: 'eq', value: 'x' }] }],
    'POST /policies/explain': [{ username: 'anna', ssid: 'x' }],
    'POST /attributes': [
      { userid: ids.user, table: 'radreply', attribute: 'Session-Timeout', operator: ':=', value: '60' },
      { userid: ids.user, table: 'radcheck', attribute: 'Cleartext-Password', value: 'x' },
    ],
    'POST /bulk/{resource}': bulk,
    'POST /bulk/{resource}/async': bulk,
    'POST /connections': [fias, mews],
    'PATCH /connections/{id}': [mews, { access }, { settings: { site: null } }],
    'POST /connections/{id}/preview': [
      { records: [record], access, limit: 10 },
      { payload: { EnterpriseId: 'e', Events: [{ Discriminator: 'ServiceOrderUpdated', Value: { Id: 'x' } }] } },
      { access: { preset: 'hotel' } },
    ],
    'POST /connections/{id}/access/preview': [{ access, limit: 3 }, { access: { preset: 'hotel' } }],
    'POST /connections/{id}/mapping/preview': [
      {
        mapping: { version: 1, kind: 'stay', match: [], key: { path: '/id' }, fields: {} },
        payload: { id: 1 },
        limit: 3,
      },
    ],
    'POST /connections/{id}/sync': [{ mode: 'full', dry_run: true }],
    'POST /connections/{id}/pause': [{ mode: 'grants' }],
    'POST /runs/{id}/approve': [{ plan_hash: 'a'.repeat(64), comment: 'The group has left' }],
    'POST /runs/{id}/reject': [{ comment: 'The list was cut' }],
    'POST /connections/{id}/files': [{ employee_number: '1' }],
    'POST /files/{id}/accept': [{ digest: 'a'.repeat(64) }],
  };
}
