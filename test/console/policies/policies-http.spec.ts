import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { PoliciesModule } from '../../../src/console/policies/policies.module.js';
import { UserGroupsModule } from '../../../src/console/user-groups/user-groups.module.js';
import { type HttpWorld, httpWorld } from '../../http/http-world.js';

let world: HttpWorld;
let staff: string;
beforeAll(async () => {
  world = await httpWorld({ modules: [PoliciesModule, UserGroupsModule] });
  staff = (await world.call('POST', '/user-groups', { body: { name: 'Staff' } })).body.id;
});
afterAll(async () => {
  await world.close();
});

const night = () => ({
  name: 'Staff only at night',
  description: 'from ten to six',
  priority: 10,
  match: 'all',
  effect: 'deny',
  conditions: [
    { field: 'group', op: 'ne', value: staff },
    { field: 'time', op: 'in', value: 'Al2200-0559' },
  ],
});

describe('a policy', () => {
  test('gives a VLAN by number or by name', async () => {
    for (const [vlan, kept] of [
      [30, '30'],
      ['guests', 'guests'],
    ]) {
      const { body } = await world.call('POST', '/policies', {
        body: { name: `VLAN ${vlan}`, effect: 'permit', reply: { vlan } },
      });
      expect(body.reply.vlan).toBe(kept);
      await world.call('DELETE', `/policies/${body.id}`);
    }
  });

  test('is made, read, listed, changed and deleted', async () => {
    const made = await world.call('POST', '/policies', { body: night() });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ ...night(), enabled: true, reply: {} });
    const path = `/policies/${made.body.id}`;
    expect(made.body._links.self.href).toBe(path);
    const read = await world.call('GET', path);
    expect(read.body).toEqual(made.body);

    const changed = await world.call('PATCH', path, {
      body: { enabled: 0, priority: -5 },
      headers: { 'if-match': String(read.headers.get('etag')) },
    });
    expect(changed.body).toMatchObject({ enabled: false, priority: -5, name: 'Staff only at night' });
    expect(
      (
        await world.call('PATCH', path, {
          body: { priority: 1 },
          headers: { 'if-match': String(read.headers.get('etag')) },
        })
      ).status,
    ).toBe(412);
    expect((await world.call('DELETE', path)).status).toBe(204);
    expect((await world.call('GET', path)).status).toBe(404);
  });

  test('lists are in the order in which policies are looked at, with filter and sort', async () => {
    for (const [name, priority] of [
      ['C', 3],
      ['A', 1],
      ['B', 2],
    ] as const)
      await world.call('POST', '/policies', { body: { name, priority, effect: 'permit' } });
    const { body } = await world.call('GET', '/policies');
    expect(body._embedded.policies.map((each: { name: string }) => each.name)).toEqual(['A', 'B', 'C']);
    expect((await world.call('GET', '/policies?filter[name]=b')).body.total_items).toBe(1);
    expect(
      (
        await world.call(
          'GET',
          '/policies?sort=name:desc&filter[priority][gte]=2&filter[effect]=permit&filter[enabled]=1',
        )
      ).body._embedded.policies[0].name,
    ).toBe('C');
    expect((await world.call('GET', '/policies?filter[conditions]=x')).status).toBe(400);
    for (const { id } of body._embedded.policies) await world.call('DELETE', `/policies/${id}`);
  });

  test('has its name alone, without regard to case', async () => {
    const { body } = await world.call('POST', '/policies', { body: { name: 'Same', effect: 'permit' } });
    expect((await world.call('POST', '/policies', { body: { name: 'sAME ', effect: 'deny' } })).status).toBe(409);
    await world.call('DELETE', `/policies/${body.id}`);
  });

  test('keeps the groups that it names from being deleted, until it no longer does', async () => {
    const group = (await world.call('POST', '/user-groups', { body: { name: 'Named' } })).body.id;
    const { body } = await world.call('POST', '/policies', {
      body: { name: 'naming', effect: 'deny', conditions: [{ field: 'group', op: 'in', value: [group, staff] }] },
    });
    const refused = await world.call('DELETE', `/user-groups/${group}`);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('1 policy condition')]);
    await world.call('PATCH', `/policies/${body.id}`, {
      body: { conditions: [{ field: 'group', op: 'eq', value: staff }] },
    });
    expect((await world.call('DELETE', `/user-groups/${group}`)).status).toBe(204);
    await world.call('DELETE', `/policies/${body.id}`);
  });

  test.each<[string, object, string[]]>([
    ['nothing', {}, ['#/name', '#/effect']],
    ['an unknown field', { rank: 1 }, ['#/rank']],
    ['conditions that are no list', { conditions: {} }, ['#/conditions']],
    ['an unknown condition', { conditions: [{ field: 'moon', op: 'eq', value: 'full' }] }, ['#/conditions/0/field']],
    [
      'an operator that a field does not take',
      { conditions: [{ field: 'group', op: 'like', value: 'x' }] },
      ['#/conditions/0/op'],
    ],
    [
      'an operator from the prototype',
      { conditions: [{ field: 'group', op: 'constructor', value: 'x' }] },
      ['#/conditions/0/op'],
    ],
    [
      'wrong values',
      {
        conditions: [
          { field: 'time', op: 'in', value: 'at night' },
          { field: 'ssid', op: 'in', value: 'one' },
          { field: 'client', op: 'eq', value: '10.0.0.0/64' },
          { field: 'auth_method', op: 'eq', value: 'WEP' },
        ],
      },
      ['#/conditions/0/value', '#/conditions/1/value', '#/conditions/2/value', '#/conditions/3/value'],
    ],
    ['more in a condition', { conditions: [{ field: 'ssid', op: 'eq', value: 'x', and: 1 }] }, ['#/conditions/0']],
    [
      'a group that is not there',
      { conditions: [{ field: 'group', op: 'eq', value: '0190a0a0-0000-7000-8000-00000000dead' }] },
      ['#/conditions/0/value'],
    ],
    [
      'a wrong reply',
      { reply: { vlan: 4095, session_timeout: 0, colour: 'red' } },
      ['#/reply/vlan', '#/reply/session_timeout', '#/reply'],
    ],
    ['a reply beside deny', { reply: { vlan: '20' } }, ['#/reply']],
  ])('with %s is refused, at the place', async (what, fields, pointers) => {
    const body = what === 'nothing' ? {} : { name: 'wrong', effect: 'deny', ...fields };
    const answer = await world.call('POST', '/policies', { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((each: { pointer: string }) => each.pointer)).toEqual(pointers);
  });

  test("is nobody else's, and neither are its groups", async () => {
    const other = await world.organization('Hotel Bergblick');
    const { body } = await world.call('POST', '/policies', { body: { name: 'ours', effect: 'permit' } });
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect(
        (
          await world.call(method, `/policies/${body.id}`, {
            token: other.token,
            body: method === 'PATCH' ? {} : undefined,
          })
        ).status,
      ).toBe(404);
    }
    const named = await world.call('POST', '/policies', {
      token: other.token,
      body: { name: 'theirs', effect: 'deny', conditions: [{ field: 'group', op: 'eq', value: staff }] },
    });
    expect(named.status).toBe(422);
    expect((await world.call('GET', '/policies', { token: other.token })).body.total_items).toBe(0);
    await world.call('DELETE', `/policies/${body.id}`);
  });

  test('needs its permissions', async () => {
    const reader = await world.keyWith('policies:read');
    expect((await world.call('GET', '/policies', { token: reader.token })).status).toBe(200);
    expect(
      (await world.call('POST', '/policies/explain', { token: reader.token, body: { username: 'x' } })).status,
    ).toBe(200);
    expect((await world.call('POST', '/policies', { token: reader.token, body: night() })).status).toBe(403);
    expect((await world.call('GET', '/policies', { token: (await world.keyWith('users:read')).token })).status).toBe(
      403,
    );
  });
});

test('times that no instant can meet are refused, even if one of them was stored before', async () => {
  const [may, june] = ['2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'];
  const time = (op: string, value: string) => ({ field: 'time', op, value });
  const refused = await world.call('POST', '/policies', {
    body: { name: 'Never', effect: 'permit', conditions: [time('gte', june), time('lt', may)] },
  });
  expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '#/conditions/1/value']);
  const { body } = await world.call('POST', '/policies', {
    body: { name: 'Never', effect: 'permit', match: 'any', conditions: [time('gte', june), time('lt', may)] },
  });
  expect((await world.call('PATCH', `/policies/${body.id}`, { body: { match: 'all' } })).body.errors[0].pointer).toBe(
    '#/conditions/1/value',
  );
  expect((await world.call('PATCH', `/policies/${body.id}`, { body: { priority: 3 } })).status).toBe(200);
  expect(
    (
      await world.call('PATCH', `/policies/${body.id}`, {
        body: { match: 'all', conditions: [time('gte', may), time('lt', june)] },
      })
    ).status,
  ).toBe(200);
});
