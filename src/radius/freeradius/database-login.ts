import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { sessionSetting } from '../../database/session-setting.js';
import type { Secrets } from '../../kernel/secrets.js';
import { StartProblem } from '../../kernel/start-problem.js';
import { libpqTls } from './database-tls.js';

const scope = 'usher.organization_id';
const remedy = ': behind a pooler USHER_LISTEN_DATABASE_URL has to name the same database at PostgreSQL itself';

/** Forms in which a value stands in libpq's key=value text. */
function quoted(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** How FreeRADIUS connects to the database, and what it proves there. */
export interface RadiusLogin {
  /**
   * libpq's key=value text. It gives the session the keys that open sealed secrets, so that no statement contains them.
   */
  readonly database: string;
  /**
   * Part of the digest that a statement carries instead of a password's hash; the session knows it, too. Hexadecimal.
   */
  readonly proofKey: string;
  /** The same way in as a URL. */
  readonly url: string;
}

/**
 * FreeRADIUS' way into the database: a login that may call the functions of the schema `radius` and do nothing else.
 * Its name and password derive from the master key, so every process that starts a FreeRADIUS on this database uses the
 * same one.
 * @throws StartProblem with the statement to run by hand when this login may not create roles
 */
export async function radiusLogin(dataSource: DataSource, databaseUrl: string, secrets: Secrets): Promise<RadiusLogin> {
  const { role, password } = accountOf(secrets);
  const [{ known }] = await dataSource.query<{ known: boolean }[]>(
    'select exists (select from pg_roles where rolname = $1) as known',
    [role],
  );
  if (!known) await make(dataSource, role, password);
  return radiusLoginOf(databaseUrl, secrets);
}

/** The same, where the role is there already. */
export function radiusLoginOf(databaseUrl: string, secrets: Secrets): RadiusLogin {
  const { role, password } = accountOf(secrets);
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  // The actor in the audit when a voucher starts.
  const actor = Buffer.from(JSON.stringify(['system', null, 'radius', null])).toString('base64');
  const keys = secrets
    .derivedKeys('radius')
    .map((key) => key.toString('hex'))
    .join(',');
  const proofKey = secrets.derivedKeys('radius-proof')[0].toString('hex');
  const settings: readonly (readonly [string, string])[] = [
    [scope, '*'],
    ['usher.actor', actor],
    ['usher.radius_keys', keys],
    ['usher.radius_proof_key', proofKey],
    // Planning a look-up in a log anew, over all its months, costs as much as a packet's work: planned once.
    ['plan_cache_mode', 'force_generic_plan'],
    // Its connections live for days: a plan made while the month's partition was empty must not scan it once full.
    ['enable_seqscan', 'off'],
    // What cannot be read by an index has a price that would have it compiled, at 100 ms a time.
    ['jit', 'off'],
    // FreeRADIUS gives a request up after 10 s (max_request_time): a login that waited longer for a lock would be
    // written down as accepted although nobody heard of it.
    ['statement_timeout', '9s'],
  ];
  const options = settings.map(([name, value]) => `-c ${name}=${value}`).join(' ');
  const parts: readonly (readonly [string, string])[] = [
    ['host', searchParams.get('host') ?? decodeURIComponent(hostname)],
    ['port', port === '' ? '5432' : port],
    ['dbname', decodeURIComponent(pathname.slice(1))],
    ['user', role],
    ['password', password],
    ...libpqTls(searchParams),
    ['connect_timeout', '3'],
    ['application_name', 'usher-radius'],
    ['options', options],
  ];
  return {
    database: parts
      .filter(([, value]) => value !== '')
      .map(([key, value]) => `${key}=${quoted(value)}`)
      .join(' '),
    proofKey,
    url: urlOf(databaseUrl, role, password, options),
  };
}

function accountOf(secrets: Secrets): { readonly role: string; readonly password: string } {
  const [own] = secrets.derivedKeys('radius-login');
  return { role: `usher_radius_${own.toString('hex').slice(0, 12)}`, password: own.toString('base64url') };
}

function urlOf(databaseUrl: string, role: string, password: string, options: string): string {
  const url = new URL(databaseUrl);
  url.username = role;
  url.password = password;
  url.searchParams.set('options', options);
  return url.href;
}

/**
 * A pooler refuses the settings of a session, or drops them: then the tenant wall hides everything, and every login
 * would be denied.
 * @throws StartProblem
 */
export async function requireOwnSession({ url }: Pick<RadiusLogin, 'url'>): Promise<void> {
  const found = await sessionSetting(url, scope).catch((error: unknown) => {
    throw new StartProblem(`FreeRADIUS cannot sign in to the database (${(error as Error).message})${remedy}`, {
      cause: error,
    });
  });
  if (found !== '*') throw new StartProblem(`FreeRADIUS would have no session of its own at the database${remedy}`);
}

async function make(dataSource: DataSource, role: string, password: string): Promise<void> {
  const statement = `create role ${role} login password '${password}' in role usher_radius`;
  try {
    await dataSource.query(statement);
  } catch (error) {
    const { code } = error as { code?: string };
    // Another process was faster.
    if (code === '42710' || code === '23505') return;
    if (code !== '42501') throw error;
    throw new StartProblem(
      `The database login may not make roles: let somebody who may run\n  create role ${role} login password ` +
        `'${verifierOf(password)}' in role usher_radius;`,
      { cause: error },
    );
  }
}

/** What PostgreSQL keeps of a password (RFC 5803): unlike the password, it may be shown and typed. */
function verifierOf(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096];
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256');
  const keyed = (label: string) => createHmac('sha256', salted).update(label).digest();
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`;
}
