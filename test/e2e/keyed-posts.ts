import type { RunningService } from './service.js';

/** What a POST makes, and how many of them there are in the database afterwards. */
export interface PostKind {
  readonly path: string;
  readonly body: (mark: string, number: number) => unknown;
  readonly status: number;
  /** Things that one request makes. */
  readonly makes: number;
  readonly count: string;
  /** Of the body, where it is no JSON. */
  readonly mediaType?: string;
}

/** The records that others lean on. */
export interface Ground {
  readonly group: string;
  readonly role: string;
  readonly radiusServer: string;
  readonly network: string;
  readonly webhook: string;
  readonly alertContact: string;
  readonly directory: string;
  readonly files: string;
}

export async function layGround(service: RunningService): Promise<Ground> {
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await service.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return String(answer.body.id);
  };
  const group = await made('/user-groups', { name: 'ground' });
  const radiusServer = await made('/radius-servers', { name: 'ground', secret: 'correct horse' });
  return {
    group,
    radiusServer,
    network: await made('/networks', { name: 'ground' }),
    role: await made('/roles', { name: 'ground', permissions: ['users:read'] }),
    webhook: await made('/webhooks', { url: nobody, description: 'ground' }),
    alertContact: await made('/alert-contacts', { name: 'ground', url: nobody }),
    directory: await made('/connections', { name: 'ground directory', connector: 'scim' }),
    files: await made('/connections', { name: 'ground files', connector: 'csv', settings, enabled: true }),
  };
}

