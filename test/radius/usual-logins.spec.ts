import { randomBytes, createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { RadiusPasswords, ntHash, radiusKeyLabel } from '../../src/console/passwords/radius-passwords.js';
import { SystemChance } from '../../src/kernel/chance.js';
import { Secrets } from '../../src/kernel/secrets.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';

/** The newest master key comes first. */
const [older, newer] = [8, 7].map((filled) => Buffer.alloc(32, filled));
const secrets = new Secrets([newer, older], new SystemChance());
const proofKey = 'ab'.repeat(32);
const password = 'Sommer 2026!';
const [network, point, group, user] = [1, 2, 3, 4].map((n) => `0190a0a0-0000-7000-8000-00000000b00${n}`);
const station = '020000000001';

let fresh: FreshDatabase;
let radius: pg.Client;
let organization: string;

beforeAll(async () => {
  fresh = await freshDatabase();
  ({ organizationId: organization } = await fresh.organization());
  const keys = secrets.derivedKeys(radiusKeyLabel).map((key) => key.toString('hex'));
  const settings = ['organization_id=*', `radius_keys=${keys.join(',')}`, `radius_proof_key=${proofKey}`];
  radius = new pg.Client({
    connectionString: fresh.url,
    options: settings.map((each) => `-c usher.${each}`).join(' '),
  });
  await radius.connect();
  await radius.query(
    `insert into networks (organization_id, id, name, unknown_users, created_at, updated_at)
      values ($1, $2, 'Lobby', 'reject', now(), now())`,
    [organization, network],
  );
  await radius.query(
    `insert into network_clients (organization_id, id, network_id, position, address, short_name, vendor, secret_sealed,
      coa_port) values ($1, $2, $3, 0, '10.0.0.7', 'lobby', 'generic', '', 3799)`,
    [organization, point, network],
  );
  await radius.query(
    `insert into user_groups (organization_id, id, name, name_key, created_at, updated_at)
      values ($1, $2, 'Guests', 'guests', now(), now())`,
    [organization, group],
  );
  await radius.query(
    `insert into users (organization_id, id, username, username_key, created_at, updated_at)
      values ($1, $2, 'Anna', 'anna', now(), now())`,
    [organization, user],
  );
});
afterAll(async () => {
  await radius.end();
  await fresh.close();
});

const mostly = <Value>(usual: Value, ...others: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const states = fc.record({
  disabled: mostly(false, true),
  validFrom: mostly(null, '2020-01-01', '2090-01-01'),
  validUntil: mostly('2090-01-01', '2020-01-01', null, 'tomorrow'),
  mostDevices: mostly<number | null>(null, 1),
  sealedBy: mostly<Buffer | null>(newer, older, null),
  hasHash: mostly(true, false),
  inGroup: mostly(true, false),
  policy: mostly<object>(
    { vlan: '20', session_timeout: 3600, bandwidth_down: 5_000_000 },
    {},
    { session_timeout: null },
    {
      login_time: 'Al0000-0001',
    },
    { simultaneous_use: 1 },
    { daily_quota_bytes: 1 },
  ),
  ssid: mostly<string | null>(null, 'Lobby', 'Office'),
  vendor: mostly('generic', 'mikrotik'),
  suspended: mostly(false, true),
  device: mostly<'none' | 'own' | 'disabled'>('none', 'own', 'disabled'),
});

const tries = fc.record({
  method: mostly('', 'PEAP', 'TTLS', 'chap', 'mschap', 'tls'),
  name: mostly('anna', 'ANNA ', 'nobody'),
  shown: mostly<string | null>(password, 'Winter 2026!', null),
  calling: mostly('02-00-00-00-00-01', ''),
  called: mostly('00-11-22-33-44-55:Lobby', '00-11-22-33-44-55', ''),
});

type State = typeof states extends fc.Arbitrary<infer Value> ? Value : never;
type Try = typeof tries extends fc.Arbitrary<infer Value> ? Value : never;

async function become(state: State): Promise<void> {
  const own =
    state.sealedBy && new RadiusPasswords(new Secrets([state.sealedBy], new SystemChance()), new SystemChance());
  await radius.query(
    `update users set disabled = $1, valid_from = $2, valid_until = $3, max_devices = $4, nt_hash_sealed = $5,
      password_ssha512 = $6, group_id = $7`,
    [
      state.disabled,
      state.validFrom,
      state.validUntil,
      state.mostDevices,
      own?.store(password).ntHashSealed ?? null,
      state.hasHash ? 'c2FsdA==' : null,
      state.inGroup ? group : null,
    ],
  );
  await radius.query('update user_groups set policy = $1', [JSON.stringify(state.policy)]);
  await radius.query('update networks set ssid = $1', [state.ssid]);
  await radius.query('update network_clients set vendor = $1', [state.vendor]);
  await radius.query('update organizations set disabled = $1 where id = $2', [state.suspended, organization]);
  await radius.query('delete from devices');
  if (state.device !== 'none')
    await radius.query(
      `insert into devices (organization_id, id, mac, disabled, type, created_at, updated_at)
        values ($1, gen_random_uuid(), $2, $3, 'phone', now(), now())`,
      [organization, station, state.device === 'disabled'],
    );
}

/** A policy that is about nobody: with it no login is a usual one. */
async function withAPolicy(act: () => Promise<unknown>): Promise<unknown> {
  await radius.query(
    `insert into policies (organization_id, id, name, name_key, priority, enabled, match, conditions, effect, reply,
      created_at, updated_at) values ($1, gen_random_uuid(), 'Nobody', 'nobody', 1, true, 'all',
      '[{"field": "ssid", "op": "eq", "value": "nowhere"}]', 'deny', '{}', now(), now())`,
    [organization],
  );
  try {
    return await act();
  } finally {
    await radius.query('delete from policies');
  }
}

/** What FreeRADIUS is answered to both questions, and what the log says; without what chance made. */
async function answers({ method, name, shown, calling, called }: Try): Promise<unknown> {
  const nonce = `0x${randomBytes(16).toString('hex')}`;
  const proof = (of: string) => createHash('sha256').update(`${proofKey}${nonce}${of}`).digest('hex');
  const place = [calling, called, method];
  const client = `${organization}/${point}`;
  const shownProofs = shown === null ? [] : [nonce, proof(ntHash(shown).toString('hex')), proof(shown)];
  await radius.query('begin');
  try {
    const how = await ask('authorize', [client, name, ...place, '10.0.0.7']);
    const accept = await ask('accept', [client, name, ...place, 'nas', '10.0.0.8', '10.0.0.7', ...shownProofs]);
    const { rows } = await radius.query(
      `select outcome, username, username_key, kind, user_id, auth_method, reason, reason_detail, mac, device_type,
        ssid, access_point, access_point_mac, nas_address, network_id, network_client_id, vlan, session_class
        from authentication_log`,
    );
    return JSON.parse(
      JSON.stringify({ how, accept, rows })
        .replaceAll(/0x[0-9a-f]{60,}/g, classOf)
        .replaceAll(byChance, ':'),
    );
  } finally {
    await radius.query('rollback');
  }
}

/** The digest that follows a session's own number in its class, and the second in which the account ends. */
const byChance = /:[0-9a-f-]{36}:(?=[0-9a-f]{8}-)|:\d{10}:/g;
const classOf = (sent: string) => Buffer.from(sent.slice(2), 'hex').toString();

async function ask(question: 'authorize' | 'accept', values: readonly string[]): Promise<unknown[]> {
  const places = values.map((_, index) => `$${index + 1}`).join(', ');
  const { rows } = await radius.query(`select * from radius.${question}(${places})`, [...values]);
  return rows;
}

test('the usual login is told and written what all steps together would say of it', async () => {
  let usual = 0;
  await fc.assert(
    fc.asyncProperty(states, tries, async (state, one) => {
      await become(state);
      let [found, wanted] = [await answers(one), await withAPolicy(() => answers(one))];
      // A second may have passed between the two, of those that are left.
      if (!isDeepStrictEqual(found, wanted))
        [found, wanted] = [await answers(one), await withAPolicy(() => answers(one))];
      expect(found).toEqual(wanted);
      if (JSON.stringify(found).includes('"accepted"')) usual += 1;
    }),
    { numRuns: 120 },
  );
  expect(usual).toBeGreaterThan(10);
});
