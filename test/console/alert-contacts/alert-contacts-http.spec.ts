import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { AlertContactsModule } from '../../../src/console/alert-contacts/alert-contacts.module.js';
import { AlertContactsService } from '../../../src/console/alert-contacts/alert-contacts.service.js';
import { systemContext } from '../../../src/kernel/context.js';
import { httpWorld, type HttpWorld } from '../../http/http-world.js';

let world: HttpWorld;
let closed: HttpWorld;
beforeAll(async () => {
  world = await httpWorld({ modules: [AlertContactsModule] });
  closed = await httpWorld({ modules: [AlertContactsModule], shared: world, settings: { allowPrivateTargets: false } });
});
afterAll(async () => {
  await closed.close();
  await world.close();
});

let count = 0;
const name = () => `Contact ${(count += 1)}`;
const post = (body: object, token = world.token) => world.call('POST', '/alertcontacts', { body, token });

test('a contact is created, read, changed and deleted', async () => {
  const created = await post({
    name: 'Front desk',
    email: 'desk@example.com',
    phone: '+43 1 234567',
    url: 'https://example.com/alerts',
    events: ['plan.held'],
  });
  expect(created.status).toBe(201);
  expect(created.body).toEqual({
    id: expect.any(String),
    name: 'Front desk',
    email: 'desk@example.com',
    phone: '+43 1 234567',
    url: 'https://example.com/…',
    events: ['plan.held'],
    disabled: 0,
    ways: [
      { way: 'email', told: false, reason: 'No mail server is set (USHER_SMTP_URL): nothing is sent by e-mail' },
      { way: 'webhook', told: true, reason: null },
      { way: 'phone', told: false, reason: 'Nobody is called and no text message is sent: the number is for people' },
    ],
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    created_at: expect.any(String),
    updated_at: expect.any(String),
    _links: { self: { href: `/alertcontacts/${created.body.id}` } },
  });
  const path = `/alertcontacts/${created.body.id}`;
  const { secret: _secret, ...shown } = created.body;
  expect((await world.call('GET', path)).body).toEqual(shown);
  const changed = await world.call('PATCH', path, {
    body: { disabled: 1, phone: null },
    headers: { 'if-match': '"1"' },
  });
  expect([changed.headers.get('etag'), changed.body.disabled, changed.body.phone]).toEqual(['"2"', 1, null]);
  expect((await world.call('DELETE', path, { headers: { 'if-match': '"1"' } })).status).toBe(412);
  expect((await world.call('DELETE', path)).status).toBe(204);
  expect((await world.call('GET', path)).status).toBe(404);
});

test('the other spelling of the path is the same, in its own words', async () => {
  const other = await world.organization(name());
  const { body } = await world.call('POST', '/alert-contacts', {
    body: { name: 'Desk', email: 'a@b.cz' },
    token: other.token,
  });
  expect(body._links.self.href).toBe(`/alert-contacts/${body.id}`);
  const one = (await world.call('GET', '/alertcontacts', { token: other.token })).body;
  const two = (await world.call('GET', '/alert-contacts', { token: other.token })).body;
  expect([one._embedded.alertcontacts[0].id, two._embedded.alert_contacts[0].id]).toEqual([body.id, body.id]);
  expect(
    (await world.call('PATCH', `/alert-contacts/${body.id}`, { body: { name: 'Night desk' }, token: other.token })).body
      .name,
  ).toBe('Night desk');
  expect((await world.call('DELETE', `/alert-contacts/${body.id}`, { token: other.token })).status).toBe(204);
});

test.each([
  [{}, '#/name'],
  [{ name: 'x' }, '#/email'],
  [{ name: 'x', email: 'no address' }, '#/email'],
  [{ name: 'x', email: 'a@b.cz\nbcc: c@d.cz' }, '#/email'],
  [{ name: 'x', phone: 'call me' }, '#/phone'],
  [{ name: 'x', url: 'ftp://example.com' }, '#/url'],
  [{ name: 'x', url: 'https://hooks..example.com/' }, '#/url'],
  [{ name: 'x', email: 'a@b.cz', events: [] }, '#/events'],
  [{ name: 'x', email: 'a@b.cz', events: ['rain'] }, '#/events'],
  [{ name: 'x', email: 'a@b.cz', disabled: 2 }, '#/disabled'],
])('%j is refused at %s', async (body, pointer) => {
  const answer = await post(body);
  expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
});

