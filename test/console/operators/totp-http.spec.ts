import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { anotherAddress, auditorRoleId, goodPassword, type OperatorsWorld, operatorsWorld } from './operators-world.js';

const clock = new ManualClock();
let world: OperatorsWorld;
beforeAll(async () => {
  world = await operatorsWorld(clock);
});
afterAll(async () => {
  await world.close();
});

const codeOf = (secret: string, secondsAgo = 0) =>
  new TOTP({ secret }).generate({ timestamp: clock.milliseconds() - secondsAgo * 1000 });
const wrongCode = (secret: string) => String((Number(codeOf(secret)) + 500_000) % 1_000_000).padStart(6, '0');

/** An operator with codes switched on; time has moved on, so that the first code is spent. */
async function withCodes(email: string) {
  const operator = await world.operator(email, auditorRoleId);
  const offered = await world.call('POST', '/sessions/current/totp', {
    token: operator.token,
    body: { password: goodPassword },
  });
  const secret: string = offered.body.secret;
  const confirmed = await world.call('POST', '/sessions/current/totp/confirm', {
    token: operator.token,
    body: { totp: codeOf(secret) },
  });
  await clock.advance(60);
  return { ...operator, secret, offered, confirmed, recoveryCodes: confirmed.body.recovery_codes as string[] };
}

describe('switching codes on', () => {
  test('shows secret and recovery codes once, and holds from the first confirmed code on', async () => {
    const operator = await world.operator('on@example.com', auditorRoleId);
    const ask = (path: string, body: object) =>
      world.call('POST', `/sessions/current/totp${path}`, { token: operator.token, body });
    expect((await ask('', { password: 'a wrong password' })).status).toBe(401);
    expect((await ask('/confirm', { totp: '123456' })).status).toBe(409);
    const offered = await ask('', { password: goodPassword });
    expect([offered.status, offered.headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(offered.body).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      otpauth_uri: expect.stringMatching(/^otpauth:\/\/totp\/Usher:on%40example\.com\?issuer=Usher&secret=/),
    });
    expect(offered.body.otpauth_uri).toContain(offered.body.secret);
    expect((await world.signIn({ email: 'on@example.com', password: goodPassword })).status).toBe(201);

    expect((await ask('/confirm', { totp: wrongCode(offered.body.secret) })).body.errors[0].pointer).toBe('#/totp');
    const confirmed = await ask('/confirm', { totp: codeOf(offered.body.secret) });
    expect(confirmed.status).toBe(200);
    expect(confirmed.body.recovery_codes).toHaveLength(10);
    expect((await ask('', { password: goodPassword, totp: codeOf(offered.body.secret) })).status).toBe(401);
    expect((await ask('/confirm', { totp: codeOf(offered.body.secret) })).status).toBe(409);
    const read = await world.call('GET', `/operators/${operator.id}`);
    expect(read.body.totp).toBe(1);
    const [{ row }] = await world.fresh.database.query<{ row: string }>(
      systemContext(everyOrganization, 'test'),
      { name: '', text: 'select to_jsonb(o)::text as row from operators o where id = $1' },
      [operator.id],
    );
    for (const secret of [offered.body.secret, ...confirmed.body.recovery_codes])
      expect(row + read.text).not.toContain(secret);
  });
});

