import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UsersModule } from '../../src/console/users/users.module.js';
import { UserGroupsModule } from '../../src/console/user-groups/user-groups.module.js';
import { statement } from '../../src/database/database.js';
import { systemContext } from '../../src/kernel/context.js';
import { httpWorld, type HttpWorld } from '../http/http-world.js';

let world: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [UsersModule, UserGroupsModule] });
});
afterAll(async () => {
  await world.close();
});

const nowhere = '0190a0a1-0000-7000-8000-ffffffffffff';
let count = 0;
const fresh = (name: string) => `${name}-${(count += 1)}`;
const post = (body: unknown) => world.call('POST', '/users', { body });

async function made(body: object): Promise<string> {
  const answer = await post(body);
  expect(answer.status).toBe(201);
  return answer.body.id;
}

test('a user is created, read, changed and deleted', async () => {
  const username = fresh('Anna@Example.com');
  const created = await post({
    username,
    password: 'secret 1',
    first_name: 'Anna',
    valid_until: '2026-06-01T12:00:00+02:00',
  });
  expect(created.status).toBe(201);
  expect(created.headers.get('content-type')).toContain('application/hal+json');
  expect(created.headers.get('location')).toBe(`/users/${created.body.id}`);
  expect(created.body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    username,
    disabled: 0,
    table_id: null,
    first_name: 'Anna',
    last_name: null,
    email: null,
    phone: null,
    valid_from: null,
    valid_until: '2026-06-01T10:00:00.000Z',
    max_devices: null,
    comment: null,
    external_id: null,
    source: null,
    created_at: expect.stringMatching(/Z$/),
    updated_at: created.body.created_at,
    _links: { self: { href: `/users/${created.body.id}` } },
  });

  const read = await world.call('GET', `/users/${created.body.id}`);
  expect(read.body).toEqual(created.body);
  const changed = await world.call('PATCH', `/users/${created.body.id}`, { body: { disabled: 1, first_name: null } });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ disabled: 1, first_name: null, username });
  expect((await world.call('DELETE', `/users/${created.body.id}`)).status).toBe(204);
  expect((await world.call('GET', `/users/${created.body.id}`)).status).toBe(404);
});

test('a password is kept as hashes and comes back nowhere', async () => {
  const id = await made({ username: fresh('anna'), password: 'never shown' });
  const answers = [
    await world.call('GET', `/users/${id}`),
    await world.call('PATCH', `/users/${id}`, { body: { password: 'nor this' } }),
  ];
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toMatch(/password|never shown|nor this/);
  const row = await world.fresh.database.one<{ text: string }>(
    systemContext(world.organizationId, 'test'),
    statement('test_http_user_row', 'select u::text as text from users u where id = $1'),
    [id],
  );
  expect(row?.text).not.toMatch(/never shown|nor this/);
});

test('the API and v1 prefixes answer the same, with links of their own form', async () => {
  const id = await made({ username: fresh('anna') });
  for (const prefix of ['/v1', '/api', `/organizations/${world.organizationId}`]) {
    const { body } = await world.call('GET', `${prefix}/users/${id}`);
    expect(body._links.self.href).toBe(`${prefix}/users/${id}`);
  }
});

test('a username is one, whatever its case, blanks and way of writing accents', async () => {
  const name = fresh('Zoë');
  const id = await made({ username: `  ${name} ` });
  const again = await post({ username: name.normalize('NFD').toUpperCase() });
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ status: 409, detail: 'A user with this username exists', conflicting_id: id });
  expect(again.headers.get('content-type')).toContain('application/problem+json');
});

