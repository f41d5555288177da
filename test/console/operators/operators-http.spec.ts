import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { ownerRoleId } from '../../http/http-world.js';
import {
  auditorRoleId,
  goodPassword,
  type OperatorsWorld,
  operatorsWorld,
  receptionRoleId,
} from './operators-world.js';

const clock = new ManualClock();
let world: OperatorsWorld;
beforeAll(async () => {
  world = await operatorsWorld(clock);
});
afterAll(async () => {
  await world.close();
});

const input = (email: string, more: object = {}) => ({
  email,
  name: 'Eva Lang',
  role_id: receptionRoleId,
  password: goodPassword,
  ...more,
});
const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  world.fresh.database.query<Row>(systemContext(everyOrganization, 'test'), { name: '', text }, values);

describe('an operator', () => {
  test('is made with a password that nobody can read, then read, listed, changed and deleted', async () => {
    const made = await world.call('POST', '/operators', { body: input('Eva@Example.com') });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      email: 'Eva@Example.com',
      name: 'Eva Lang',
      role_id: receptionRoleId,
      disabled: 0,
      status: 'active',
      totp: 0,
      invitation_token: null,
      invitation_expires_at: null,
      signed_in_at: null,
    });
    expect(made.headers.get('cache-control')).toBe('no-store');
    const path = `/operators/${made.body.id}`;
    const read = await world.call('GET', path);
    expect(Object.keys(read.body).join()).not.toMatch(/password|token|secret|hash/);
    const [{ row }] = await sql<{ row: string }>('select to_jsonb(o)::text as row from operators o where id = $1', [
      made.body.id,
    ]);
    expect(row).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(row).not.toContain(goodPassword);

    const list = await world.call('GET', '/operators?filter[email]=EVA@example.com&sort=name:desc');
    expect(list.body).toMatchObject({ total_items: 1, _embedded: { operators: [{ id: made.body.id }] } });
    const changed = await world.call('PATCH', path, {
      body: { name: 'Eva Lang-Moser', role_id: auditorRoleId },
      headers: { 'if-match': String(read.headers.get('etag')) },
    });
    expect(changed.body).toMatchObject({ name: 'Eva Lang-Moser', role_id: auditorRoleId });
    expect(
      (
        await world.call('PATCH', path, {
          body: { name: 'X' },
          headers: { 'if-match': String(read.headers.get('etag')) },
        })
      ).status,
    ).toBe(412);
    expect((await world.call('DELETE', path)).status).toBe(204);
    expect((await world.call('GET', path)).status).toBe(404);
  });

  test('has an e-mail address alone in its organization, without regard to case', async () => {
    await world.call('POST', '/operators', { body: input('same@example.com') });
    expect((await world.call('POST', '/operators', { body: input('SAME@example.com') })).status).toBe(409);
    const other = (await world.call('POST', '/operators', { body: input('other@example.com') })).body.id;
    expect((await world.call('PATCH', `/operators/${other}`, { body: { email: 'Same@Example.com' } })).status).toBe(
      409,
    );
    const annex = await world.organization('Annex');
    expect(
      (await world.call('POST', '/operators', { token: annex.token, body: input('same@example.com') })).status,
    ).toBe(201);
  });

  test.each<[string, object, string]>([
    ['no address', { email: 'eva' }, '#/email'],
    ['a short password', { password: 'short' }, '#/password'],
    ['a password of few letters', { password: 'aaaabbbbccccdddd' }, '#/password'],
    ['a password that everybody tries', { password: 'qwertyuiop12' }, '#/password'],
    ['one with digits and signs around it', { password: '1Password2026!' }, '#/password'],
    ['one with digits for its letters', { password: 'P4ssw0rd2026!' }, '#/password'],
    ['one that is typed twice', { password: 'football1football1' }, '#/password'],
    ['the address as password', { password: 'wrong@example.com' }, '#/password'],
    ['the name in the password', { password: 'x-eva lang-12345' }, '#/password'],
    ['an unknown role', { role_id: '0190a0a0-0000-7000-8000-00000000dead' }, '#/role_id'],
    ['password and invitation', { invitation: true }, '#/invitation'],
    ['neither', { password: undefined, invitation: false }, '#/password'],
    ['codes that only the operator can switch on', { totp: 1 }, '#/totp'],
    ['an unknown field', { password_hash: 'x' }, '#/password_hash'],
  ])('with %s is refused', async (_what, fields, pointer) => {
    const { status, body } = await world.call('POST', '/operators', {
      body: { ...input('wrong@example.com'), ...fields },
    });
    expect([status, body.errors[0].pointer]).toEqual([422, pointer]);
  });

  test("is nobody else's", async () => {
    const { body } = await world.call('POST', '/operators', { body: input('ours@example.com') });
    const stranger = await world.organization('Hotel Bergblick');
    for (const [method, end] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/invitation'],
      ['DELETE', '/sessions'],
    ] as const) {
      expect([
        method,
        (
          await world.call(method, `/operators/${body.id}${end}`, {
            token: stranger.token,
            body: method === 'PATCH' ? {} : undefined,
          })
        ).status,
      ]).toEqual([method, 404]);
    }
    expect((await world.call('GET', '/operators', { token: stranger.token })).body.total_items).toBe(0);
  });

  test('needs its permissions', async () => {
    const { token } = await world.keyWith('operators:read');
    expect((await world.call('GET', '/operators', { token })).status).toBe(200);
    expect((await world.call('POST', '/operators', { token, body: input('no@example.com') })).status).toBe(403);
  });
});