describe('signing in with codes', () => {
  test('needs password and code; each code is good once, one step early or late forgiven', async () => {
    const { email, secret } = await withCodes('codes@example.com');
    const without = await world.signIn({ email, password: goodPassword });
    expect([without.status, without.body.totp_required]).toEqual([401, true]);
    const wrong = await world.signIn({ email, password: 'a wrong password', totp: codeOf(secret) });
    expect([wrong.status, wrong.body.totp_required]).toEqual([401, undefined]);
    expect((await world.signIn({ email, password: goodPassword, totp: wrongCode(secret) })).status).toBe(401);

    const code = codeOf(secret);
    expect(
      (await world.signIn({ email, password: goodPassword, totp: `${code.slice(0, 3)} ${code.slice(3)}` })).status,
    ).toBe(201);
    expect((await world.signIn({ email, password: goodPassword, totp: code })).status).toBe(401);
    await clock.advance(90);
    expect((await world.signIn({ email, password: goodPassword, totp: codeOf(secret, 60) })).status).toBe(401);
    expect((await world.signIn({ email, password: goodPassword, totp: codeOf(secret, 30) })).status).toBe(201);
    expect((await world.signIn({ email, password: goodPassword, totp: codeOf(secret, 30) })).status).toBe(401);
  });

  test('one code for many sign-ins at once lets one in', async () => {
    const { email, secret } = await withCodes('once@example.com');
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => world.signIn({ email, password: goodPassword, totp: codeOf(secret) })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  test('a recovery code stands in once, in any writing', async () => {
    const {
      email,
      recoveryCodes: [first, second],
    } = await withCodes('lost@example.com');
    expect(
      (await world.signIn({ email, password: goodPassword, totp: first.toLowerCase().replaceAll('-', ' ') })).status,
    ).toBe(201);
    expect((await world.signIn({ email, password: goodPassword, totp: first })).status).toBe(401);
    expect((await world.signIn({ email, password: goodPassword, totp: second })).status).toBe(201);
  });

  test('codes are not guessed: a right password without a right code counts as failure', async () => {
    const from = anotherAddress();
    const { email, secret } = await withCodes('guessed@example.com');
    for (let count = 0; count < 10; count += 1)
      expect(
        (await world.signIn({ email, password: goodPassword, ...(count % 2 ? { totp: wrongCode(secret) } : {}) }, from))
          .status,
      ).toBe(401);
    expect((await world.signIn({ email, password: goodPassword, totp: codeOf(secret) }, from)).status).toBe(429);
    await clock.advance(900);
    expect((await world.signIn({ email, password: goodPassword, totp: codeOf(secret) }, from)).status).toBe(201);
  });
});

describe('switching codes off', () => {
  test('takes password and code', async () => {
    const { email, secret, token } = await withCodes('off@example.com');
    const remove = (body: object) => world.call('POST', '/sessions/current/totp/remove', { token, body });
    expect((await remove({ password: goodPassword })).body.totp_required).toBe(true);
    expect((await remove({ password: 'a wrong password', totp: codeOf(secret) })).status).toBe(401);
    expect((await remove({ password: goodPassword, totp: codeOf(secret) })).status).toBe(204);
    expect((await world.signIn({ email, password: goodPassword })).status).toBe(201);
  });

  test('or an administrator, who thereby ends the sessions', async () => {
    const { id, email, token } = await withCodes('helped@example.com');
    expect((await world.call('PATCH', `/operators/${id}`, { body: { totp: 0 } })).body.totp).toBe(0);
    expect((await world.call('GET', '/sessions/current', { token })).status).toBe(401);
    expect((await world.signIn({ email, password: goodPassword })).status).toBe(201);
  });
});

describe('a new password', () => {
  const change = (token: string, body: object) => world.call('POST', '/sessions/current/password', { token, body });

  test('takes the current one and ends every other session', async () => {
    const { email, token } = await world.operator('changes@example.com', auditorRoleId);
    const other = (await world.signIn({ email, password: goodPassword })).body.token;
    expect((await change(token, { password: 'a wrong password', new_password: 'another good phrase' })).status).toBe(
      401,
    );
    expect((await change(token, { password: goodPassword, new_password: 'short' })).body.errors[0].pointer).toBe(
      '#/new_password',
    );
    expect((await change(token, { password: goodPassword, new_password: goodPassword })).body.errors[0].pointer).toBe(
      '#/new_password',
    );
    expect((await change(token, { password: goodPassword, new_password: 'another good phrase' })).status).toBe(204);
    expect((await world.call('GET', '/sessions/current', { token })).status).toBe(200);
    expect((await world.call('GET', '/sessions/current', { token: other })).status).toBe(401);
    expect((await world.signIn({ email, password: goodPassword })).status).toBe(401);
    expect((await world.signIn({ email, password: 'another good phrase' })).status).toBe(201);
  });

  test('is also guarded by the code, and by the lock', async () => {
    const { secret, token } = await withCodes('guards@example.com');
    expect(
      (await change(token, { password: goodPassword, new_password: 'another good phrase' })).body.totp_required,
    ).toBe(true);
    expect(
      (await change(token, { password: goodPassword, new_password: 'another good phrase', totp: codeOf(secret) }))
        .status,
    ).toBe(204);
    for (let count = 0; count < 10; count += 1)
      await change(token, { password: 'a wrong password', new_password: 'yet another phrase' });
    const locked = await change(token, { password: 'another good phrase', new_password: 'yet another phrase' });
    expect([locked.status, Number(locked.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
  });
});
