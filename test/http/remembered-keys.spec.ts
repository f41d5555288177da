import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { KeyAdmission } from '../../src/console/keys/key-admission.js';
import { HeardChanges } from '../../src/database/heard-changes.js';
import { Authenticator } from '../../src/http/access/authenticator.js';
import { systemContext } from '../../src/kernel/context.js';
import { eventually, ManualClock } from '../kernel/manual-clock.js';
import { type HttpWorld, httpWorld } from './http-world.js';

interface Made {
  readonly id: string;
  readonly token: string;
}

const clock = new ManualClock();
let here: HttpWorld;
let there: HttpWorld;
beforeAll(async () => {
  here = await httpWorld({ clock });
  there = await httpWorld({ clock, shared: here });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const changesOf = (world: HttpWorld) => world.app.get(HeardChanges);
const memoryOf = (world: HttpWorld) => world.app.get<unknown, KeyAdmission>(Authenticator).admitted;
const nameOf = ({ token }: Pick<Made, 'token'>, organization = '') =>
  `${createHash('sha256').update(token).digest('base64')} ${organization}`.trim();
const statusWith = async (world: HttpWorld, { token }: Pick<Made, 'token'>, path = '/roles') =>
  (await world.call('GET', path, { token })).status;
const sql = (text: string, values: unknown[] = []) => here.fresh.dataSource.query<unknown[]>(text, values);

/** Until this process answers for the key by itself. */
async function remembered(world: HttpWorld, key: Made): Promise<void> {
  await eventually(
    'the key is remembered',
    async () => (await statusWith(world, key)) === 200 && memoryOf(world).find(nameOf(key)) !== undefined,
  );
}

/** As no caller could: no process hears of it. */
async function revokeInSilence({ id }: Made): Promise<void> {
  await sql('alter table api_keys disable trigger announce_changed');
  await here.fresh.dataSource.transaction(async (manager) => {
    await manager.query(`set local usher.organization_id = '*'`);
    await manager.query('update api_keys set revoked_at = now() where id = $1', [id]);
  });
  await sql('alter table api_keys enable trigger announce_changed');
}

const lines = `select pid from pg_stat_activity where datname = current_database()
  and application_name = 'usher announcements'`;

beforeEach(() => {
  for (const world of [here, there]) changesOf(world).start();
});
afterEach(async () => {
  for (const world of [here, there]) await changesOf(world).stop();
});

describe('while changes are heard', () => {
  test('a key is looked up once; unannounced changes stay unseen until something is announced', async () => {
    const key = await here.keyWith('roles:read');
    await remembered(here, key);
    await revokeInSilence(key);
    expect(await statusWith(here, key)).toBe(200);
    await sql(`select pg_notify('usher_cached', '')`);
    await eventually('the announcement is heard', async () => (await statusWith(here, key)) === 401);
  });

  test('a key that a process revokes is refused by it from the very next call', async () => {
    for (let round = 0; round < 10; round += 1) {
      const key = await here.keyWith('roles:read');
      await remembered(here, key);
      expect((await here.call('DELETE', `/keys/${key.id}`)).status).toBe(204);
      expect(await statusWith(here, key)).toBe(401);
    }
  });

  test('the other processes refuse it once they hear of the revocation', async () => {
    const key = await here.keyWith('roles:read');
    await remembered(there, key);
    expect((await here.call('DELETE', `/keys/${key.id}`)).status).toBe(204);
    await eventually('the key is refused there', async () => (await statusWith(there, key)) === 401);
  });

  test('so do they when the row is changed by hand in the database', async () => {
    const key = await here.keyWith('roles:read');
    await remembered(there, key);
    await here.fresh.dataSource.transaction(async (manager) => {
      await manager.query(`set local usher.organization_id = '*'`);
      await manager.query('update api_keys set revoked_at = now() where id = $1', [key.id]);
    });
    await eventually('the key is refused there', async () => (await statusWith(there, key)) === 401);
  });

  test('other permissions of its role and a disabled organization are seen on both', async () => {
    const annex = await here.organization('Annex');
    const role = await here.call('POST', '/roles', {
      body: { name: 'reader', permissions: ['roles:read'] },
      headers: { 'x-organization-id': annex.id },
    });
    const { body: key } = await here.call('POST', '/keys', {
      body: { name: 'reader', role_id: role.body.id },
      headers: { 'x-organization-id': annex.id },
    });
    for (const world of [here, there]) await remembered(world, key);
    await here.call('PATCH', `/roles/${role.body.id}`, {
      body: { permissions: ['keys:read'] },
      headers: { 'x-organization-id': annex.id },
    });
    expect(await statusWith(here, key)).toBe(403);
    await eventually('the role is seen there', async () => (await statusWith(there, key)) === 403);
    for (const world of [here, there]) expect(await statusWith(world, key, '/keys')).toBe(200);
    await here.call('PATCH', `/organizations/${annex.id}`, { body: { disabled: 1 } });
    const refused = await here.call('GET', '/keys', { token: key.token });
    expect([refused.status, refused.body.detail]).toEqual([403, 'The organization of this API key is disabled']);
    await eventually('the organization is disabled there', async () => (await statusWith(there, key, '/keys')) === 403);
  });

  test('a key is refused from its expiry on', async () => {
    const key = await here.keyWith('roles:read');
    await here.call('PATCH', `/keys/${key.id}`, {
      body: { expires_at: new Date(clock.milliseconds() + 1_000).toISOString() },
    });
    await remembered(here, key);
    await clock.advance(1.2);
    expect(await statusWith(here, key)).toBe(401);
  });

  test('nothing is remembered of a key for longer than ten seconds, nor of one that is refused', async () => {
    const key = await here.keyWith('roles:read');
    await remembered(here, key);
    await revokeInSilence(key);
    for (let second = 0; second < 10; second += 1) {
      expect(await statusWith(here, key)).toBe(200);
      await clock.advance(1);
      await eventually(
        'the next proof is there',
        () => memoryOf(here).find(nameOf(here)) !== undefined || statusWith(here, here).then(() => false),
      );
    }
    expect(await statusWith(here, key)).toBe(401);
    expect(memoryOf(here).find(nameOf(key))).toBeUndefined();
  });

  test('an answer that was asked for before a change is not kept after it', async () => {
    const key = await here.keyWith('roles:read');
    await remembered(here, key);
    const memory = memoryOf(here);
    const admission = memory.find(nameOf(key));
    const { moment } = memory;
    changesOf(here).changed(systemContext(here.organizationId, 'request', 'test'));
    if (admission) memory.keep(nameOf(key), admission, moment);
    expect(memory.find(nameOf(key))).toBeUndefined();
  });
});

describe('while changes are not heard', () => {
  test('the database is asked each time: when the connection was ended, until there is a new one', async () => {
    const [first, second] = [await here.keyWith('roles:read'), await here.keyWith('roles:read')];
    await remembered(here, first);
    // Else the other process might connect a moment later, and stay until time passes.
    await remembered(there, first);
    await sql(`select pg_terminate_backend(pid) from (${lines}) as line`);
    await eventually(
      'the connections are gone',
      async () => (await sql(lines)).length === 0 && memoryOf(here).find(nameOf(first)) === undefined,
    );
    await revokeInSilence(first);
    expect(await statusWith(here, first)).toBe(401);
    await clock.advance(1);
    await remembered(here, second);
  });

  test('when the connection stands but nothing arrives over it', async () => {
    const key = await here.keyWith('roles:read');
    await remembered(here, key);
    await revokeInSilence(key);
    // Time passes without a word: what was proven lies too far back.
    await clock.advance(2);
    expect(await statusWith(here, key)).toBe(401);
  });
});