test.each([
  [{}, '#/username'],
  [{ username: '' }, '#/username'],
  [{ username: 'x'.repeat(254) }, '#/username'],
  [{ username: 7 }, '#/username'],
  [{ username: 'tab\there' }, '#/username'],
  [{ username: 'a', table_id: 'staff' }, '#/table_id'],
  [{ username: 'a', table_id: nowhere }, '#/table_id'],
  [{ username: 'a', disabled: 2 }, '#/disabled'],
  [{ username: 'a', disabled: '1' }, '#/disabled'],
  [{ username: 'a', valid_until: 'tomorrow' }, '#/valid_until'],
  [{ username: 'a', valid_until: '2026-02-30T00:00:00Z' }, '#/valid_until'],
  [{ username: 'a', max_devices: 1.5 }, '#/max_devices'],
  [{ username: 'a', password: '' }, '#/password'],
  [{ username: 'a', password: 'ü'.repeat(65) }, '#/password'],
  [{ username: 'a', source: nowhere }, '#/source'],
  [{ username: 'a', shoe_size: 43 }, '#/shoe_size'],
  [{ username: 'a', first_name: '\ud800' }, '#/first_name'],
  [[], '#'],
])('%j is refused at %s', async (body, pointer) => {
  const answer = await post(body);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual(expect.arrayContaining([{ pointer, detail: expect.any(String) }]));
});

test('several wrong fields are named at once', async () => {
  const { body } = await post({ disabled: 5, nickname: 'x' });
  expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
    '#/username',
    '#/disabled',
    '#/nickname',
  ]);
});

test('an ETag guards against lost updates', async () => {
  const id = await made({ username: fresh('anna') });
  const { headers } = await world.call('GET', `/users/${id}`);
  const etag = headers.get('etag') ?? '';
  expect(etag).toBe('"1"');
  const first = await world.call('PATCH', `/users/${id}`, { body: { comment: 'one' }, headers: { 'if-match': etag } });
  expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
  expect(
    (await world.call('PATCH', `/users/${id}`, { body: { comment: 'two' }, headers: { 'if-match': etag } })).status,
  ).toBe(412);
  expect((await world.call('DELETE', `/users/${id}`, { headers: { 'if-match': etag } })).status).toBe(412);
  expect((await world.call('DELETE', `/users/${id}`, { headers: { 'if-match': '"2"' } })).status).toBe(204);
});

test('a change that changes nothing keeps the ETag', async () => {
  const id = await made({ username: fresh('anna'), comment: 'same' });
  const { status, headers } = await world.call('PATCH', `/users/${id}`, { body: { comment: 'same' } });
  expect([status, headers.get('etag')]).toEqual([200, '"1"']);
  expect((await world.call('PATCH', `/users/${id}`)).status).toBe(200);
});

test('a user moves between groups, and into none', async () => {
  const group = await world.call('POST', '/user-groups', { body: { name: fresh('Guests') } });
  const id = await made({ username: fresh('anna'), table_id: group.body.id });
  const moved = await world.call('PATCH', `/users/${id}`, { body: { table_id: null } });
  expect(moved.body.table_id).toBeNull();
});

test('an unknown id is 404, a wrong query parameter 400', async () => {
  expect((await world.call('GET', `/users/${nowhere}`)).status).toBe(404);
  expect((await world.call('GET', '/users/anna')).status).toBe(404);
  expect((await world.call('PATCH', `/users/${nowhere}`, { body: { comment: 'x' } })).status).toBe(404);
  expect((await world.call('DELETE', `/users/${nowhere}`)).status).toBe(404);
  const id = await made({ username: fresh('anna') });
  expect((await world.call('PATCH', `/users/${id}?change_of_authorization=perhaps`, { body: {} })).status).toBe(400);
  expect((await world.call('PATCH', `/users/${id}?change_of_authorization=none`, { body: {} })).status).toBe(200);
});

test('without the permission a call is refused', async () => {
  const { token } = await world.keyWith('users:read');
  expect((await world.call('GET', '/users', { token })).status).toBe(200);
  expect((await world.call('POST', '/users', { token, body: { username: fresh('anna') } })).status).toBe(403);
});

test('another organization sees none of the users and may have the same names', async () => {
  const username = fresh('anna');
  const id = await made({ username });
  const other = await world.organization('Hotel Post');
  expect((await world.call('GET', `/users/${id}`, { token: other.token })).status).toBe(404);
  expect((await world.call('GET', '/users', { token: other.token })).body.total_items).toBe(0);
  expect((await world.call('POST', '/users', { token: other.token, body: { username } })).status).toBe(201);
});
