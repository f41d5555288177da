import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SignInAttempts } from '../../../src/console/sign-in/sign-in-attempts.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { ownerRoleId } from '../../http/http-world.js';
import {
  anotherAddress,
  auditorRoleId,
  goodPassword,
  type OperatorsWorld,
  operatorsWorld,
  receptionRoleId,
} from './operators-world.js';

const clock = new ManualClock();
let world: OperatorsWorld;
let replica: OperatorsWorld;
beforeAll(async () => {
  world = await operatorsWorld(clock);
  replica = await operatorsWorld(clock, { shared: world });
});
afterAll(async () => {
  await replica.close();
  await world.close();
});

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  world.fresh.database.query<Row>(systemContext(everyOrganization, 'test'), { name: '', text }, values);
const current = (token: string, of = world) => of.call('GET', '/sessions/current', { token });

describe('a session', () => {
  test('opens with address and password, works everywhere as the operator, and ends with sign-out', async () => {
    const { id } = await world.operator('eva@example.com', auditorRoleId);
    const made = await world.signIn({ email: ' EVA@example.com', password: goodPassword });
    expect(made.status).toBe(201);
    expect(made.headers).toMatchObject({ 'cache-control': 'no-store', location: '/sessions/current' });
    expect(made.body).toEqual({
      id: expect.any(String),
      organization_id: world.organizationId,
      operator: { id, email: 'eva@example.com', name: 'Somebody', role_id: auditorRoleId },
      created_at: clock.instant(),
      expires_at: '2026-05-15T01:00:00.000Z',
      token: expect.stringMatching(/^session_[\w-]{43}$/),
      _links: { self: { href: '/sessions/current' } },
    });
    const { token } = made.body;
    expect(JSON.stringify(await sql('select to_jsonb(s)::text as row from operator_sessions s'))).not.toContain(
      token.slice(8),
    );

    expect((await current(token, replica)).body).toMatchObject({ id: made.body.id, operator: { id } });
    expect((await replica.call('GET', '/operators', { token })).status).toBe(200);
    const lacking = await world.call('POST', '/roles', { token, body: { name: 'x', permissions: [] } });
    expect([lacking.status, lacking.body.detail]).toEqual([403, 'Your role lacks the permission roles:write']);
    expect((await world.call('GET', `/operators/${id}`)).body.signed_in_at).toBe(clock.instant());

    expect((await world.call('DELETE', '/sessions/current', { token })).status).toBe(204);
    expect([(await current(token)).status, (await current(token, replica)).status]).toEqual([401, 401]);
  });

  test('ends after half an hour without use, and after twelve hours in any case', async () => {
    const { token } = await world.operator('idle@example.com', auditorRoleId);
    for (let minute = 0; minute < 80; minute += 20) {
      await clock.advance(20 * 60);
      expect((await current(token)).status).toBe(200);
    }
    await clock.advance(29 * 60);
    expect((await current(token)).status).toBe(200);
    await clock.advance(31 * 60);
    expect((await current(token)).status).toBe(401);

    const { body } = await world.signIn({ email: 'idle@example.com', password: goodPassword });
    for (let minute = 20; minute < 12 * 60; minute += 20) {
      await clock.advance(20 * 60);
      expect((await current(body.token)).status).toBe(200);
    }
    await clock.advance(20 * 60);
    expect((await current(body.token)).status).toBe(401);
  });

  test('has the permissions that the role has now', async () => {
    const role = (await world.call('POST', '/roles', { body: { name: 'changing', permissions: ['roles:read'] } })).body
      .id;
    const { id, token } = await world.operator('role@example.com', role);
    expect((await replica.call('GET', '/roles', { token })).status).toBe(200);
    await world.call('PATCH', `/roles/${role}`, { body: { permissions: ['keys:read'] } });
    expect((await replica.call('GET', '/roles', { token })).status).toBe(403);
    await world.call('PATCH', `/operators/${id}`, { body: { role_id: auditorRoleId } });
    expect((await replica.call('GET', '/roles', { token })).status).toBe(200);
  });

  test.each<[string, (id: string) => Promise<{ status: number }>]>([
    ['disabled', (id) => world.call('PATCH', `/operators/${id}`, { body: { disabled: 1 } })],
    [
      'given another password',
      (id) => world.call('PATCH', `/operators/${id}`, { body: { password: 'another good phrase' } }),
    ],
    ['signed out by an administrator', (id) => world.call('DELETE', `/operators/${id}/sessions`)],
    ['deleted', (id) => world.call('DELETE', `/operators/${id}`)],
  ])('of an operator who is %s ends at once on every replica, for good', async (what, act) => {
    const { id, token } = await world.operator(`${what.split(' ')[0]}@example.com`, receptionRoleId);
    expect((await current(token, replica)).status).toBe(200);
    expect((await act(id)).status).toBeLessThan(300);
    expect((await current(token, replica)).status).toBe(401);
    await world.call('PATCH', `/operators/${id}`, { body: { disabled: 0 } });
    expect((await current(token, replica)).status).toBe(401);
  });

  test('acts for organizations beneath its own, for none beside', async () => {
    const annex = await world.organization('Annex');
    const { token } = await world.operator('partner@example.com', ownerRoleId);
    const there = { headers: { 'x-organization-id': annex.id }, token };
    expect((await world.call('GET', '/operators', there)).status).toBe(200);
    const inside = await world.call('POST', '/operators', {
      token: annex.token,
      body: { email: 'annex@example.com', name: 'A', role_id: ownerRoleId, password: goodPassword },
    });
    expect(inside.status).toBe(201);
    const low = (await world.signIn({ email: 'annex@example.com', password: goodPassword })).body;
    expect(low.organization_id).toBe(annex.id);
    expect(
      (
        await world.call('GET', '/operators', {
          token: low.token,
          headers: { 'x-organization-id': world.organizationId },
        })
      ).status,
    ).toBe(403);
    expect(
      (await world.call('GET', `/operators/${(await current(token)).body.operator.id}`, { token: low.token })).status,
    ).toBe(404);
    await world.call('PATCH', `/organizations/${annex.id}`, { body: { disabled: 1 } });
    expect((await current(low.token)).status).toBe(403);
    expect((await world.signIn({ email: 'annex@example.com', password: goodPassword })).status).toBe(403);
  });

  test('an API key has none', async () => {
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/totp'],
      ['POST', '/password'],
      ['POST', '/totp/confirm'],
      ['POST', '/totp/remove'],
    ] as const) {
      const body =
        method === 'POST' ? { password: goodPassword, new_password: goodPassword, totp: '123456' } : undefined;
      const trimmed =
        path === '/totp/confirm'
          ? { totp: '123456' }
          : path === '/password'
            ? body
            : body && { password: goodPassword };
      expect([path, (await world.call(method, `/sessions/current${path}`, { body: trimmed })).status]).toEqual([
        path,
        403,
      ]);
    }
    expect((await world.call('GET', '/sessions/current', { token: null })).status).toBe(401);
    expect((await world.call('GET', '/sessions/current', { token: 'session_unknown' })).status).toBe(401);
  });
});