/** Requests of every kind; what they make bears their mark, `k-<number>`. */
export function postKinds(ground: Ground): PostKind[] {
  const { group, role, radiusServer, network, webhook, alertContact, directory, files } = ground;
  const record = (path: string, body: PostKind['body'], count: string, more: Partial<PostKind> = {}): PostKind => ({
    path,
    body,
    status: 201,
    makes: 1,
    count: `select count(*)::int as count from ${count}`,
    ...more,
  });
  const named = (table: string, column = 'name') => `${table} where ${column} like 'k-%'`;
  const audited = (like: string) => `audit_entries where request_id like '${like}'`;
  const two = (what: string) => ({
    operations: [1, 2].map((each) => ({ op: 'create', data: { username: `${what}-${each}` } })),
  });
  const oidc = (id: string) => ({ issuer: 'https://login.example.com', client_id: id, client_secret: 'correct horse' });
  const ofVouchers = (comment: string) => ({
    atomic: true,
    operations: [{ op: 'create', data: { table_id: group, comment } }],
  });
  return [
    record('/users', (mark) => ({ username: mark, password: 'correct horse' }), named('users', 'username')),
    record(
      '/users',
      (mark) => ({ username: `other-${mark}`, table_id: group }),
      "users where username like 'other-k-%'",
    ),
    record('/user-groups', (mark) => ({ name: mark }), named('user_groups')),
    record('/vouchers', (mark) => ({ table_id: group, count: 3, comment: mark }), named('vouchers', 'comment'), {
      makes: 3,
    }),
    record('/devices', (mark, number) => ({ mac: addressOf(number), name: mark }), named('devices')),
    record('/organizations', (mark) => ({ name: mark }), named('organizations')),
    record('/keys', (mark) => ({ name: mark, role_id: role }), named('api_keys')),
    record('/roles', (mark) => ({ name: mark, permissions: ['users:read'] }), named('roles')),
    record('/webhooks', (mark) => ({ url: nobody, description: mark, disabled: 1 }), named('webhooks', 'description')),
    record('/alert-contacts', (mark) => ({ name: mark, email: `${mark}@example.com` }), named('alert_contacts')),
    record('/policies', (mark) => ({ name: mark, effect: 'deny', enabled: false }), named('policies')),
    record('/certificates', (mark) => ({ common_name: mark }), named('certificates', 'common_name')),
    record(
      '/profiles',
      (mark) => ({ ssid: 'Hotel', eap_type: 'PEAP', platform: 'ios', name: mark }),
      named('profiles'),
      {
        status: 200,
      },
    ),
    record('/operators', (mark) => ({ email: `${mark}@example.com`, name: mark, role_id: role }), named('operators')),
    record('/radius-servers', (mark) => ({ name: mark, secret: 'correct horse' }), named('radius_servers')),
    record('/networks', (mark) => ({ name: mark, radius_server_id: radiusServer }), named('networks')),
    record('/captive-portals', (mark) => ({ name: mark, slug: mark, table_id: group }), named('captive_portals')),
    record('/gateways', (mark) => ({ name: mark, network_id: network, vendor: 'coova' }), named('gateways')),
    record(
      '/authentication-providers',
      (mark) => ({ name: mark, type: 'oidc', table_id: group, settings: oidc(mark) }),
      named('authentication_providers'),
    ),
    record('/connections', (mark) => ({ name: mark, connector: 'csv', settings }), named('connections')),
    record(
      `/connections/${files}/files?name=staff.csv`,
      (mark) => `employee_number,last_name\n1,${mark}\n`,
      `delivered_files where connection_id = '${files}'`,
      { mediaType: 'text/csv' },
    ),
    record('/bulk/users', (mark) => two(`bulk-${mark}`), "users where username like 'bulk-k-%'", {
      status: 200,
      makes: 2,
    }),
    record('/bulk/vouchers', (mark) => ofVouchers(`bulk-${mark}`), "vouchers where comment like 'bulk-k-%'", {
      status: 200,
    }),
    record('/bulk/users/async', (mark) => two(`job-${mark}`), 'bulk_jobs', { status: 202 }),
    record(`/webhooks/${webhook}/test`, () => ({}), `webhook_deliveries where webhook_id = '${webhook}'`, {
      status: 202,
    }),
    record(`/webhooks/${webhook}/rotate-secret`, () => ({}), audited('k-%webhooks%rotate-secret'), { status: 200 }),
    record(`/alert-contacts/${alertContact}/rotate-secret`, () => ({}), audited('k-%contacts%rotate-secret'), {
      status: 200,
    }),
    record(
      `/connections/${directory}/rotate-token`,
      () => ({}),
      `${audited('k-%rotate-token')} and action = 'create'`,
      {
        status: 200,
      },
    ),
    record('/privacy/exports', () => ({ username: 'ground-guest' }), audited('k-%exports'), { status: 200 }),
  ];
}

const nobody = 'http://127.0.0.1:9/events';
const settings = { time_zone: 'Europe/Vienna' };

function addressOf(number: number): string {
  return `02:00:00:00:${hexadecimal(number >> 8)}:${hexadecimal(number & 255)}`;
}

function hexadecimal(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** A request with its key: what was asked, and what was answered first. */
export interface KeyedPost {
  readonly kind: PostKind;
  readonly mark: string;
  readonly number: number;
  readonly form: string;
  answer?: { readonly status: number; readonly text: string; readonly isReplayed: boolean };
}

/** The marks of requests tell their paths apart in the audit. */
export function requestIdOf({ mark, kind }: KeyedPost): string {
  return `${mark}${kind.path.split('?')[0].replaceAll('/', ':')}`;
}

/** Sends it, for the first or the next time. Rejects when the service is gone before it answers. */
export async function send(service: RunningService, post: KeyedPost): Promise<NonNullable<KeyedPost['answer']>> {
  const { kind, mark, number, form } = post;
  const body = kind.body(mark, number);
  const answer = await fetch(`${service.url}${form}${kind.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.token}`,
      'content-type': kind.mediaType ?? 'application/json',
      'idempotency-key': mark,
      'x-request-id': requestIdOf(post),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const isReplayed = answer.headers.get('idempotency-replayed') === 'true';
  return { status: answer.status, text: await answer.text(), isReplayed };
}
