import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Answer } from '../api/ask.js';
import { usherWorld, type UsherWorld } from '../api/usher-world.js';
import { isOf, reference } from './contract-tables.js';
import { addressForms, type Scene, scene } from './scene.js';

/** The published errors, each in every way that leads to it, under every address form. */
let world: UsherWorld;
let house: Scene;
beforeAll(async () => {
  world = await usherWorld({ settings: { rateLimitPerMinute: 100_000 } });
  house = await scene(world, 'Hotel Lindenhof am See');
});
afterAll(async () => {
  await world.close();
});

const nobody = '0190a0a0-0000-7000-8000-00000000dead';

interface Way {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names the organization itself. */
  readonly isExplicit: boolean;
}

type Provoke = (way: Way) => Promise<Answer>;

const call =
  (method: string, path: string, asked: Parameters<UsherWorld['ask']>[2] = {}): Provoke =>
  (way) =>
    world.ask(method, way.base + path, { token: house.token, ...asked, headers: { ...way.headers, ...asked.headers } });

const provocations: Readonly<Record<string, Provoke>> = {
  malformedBody: call('POST', '/users', { body: '{"username":' }),
  wrongParameter: call('GET', '/users?page=zero'),
  noToken: call('GET', '/users', { headers: { authorization: '' } }),
  wrongToken: call('GET', '/users', { token: 'usher_that_nobody_has' }),
  revokedToken: async (way) => {
    const { id, token } = await world.keyWith(['users:read'], house.id);
    expect((await call('GET', '/users', { token })(way)).status).toBe(200);
    await house.made(204, 'DELETE', `/keys/${id}`);
    return call('GET', '/users', { token })(way);
  },
  missingPermission: async (way) =>
    call('GET', '/users', { token: (await world.keyWith(['vouchers:read'], house.id)).token })(way),
  foreignOrganization: async ({ base, isExplicit }) => {
    // A key of elsewhere where the call names the house; else the house's key on somebody else's path.
    const other = await scene(world, 'Hotel Post');
    return isExplicit
      ? world.ask('GET', `${base}/users`, {
          token: other.token,
          headers: base.includes(house.id) ? {} : { 'x-organization-id': house.id },
        })
      : world.ask('GET', `${base}/organizations/${other.id}/users`, { token: house.token });
  },
  unknownId: call('GET', `/users/${nobody}`),
  unknownPath: call('GET', '/nowhere/at/all'),
  duplicate: async (way) => {
    const body = { username: `twice ${house.place().n}` };
    await call('POST', '/users', { body })(way);
    return call('POST', '/users', { body })(way);
  },
  missingField: call('POST', '/users', { body: { password: 'x' } }),
  wrongType: call('POST', '/users', { body: { username: 5 } }),
  unknownField: call('POST', '/users', { body: { username: 'x', colour: 'red' } }),
};

const cases = addressForms('').flatMap(([form]) =>
  Object.entries(reference.errors).flatMap(([status, { title, when }]) =>
    when.filter((each) => each !== 'beyondBudget').map((each) => [form, Number(status), each, title] as const),
  ),
);

test.each(cases)('%s: %i when %s', async (form, status, when, title) => {
  const [, base, headers] = addressForms(house.id).find(([name]) => name === form) ?? ['', '', {}];
  const answer = await provocations[when]({
    base,
    headers,
    isExplicit: base.includes(house.id) || 'x-organization-id' in headers,
  });
  expect([answer.status, answer.headers['content-type']]).toEqual([
    status,
    expect.stringMatching(/^application\/problem\+json/),
  ]);
  for (const [name, field] of Object.entries(reference.formats.Error))
    expect([name, isOf(field, answer.body[name])]).toEqual([name, true]);
  expect(answer.body).toMatchObject({ status, title, type: 'about:blank', instance: expect.stringContaining(base) });
  expect(answer.text).not.toMatch(/node_modules|\.[jt]s:\d|select |violates/);
  if (status !== 401)
    for (const name of reference.rate.headers)
      expect([name, answer.headers[name]]).toEqual([name, expect.stringMatching(/^\d+$/)]);
});

test('who asks for a record of somebody else is told the same as for one that is nowhere', async () => {
  const other = await scene(world, 'Hotel Post');
  const {
    body: { id },
  } = await other.made(201, 'POST', '/users', { body: { username: 'theirs' } });
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const [theirs, nowhere] = [await house.ask(method, `/users/${id}`), await house.ask(method, `/users/${nobody}`)];
    expect(theirs.text.replaceAll(id, nobody)).toBe(nowhere.text);
    expect(theirs.status).toBe(404);
  }
});

test('a name that somebody else has is free here: a conflict tells nothing of other organizations', async () => {
  const other = await scene(world, 'Hotel Post');
  await other.made(201, 'POST', '/users', { body: { username: 'same name', external_id: 'same' } });
  await house.made(201, 'POST', '/users', { body: { username: 'same name', external_id: 'same' } });
});

test('a token that is wrong, revoked or expired is answered alike, without a budget to look at', async () => {
  const revoked = await world.keyWith(['users:read'], house.id);
  await house.made(204, 'DELETE', `/keys/${revoked.id}`);
  const expired = await house
    .made(201, 'POST', '/keys', {
      body: { name: 'expired', permissions: ['users:read'], expires_at: '2020-01-01T00:00:00Z' },
    })
    .catch(() => undefined);
  const answers = await Promise.all(
    ['usher_nobody', revoked.token, ...(expired ? [expired.body.token as string] : [])].map((token) =>
      world.ask('GET', '/users', { token }),
    ),
  );
  for (const { status, text, headers } of answers) {
    expect([status, text]).toEqual([401, answers[0].text]);
    expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
  }
});
