import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ownerRoleId } from '../../http/http-world.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { goodPassword, type OperatorsWorld, operatorsWorld } from './operators-world.js';

const administration = ['keys:write', 'roles:write', 'operators:write', 'organizations:write'];
const powers = [[], ['users:read'], ['vouchers:write'], ['users:read', 'vouchers:write']];
type Whom = readonly string[] | 'owner';
const pairs = powers.flatMap((actor) => [...powers, 'owner' as const].map((whom: Whom) => [actor, whom] as const));

let world: OperatorsWorld;
let weakRoleId: string;
let actors: string[];
beforeAll(async () => {
  world = await operatorsWorld(new ManualClock());
  weakRoleId = await made('/roles', { name: 'nothing', permissions: [] });
  actors = [];
  for (const power of powers) actors.push((await world.keyWith(...administration, ...power)).token);
});
afterAll(async () => {
  await world.close();
});

let count = 0;
const name = () => `Somebody ${(count += 1)}`;

async function made(path: string, body: object, organization?: string): Promise<string> {
  const answer = await world.call('POST', path, {
    body,
    headers: organization ? { 'x-organization-id': organization } : {},
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body.id as string;
}

const role = (whom: Whom) =>
  whom === 'owner' ? Promise.resolve(ownerRoleId) : made('/roles', { name: name(), permissions: whom });
const key = async (whom: Whom) => made('/keys', { name: name(), role_id: await role(whom) });
const keyByPermissions = (whom: Whom) =>
  whom === 'owner' ? key(whom) : made('/keys', { name: name(), permissions: whom });
const operator = async (whom: Whom, more = {}) =>
  made('/operators', {
    email: `${name().replace(' ', '')}@example.com`,
    name: 'Jo',
    role_id: await role(whom),
    password: goodPassword,
    ...more,
  });
const organization = async (whom: Whom, disabled = 0) => {
  const above = await made('/organizations', { name: name() });
  const id = await made('/organizations', { name: name() }, above);
  await made('/keys', { name: name(), ...(whom === 'owner' ? { role_id: ownerRoleId } : { permissions: whom }) }, id);
  if (disabled) await world.call('PATCH', `/organizations/${above}`, { body: { disabled } });
  return above;
};

interface Act {
  readonly route: string;
  readonly of: (whom: Whom) => Promise<string>;
  readonly body?: () => object;
  /** What who has the power is answered, where there is nothing to act on. */
  readonly answer?: number;
}

const anyId = '0190a0a0-0000-7000-8000-00000000ffff';

const acts: readonly Act[] = [
  { route: 'DELETE /keys/{id}', of: key },
  { route: 'DELETE /keys/{id}', of: keyByPermissions },
  { route: 'PATCH /keys/{id}', of: key, body: () => ({ name: 'renamed' }) },
  { route: 'PATCH /keys/{id}', of: key, body: () => ({ expires_at: '2199-01-01T00:00:00Z' }) },
  { route: 'PATCH /keys/{id}', of: keyByPermissions, body: () => ({ permissions: [] }) },
  { route: 'PATCH /keys/{id}', of: key, body: () => ({ role_id: weakRoleId }) },
  { route: 'PATCH /roles/{id}', of: role, body: () => ({ permissions: [] }) },
  { route: 'PATCH /roles/{id}', of: role, body: () => ({ permissions: ['keys:write'] }) },
  { route: 'PATCH /roles/{id}', of: role, body: () => ({ name: name() }) },
  { route: 'DELETE /roles/{id}', of: role },
  { route: 'PATCH /operators/{id}', of: operator, body: () => ({ name: 'Renamed' }) },
  { route: 'PATCH /operators/{id}', of: operator, body: () => ({ email: `${name().replace(' ', '')}@example.net` }) },
  { route: 'PATCH /operators/{id}', of: operator, body: () => ({ password: 'another good password' }) },
  { route: 'PATCH /operators/{id}', of: operator, body: () => ({ disabled: 1 }) },
  { route: 'PATCH /operators/{id}', of: (whom) => operator(whom, { disabled: 1 }), body: () => ({ disabled: 0 }) },
  { route: 'PATCH /operators/{id}', of: operator, body: () => ({ totp: 0 }) },
  { route: 'PATCH /operators/{id}', of: operator, body: () => ({ role_id: weakRoleId }) },
  { route: 'DELETE /operators/{id}', of: operator },
  { route: 'POST /operators/{id}/invitation', of: operator },
  { route: 'DELETE /operators/{id}/sessions', of: operator },
  { route: 'DELETE /operators/{id}/linked-accounts/{account}', of: operator, answer: 404 },
  { route: 'PATCH /organizations/{id}', of: organization, body: () => ({ disabled: 1 }) },
  { route: 'PATCH /organizations/{id}', of: (whom) => organization(whom, 1), body: () => ({ disabled: 0 }) },
];

test.each(acts.map((act) => [`${act.route} ${JSON.stringify(act.body?.() ?? '')}`, act] as const))(
  '%s takes at least the power of whom it is about',
  async (_name, { route, of, body, answer }) => {
    const [method, path] = route.split(' ');
    for (const [power, whom] of pairs) {
      // Built-in roles are nobody's to change.
      if (whom === 'owner' && path === '/roles/{id}') continue;
      const target = path.replace('{id}', await of(whom)).replace('{account}', anyId);
      const { status, body: problem } = await world.call(method, target, {
        body: body?.(),
        token: actors[powers.indexOf(power)],
      });
      const isEnough = whom !== 'owner' && whom.every((each) => power.includes(each));
      const isDone = answer === undefined ? status < 300 : status === answer;
      expect([power, whom, isEnough ? isDone : status, problem?.detail ?? '']).toEqual([
        power,
        whom,
        isEnough ? true : 403,
        !isEnough ? expect.stringContaining('at least theirs') : answer === undefined ? '' : expect.any(String),
      ]);
    }
  },
);

test('the cases above cover every route that changes a key, role, operator, session or organization', async () => {
  const { body: document } = await world.call('GET', '/openapi.json');
  const changing = Object.entries(document.paths as Record<string, object>)
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
    .filter((route) => /^(POST|PUT|PATCH|DELETE) \/(keys|roles|operators|organizations)\/\{/.test(route));
  // Only an empty organization goes: nobody acts for it.
  expect(changing.filter((route) => !acts.some((act) => act.route === route))).toEqual(['DELETE /organizations/{id}']);
});

test('only a role with the power of owner has power over owners', async () => {
  expect((await world.call('DELETE', `/keys/${await key('owner')}`)).status).toBe(204);
  expect(
    (await world.call('PATCH', `/organizations/${await organization('owner')}`, { body: { disabled: 1 } })).status,
  ).toBe(200);
});