describe('nobody grants above their own', () => {
  test('neither a role when making or changing an operator, nor a way into a stronger one', async () => {
    const { token } = await world.keyWith(
      'operators:read',
      'operators:write',
      'users:read',
      'users:write',
      'vouchers:read',
      'vouchers:write',
      'deliveries:read',
      'deliveries:write',
      'user-groups:read',
      'registrations:read',
      'registrations:write',
      'payments:read',
      'payments:write',
      'portal-attempts:read',
      'portal-attempts:write',
      'online:read',
      'online:write',
      'guests:read',
      'guests:write',
      'devices:read',
      'devices:write',
    );
    expect(
      (await world.call('POST', '/operators', { token, body: input('strong@example.com', { role_id: ownerRoleId }) }))
        .body.detail,
    ).toMatch(/^Nobody grants above their own permissions/);
    const weak = (await world.call('POST', '/operators', { token, body: input('weak@example.com') })).body;
    expect((await world.call('PATCH', `/operators/${weak.id}`, { token, body: { role_id: ownerRoleId } })).status).toBe(
      403,
    );
    const strong = (
      await world.call('POST', '/operators', { body: input('boss@example.com', { role_id: ownerRoleId }) })
    ).body;
    for (const body of [
      { password: 'another good phrase' },
      { email: 'mine@example.com' },
      { totp: 0 },
      { disabled: 1 },
      { role_id: receptionRoleId },
    ]) {
      expect([body, (await world.call('PATCH', `/operators/${strong.id}`, { token, body })).status]).toEqual([
        body,
        403,
      ]);
    }
    expect((await world.call('POST', `/operators/${strong.id}/invitation`, { token })).status).toBe(403);
    expect((await world.call('DELETE', `/operators/${strong.id}`, { token })).status).toBe(403);
  });

  test('an operator neither raises, nor disables, nor deletes themselves', async () => {
    const boss = await world.operator('self@example.com', ownerRoleId);
    const change = (body: object) => world.call('PATCH', `/operators/${boss.id}`, { token: boss.token, body });
    expect((await change({ name: 'New Name' })).status).toBe(200);
    expect((await change({ password: 'another good phrase' })).body.errors[0].pointer).toBe('#/password');
    expect((await change({ disabled: 1 })).status).toBe(409);
    expect((await change({ role_id: auditorRoleId })).status).toBe(409);
    expect((await world.call('DELETE', `/operators/${boss.id}`, { token: boss.token })).status).toBe(409);
  });

  test('a role that operators have cannot be deleted', async () => {
    const role = (await world.call('POST', '/roles', { body: { name: 'desk', permissions: ['users:read'] } })).body.id;
    const { id } = (await world.call('POST', '/operators', { body: input('desk@example.com', { role_id: role }) }))
      .body;
    const refused = await world.call('DELETE', `/roles/${role}`);
    expect([refused.status, refused.body.used_by]).toEqual([409, { operators: ['Eva Lang'] }]);
    await world.call('DELETE', `/operators/${id}`);
    expect((await world.call('DELETE', `/roles/${role}`)).status).toBe(204);
  });
});

describe('an invitation', () => {
  const invite = async (email: string) =>
    (await world.call('POST', '/operators', { body: { email, name: 'Ida', role_id: receptionRoleId } })).body;
  const accept = (token: string, password = goodPassword, more: object = {}) =>
    world.call('POST', '/invitations/accept', { token: null, body: { token, password, ...more } });

  test('is shown once, kept as a hash, and turns into a password once', async () => {
    const invited = await invite('ida@example.com');
    expect(invited).toMatchObject({
      status: 'invited',
      invitation_token: expect.stringMatching(/^invitation_[\w-]{43}$/),
      invitation_expires_at: '2026-05-21T13:00:00.000Z',
    });
    expect((await world.signIn({ email: 'ida@example.com', password: goodPassword })).status).toBe(401);
    expect(
      JSON.stringify(await sql('select to_jsonb(o)::text as row from operators o where id = $1', [invited.id])),
    ).not.toContain(invited.invitation_token.slice(11));
    expect((await accept(invited.invitation_token, 'short')).body.errors[0].pointer).toBe('#/password');
    const answer = await accept(invited.invitation_token, goodPassword, { name: 'Ida Berg' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { operator_id: invited.id, organization_id: world.organizationId, email: 'ida@example.com', name: 'Ida Berg' },
    ]);
    expect((await accept(invited.invitation_token, 'another good phrase')).body.errors[0].pointer).toBe('#/token');
    expect((await world.signIn({ email: 'IDA@example.com', password: goodPassword })).status).toBe(201);
    expect((await world.call('GET', `/operators/${invited.id}`)).body).toMatchObject({
      status: 'active',
      name: 'Ida Berg',
      invitation_expires_at: null,
    });
  });

  test('of many who accept at once one wins', async () => {
    const { invitation_token: token } = await invite('race@example.com');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => accept(token, `${goodPassword} ${index}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422, 422]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await world.signIn({ email: 'race@example.com', password: `${goodPassword} ${winner}` })).status).toBe(201);
  });

  test('is void after a newer one, after seven days, and while the operator is disabled', async () => {
    const { id, invitation_token: first } = await invite('late@example.com');
    const second = (await world.call('POST', `/operators/${id}/invitation`)).body.invitation_token;
    expect((await accept(first)).status).toBe(422);
    await world.call('PATCH', `/operators/${id}`, { body: { disabled: 1 } });
    expect((await accept(second)).status).toBe(422);
    expect((await world.call('POST', `/operators/${id}/invitation`)).status).toBe(409);
    await world.call('PATCH', `/operators/${id}`, { body: { disabled: 0 } });
    await clock.advance(7 * 24 * 3600);
    expect((await accept(second)).status).toBe(422);
  });
});