test('the last way to tell a contact cannot be taken away', async () => {
  const { body } = await post({ name: name(), email: 'a@b.cz' });
  expect((await world.call('PATCH', `/alertcontacts/${body.id}`, { body: { email: null } })).status).toBe(422);
  expect(
    (await world.call('PATCH', `/alertcontacts/${body.id}`, { body: { email: null, phone: '123456' } })).status,
  ).toBe(200);
});

describe('where private addresses are not permitted', () => {
  test.each([
    'https://127.0.0.1/x',
    'https://10.1.2.3',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost/x',
    'https://0x7f.1/',
    'https://169.254.169.254/',
    'http://example.com/',
  ])('%s is refused', async (url) => {
    const answer = await closed.call('POST', '/alertcontacts', { body: { name: name(), url } });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, '#/url']);
  });

  test('a public one is taken', async () => {
    expect(
      (await closed.call('POST', '/alertcontacts', { body: { name: name(), url: 'https://example.com/alerts' } }))
        .status,
    ).toBe(201);
  });
});

test('disabled contacts get no message', async () => {
  const other = await world.organization(name());
  await post({ name: 'all', email: 'a@b.cz' }, other.token);
  await post({ name: 'away', email: 'x@b.cz', disabled: 1 }, other.token);
  const enabled = await world.app.get(AlertContactsService, { strict: false }).enabled(systemContext(other.id, 'test'));
  expect(enabled.map((each) => each.name)).toEqual(['all']);
});

test('names are unique, lists filter and sort, strangers see nothing, writing needs its permission', async () => {
  const [own, stranger] = [await world.organization(name()), await world.organization(name())];
  const { body } = await post({ name: 'Desk', email: 'b@b.cz' }, own.token);
  await post({ name: 'Attic', email: 'a@b.cz', disabled: 1 }, own.token);
  expect((await post({ name: 'DESK', email: 'b@b.cz' }, own.token)).status).toBe(409);
  const list = (await world.call('GET', '/alertcontacts?sort=name', { token: own.token })).body;
  expect([list.total_items, list._embedded.alertcontacts.map((each: { name: string }) => each.name)]).toEqual([
    2,
    ['Attic', 'Desk'],
  ]);
  expect((await world.call('GET', '/alertcontacts?filter[disabled]=1', { token: own.token })).body.total_items).toBe(1);
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    expect(
      (
        await world.call(method, `/alertcontacts/${body.id}`, {
          token: stranger.token,
          body: method === 'PATCH' ? { name: 'theirs' } : undefined,
        })
      ).status,
    ).toBe(404);
  }
  const { token } = await world.keyWith('alertcontacts:read');
  expect([
    (await world.call('GET', '/alert-contacts', { token })).status,
    (await post({ name: name(), email: 'a@b.cz' }, token)).status,
  ]).toEqual([200, 403]);
});

test('the secret comes with the url, once, and again when it is asked to', async () => {
  const { body } = await post({ name: name(), email: 'a@b.cz' });
  const path = `/alertcontacts/${body.id}`;
  expect(body.secret).toBeUndefined();
  expect((await world.call('POST', `${path}/rotate-secret`)).status).toBe(409);
  const given = (await world.call('PATCH', path, { body: { url: 'https://example.com/alerts' } })).body.secret;
  expect(given).toMatch(/^whsec_/);
  expect((await world.call('PATCH', path, { body: { url: 'https://example.com/other' } })).body.secret).toBeUndefined();
  const rotated = await world.call('POST', `/alert-contacts/${body.id}/rotate-secret`);
  expect([rotated.status, rotated.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(rotated.body.secret).not.toBe(given);
  expect((await world.call('PATCH', path, { body: { url: null } })).body.secret).toBeUndefined();
  const next = (await world.call('PATCH', path, { body: { url: 'https://example.org/alerts' } })).body.secret;
  expect([next === given, next === rotated.body.secret, next]).toEqual([
    false,
    false,
    expect.stringMatching(/^whsec_/),
  ]);
});
