import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type HttpWorld, httpWorld } from './http-world.js';

const receptionRoleId = '00000000-0000-7000-8000-000000000103';
let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld();
});
afterAll(async () => {
  await world.close();
});

describe('built-in roles', () => {
  test('are the same in every organization and stand in the list', async () => {
    const annex = await world.organization('Annex');
    for (const token of [world.token, annex.token]) {
      const { body } = await world.call('GET', '/roles?filter[built_in]=true', { token });
      expect(body._embedded.roles.map(({ name }: { name: string }) => name)).toEqual([
        'owner',
        'administrator',
        'reception',
        'auditor',
      ]);
    }
    const reception = await world.call('GET', `/roles/${receptionRoleId}`);
    expect(reception.body).toMatchObject({
      name: 'reception',
      built_in: true,
      permissions: [
        'users:read',
        'users:write',
        'vouchers:read',
        'vouchers:write',
        'devices:read',
        'devices:write',
        'deliveries:read',
        'deliveries:write',
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
        'user-groups:read',
      ],
    });
  });

  test('cannot be changed, removed or imitated', async () => {
    expect((await world.call('PATCH', `/roles/${receptionRoleId}`, { body: { name: 'mine' } })).status).toBe(409);
    expect((await world.call('DELETE', `/roles/${receptionRoleId}`)).status).toBe(409);
    for (const name of ['owner', 'Owner'])
      expect((await world.call('POST', '/roles', { body: { name, permissions: [] } })).status).toBe(409);
  });

  test('let a key do what they say and nothing else', async () => {
    const made = await world.call('POST', '/keys', {
      body: { name: 'auditor', role_id: '00000000-0000-7000-8000-000000000104' },
    });
    const { token } = made.body;
    expect((await world.call('GET', '/keys', { token })).status).toBe(200);
    expect((await world.call('DELETE', `/keys/${made.body.id}`, { token })).status).toBe(403);
  });
});

describe("roles of one's own", () => {
  test('are made, read, changed and removed', async () => {
    const made = await world.call('POST', '/roles', { body: { name: 'porter', permissions: ['devices:read'] } });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'porter', permissions: ['devices:read'], built_in: false });
    const path = `/roles/${made.body.id}`;
    expect(
      (await world.call('PATCH', path, { body: { permissions: ['devices:read', 'devices:write'] } })).body.permissions,
    ).toHaveLength(2);
    expect((await world.call('GET', path)).body).toMatchObject({
      name: 'porter',
      permissions: ['devices:read', 'devices:write'],
    });
    expect((await world.call('DELETE', path)).status).toBe(204);
    expect((await world.call('GET', path)).status).toBe(404);
    expect((await world.call('DELETE', path)).status).toBe(404);
  });

  test('have names of their own', async () => {
    const [one, two] = await Promise.all(
      ['concierge', 'chef'].map((name) => world.call('POST', '/roles', { body: { name, permissions: [] } })),
    );
    expect((await world.call('POST', '/roles', { body: { name: 'chef', permissions: [] } })).status).toBe(409);
    const renamed = await world.call('PATCH', `/roles/${one.body.id}`, { body: { name: 'chef' } });
    expect([renamed.status, renamed.body.detail]).toEqual([409, 'A role with this name exists']);
    expect((await world.call('PATCH', `/roles/${two.body.id}`, { body: { name: 'chef' } })).status).toBe(200);
  });

  test('stay while keys have them; the refusal names the keys', async () => {
    const role = await world.call('POST', '/roles', { body: { name: 'in use', permissions: ['users:read'] } });
    const key = await world.call('POST', '/keys', { body: { name: 'desk key', role_id: role.body.id } });
    const refused = await world.call('DELETE', `/roles/${role.body.id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain('desk key');
    expect(refused.body.used_by).toEqual({ keys: ['desk key'] });
    await world.call('DELETE', `/keys/${key.body.id}`);
    expect((await world.call('DELETE', `/roles/${role.body.id}`)).status).toBe(204);
  });

  test("are nobody else's", async () => {
    const annex = await world.organization('Other annex');
    const role = await world.call('POST', '/roles', { body: { name: 'ours', permissions: [] } });
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect(
        (
          await world.call(method, `/roles/${role.body.id}`, {
            token: annex.token,
            body: method === 'PATCH' ? { name: 'theirs' } : undefined,
          })
        ).status,
      ).toBe(404);
    }
    expect(
      (await world.call('POST', '/keys', { token: annex.token, body: { name: 'x', role_id: role.body.id } })).status,
    ).toBe(422);
    expect(
      (await world.call('POST', '/roles', { token: annex.token, body: { name: 'ours', permissions: [] } })).status,
    ).toBe(201);
  });
});