describe('somebody who is an operator of several organizations', () => {
  test('says which one is meant, else it is the oldest', async () => {
    const other = await world.organization('Second');
    await world.operator('both@example.com', auditorRoleId);
    await world.call('POST', '/operators', {
      token: other.token,
      body: { email: 'both@example.com', name: 'B', role_id: auditorRoleId, password: 'another good phrase' },
    });
    expect((await world.signIn({ email: 'both@example.com', password: goodPassword })).body.organization_id).toBe(
      world.organizationId,
    );
    expect((await world.signIn({ email: 'both@example.com', password: 'another good phrase' })).status).toBe(401);
    expect(
      (await world.signIn({ email: 'both@example.com', password: 'another good phrase', organization_id: other.id }))
        .body.organization_id,
    ).toBe(other.id);
  });
});

describe('guessing', () => {
  test('unknown, disabled, invited and wrongly guessed operators are answered alike', async () => {
    await world.operator('guess@example.com', auditorRoleId);
    const off = await world.operator('guess-off@example.com', auditorRoleId);
    await world.call('PATCH', `/operators/${off.id}`, { body: { disabled: 1 } });
    await world.call('POST', '/operators', {
      body: { email: 'guess-invited@example.com', name: 'I', role_id: auditorRoleId },
    });
    const answers = await Promise.all(
      ['guess', 'guess-off', 'guess-invited', 'guess-nobody'].map(async (name) => {
        const { status, body, headers } = await world.signIn({
          email: `${name}@example.com`,
          password: name === 'guess' ? 'a wrong password' : goodPassword,
        });
        return { status, body, names: Object.keys(headers) };
      }),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0].body).toMatchObject({ status: 401, detail: 'E-mail address or password is wrong' });
  });

  test('takes as long for an address that nobody has', async () => {
    await world.operator('time@example.com', auditorRoleId);
    const fastest = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 8; round += 1) {
      for (const [kind, email] of [
        ['known', 'time@example.com'],
        ['unknown', 'time-nobody@example.com'],
      ] as const) {
        const started = performance.now();
        await world.signIn({ email, password: 'a wrong password' });
        fastest[kind] = Math.min(fastest[kind], performance.now() - started);
      }
    }
    // Without the decoy it would be a tenth.
    expect(fastest.unknown).toBeGreaterThan(fastest.known / 4);
  });

  test.each([
    ["an operator's", true],
    ["nobody's", false],
  ])(
    '%s address is locked for 15 minutes after 10 failures from one network, there and nowhere else',
    async (_whose, exists) => {
      const from = anotherAddress();
      const email = exists ? 'locked@example.com' : 'locked-nobody@example.com';
      if (exists) await world.operator(email, auditorRoleId);
      for (let count = 0; count < 10; count += 1)
        expect((await (count % 2 ? world : replica).signIn({ email, password: 'a wrong password' }, from)).status).toBe(
          401,
        );
      const locked = await replica.signIn({ email: email.toUpperCase(), password: goodPassword }, from);
      expect([locked.status, locked.headers['retry-after']]).toEqual([429, '900']);
      await clock.advance(899);
      expect((await world.signIn({ email, password: goodPassword }, from)).status).toBe(429);
      expect((await world.signIn({ email, password: goodPassword })).status).toBe(exists ? 201 : 401);
      expect((await world.signIn({ email: 'neighbour@example.com', password: goodPassword }, from)).status).toBe(401);
      await clock.advance(1);
      expect((await world.signIn({ email, password: goodPassword }, from)).status).toBe(exists ? 201 : 401);
    },
  );

  test('a burst tries no more often than ten times', async () => {
    await world.operator('burst@example.com', auditorRoleId);
    const from = anotherAddress();
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        (index % 2 ? world : replica).signIn({ email: 'burst@example.com', password: `wrong password ${index}` }, from),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test('after thirty failures only networks where the account never signed in have to wait', async () => {
    const usual = anotherAddress();
    const { email } = await world.operator('far@example.com', auditorRoleId);
    expect((await world.signIn({ email, password: goodPassword }, usual)).status).toBe(201);
    for (let count = 0; count < 30; count += 1)
      expect((await world.signIn({ email, password: 'a wrong password' })).status).toBe(401);
    expect((await world.signIn({ email, password: goodPassword })).status).toBe(429);
    expect((await world.signIn({ email, password: goodPassword }, usual)).status).toBe(201);
  });

  test('a signed-in operator can change the password while somebody on the same network guesses', async () => {
    const from = anotherAddress();
    const { email } = await world.operator('inside@example.com', auditorRoleId);
    const { token } = (await world.signIn({ email, password: goodPassword }, from)).body;
    for (let count = 0; count < 10; count += 1) await world.signIn({ email, password: 'a wrong password' }, from);
    expect((await world.signIn({ email, password: goodPassword }, from)).status).toBe(429);
    const change = (password: string) =>
      world.call('POST', '/sessions/current/password', {
        token,
        body: { password, new_password: 'another good phrase' },
      });
    for (let count = 0; count < 9; count += 1) expect((await change('a wrong password')).status).toBe(401);
    expect((await change(goodPassword)).status).toBe(204);
  });

  test('a network that tries a hundred accounts has to wait; others and known operators do not', async () => {
    const from = anotherAddress();
    const regular = await world.operator('regular@example.com', auditorRoleId);
    expect((await world.signIn({ email: regular.email, password: goodPassword }, from)).status).toBe(201);
    for (let count = 0; count < 100; count += 1) {
      if (count % 50 === 49) await clock.advance(60);
      expect((await world.signIn({ email: `spray-${count}@example.com`, password: goodPassword }, from)).status).toBe(
        401,
      );
    }
    expect((await world.signIn({ email: regular.email, password: goodPassword }, from)).status).toBe(201);
    const { email } = await world.operator('sprayed@example.com', auditorRoleId);
    expect((await world.signIn({ email, password: goodPassword }, from)).status).toBe(429);
    expect((await world.signIn({ email, password: goodPassword })).status).toBe(201);
    const [{ count }] = await sql<{ count: number }>(
      "select count(*)::int as count from sign_in_attempts where key like '%example%' or key like '%127.%'",
    );
    expect(count).toBe(0);
  });

  test('all addresses of one IPv6 network count as one', async () => {
    const attempts = world.app.get(SignInAttempts);
    const from = (address: string, count: number) => attempts.begin(`six-${count}-${address}@example.com`, address);
    for (let count = 0; count < 100; count += 1)
      expect(await from(`2001:db8:1:2::${count + 1}`, count)).toBeUndefined();
    expect(await from('2001:db8:1:2:ffff::1', 100)).toBe(900);
    expect(await from('2001:db8:1:3::1', 101)).toBeUndefined();
  });

  test("those who succeed are not locked out by their neighbours' or their own success", async () => {
    const from = anotherAddress();
    const { email } = await world.operator('often@example.com', auditorRoleId);
    for (let count = 0; count < 15; count += 1)
      expect((await world.signIn({ email, password: goodPassword }, from)).status).toBe(201);
    for (let count = 0; count < 9; count += 1) await world.signIn({ email, password: 'a wrong password' });
    expect((await world.signIn({ email, password: goodPassword })).status).toBe(201);
    expect((await world.signIn({ email, password: 'a wrong password' })).status).toBe(401);
  });

  test('who has the same address in another organization does not make room for more tries at it', async () => {
    const from = anotherAddress();
    const { email } = await world.operator('shared@example.com', auditorRoleId);
    const other = await world.organization('Theirs');
    await world.call('POST', '/operators', {
      token: other.token,
      body: { email, name: 'Twin', role_id: auditorRoleId, password: 'a phrase of the other' },
    });
    for (let count = 0; count < 9; count += 1)
      expect((await world.signIn({ email, password: `guess number ${count}` }, from)).status).toBe(401);
    expect(
      (await world.signIn({ email, password: 'a phrase of the other', organization_id: other.id }, from)).status,
    ).toBe(201);
    expect((await world.signIn({ email, password: 'guess number 10' }, from)).status).toBe(401);
    expect((await world.signIn({ email, password: 'guess number 11' }, from)).status).toBe(429);
  });

  test('a public route takes sixty calls a minute from one network address', async () => {
    const from = anotherAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 61; count += 1) statuses.push((await world.signIn({}, from)).status);
    expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([422]), 429]);
    await clock.advance(60);
    expect((await world.signIn({}, from)).status).toBe(422);
  });
});
