import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import { systemContext } from '../../../src/kernel/context.js';
import { type House, WebhookWorld } from './webhook-world.js';

let world: WebhookWorld;
let strict: WebhookWorld;
let house: House;
beforeAll(async () => {
  world = await WebhookWorld.open();
  strict = await WebhookWorld.open({ shared: world.http, allowPrivateTargets: false });
});
afterAll(async () => {
  await strict.close();
  await world.close();
});
beforeEach(async () => {
  house = await world.house();
});

const every = [
  'device.connected',
  'device.disconnected',
  'auth.failed',
  'auth.rejected',
  'guest.registered',
  'certificate.expiring',
  'policy.violated',
];

describe('a webhook', () => {
  test('keeps a note without the blanks around it, and none of blanks only', async () => {
    const url = 'https://hooks.example.com/wifi';
    const made = await world.call(house, 'POST', '/webhooks', { url, description: ' \t\n ' });
    expect([made.status, made.body.description]).toEqual([201, null]);
    const address = `/webhooks/${made.body.id}`;
    const noteAfter = async (description: string) =>
      (await world.call(house, 'PATCH', address, { description })).body.description;
    expect(await noteAfter('  SIEM ')).toBe('SIEM');
    expect(await noteAfter('   ')).toBeNull();
    expect((await world.call(house, 'GET', address)).body.description).toBeNull();
  });

  test('is made, listed, read, changed and removed', async () => {
    const made = await world.call(house, 'POST', '/webhooks', { url: 'https://hooks.example.com/wifi' });
    expect(made.status).toBe(201);
    const { id, secret, _links } = made.body;
    expect(made.body).toEqual({
      type: 'webhook',
      url: 'https://hooks.example.com/…',
      events: every,
      description: null,
      tls_ca: null,
      disabled: 0,
      disabled_reason: null,
      failing_since: null,
      id,
      secret,
      _links,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect([made.headers.get('location'), _links.self.href, made.headers.get('cache-control')]).toEqual([
      `/webhooks/${id}`,
      `/webhooks/${id}`,
      'no-store',
    ]);
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);

    const changed = await world.call(house, 'PATCH', `/webhooks/${id}`, {
      events: ['auth.failed'],
      description: 'SIEM',
      disabled: 1,
    });
    expect(changed.body).toMatchObject({
      url: 'https://hooks.example.com/…',
      events: ['auth.failed'],
      description: 'SIEM',
      disabled: 1,
    });
    const listed = await world.call(house, 'GET', '/v1/webhooks?filter[disabled]=1&sort=url:desc');
    expect(listed.body).toMatchObject({
      total_items: 1,
      _embedded: { webhooks: [{ id, _links: { self: { href: `/v1/webhooks/${id}` } } }] },
    });
    expect(listed.text).not.toContain('secret');
    expect((await world.call(house, 'DELETE', `/webhooks/${id}`)).status).toBe(204);
    expect((await world.call(house, 'GET', `/webhooks/${id}`)).status).toBe(404);
  });

  test('is changed only by those who have seen its present state', async () => {
    const { id } = await world.webhook(house, 'https://hooks.example.com');
    const change = (ifMatch: string) =>
      world.http.call('PATCH', `/webhooks/${id}`, {
        token: house.token,
        body: { description: 'x' },
        headers: { 'if-match': ifMatch },
      });
    const first = await change('"1"');
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    expect((await change('"1"')).status).toBe(412);
  });

  test('keeps its secret sealed and shows it never again', async () => {
    const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
    const { id } = await world.webhook(house, 'https://hooks.example.com', { secret });
    expect((await world.call(house, 'GET', `/webhooks/${id}`)).text).not.toContain('whsec_');
    const [{ row }] = await world.http.fresh.database.query<{ row: string }>(
      systemContext(house.id, 'test'),
      statement('', 'select to_jsonb(w)::text as row from webhooks w where id = $1'),
      [id],
    );
    expect(row).not.toContain(secret.slice(6));
  });

  test.each([
    ['no address', {}, '#/url'],
    ['words for an address', { url: 'our server' }, '#/url'],
    ['plain http', { url: 'http://hooks.example.com' }, '#/url'],
    ['plain http to a private address', { url: 'http://10.0.0.5/' }, '#/url'],
    ['another scheme', { url: 'ftp://hooks.example.com' }, '#/url'],
    ['a password in the address', { url: 'https://me:secret@hooks.example.com' }, '#/url'],
    ['syslog over HTTP', { type: 'syslog', url: 'https://logs.example.com' }, '#/url'],
    ['syslog with a path', { type: 'syslog', url: 'udp://logs.example.com/x' }, '#/url'],
    ['an unknown type', { type: 'mail', url: 'https://hooks.example.com' }, '#/type'],
    ['an unknown event', { url: 'https://hooks.example.com', events: ['user.promoted'] }, '#/events'],
    ['no events', { url: 'https://hooks.example.com', events: [] }, '#/events'],
    ['an event twice', { url: 'https://hooks.example.com', events: ['auth.failed', 'auth.failed'] }, '#/events'],
    ['a short secret', { url: 'https://hooks.example.com', secret: 'whsec_MfKQ9r8G' }, '#/secret'],
    ['a secret of another form', { url: 'https://hooks.example.com', secret: 'x'.repeat(40) }, '#/secret'],
    ['authorities that are none', { type: 'cef', url: 'tls://logs.example.com', tls_ca: 'trust me' }, '#/tls_ca'],
    ['an unknown field', { url: 'https://hooks.example.com', retries: 5 }, '#/retries'],
  ])('with %s is refused', async (_what, body, pointer) => {
    const answer = await world.call(house, 'POST', '/webhooks', body);
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([422, pointer]);
  });

  test.each([
    'https://10.0.0.5',
    'https://127.0.0.1:8443/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'https://[::ffff:10.0.0.5]/',
    'https://localhost/',
    'https://a.localhost',
    'https://2130706433/',
    'https://0x7f.1/',
    'http://127.0.0.1/',
  ])('that leads to %s is refused where private targets are not permitted', async (url) => {
    const { status, body } = await strict.call(house, 'POST', '/webhooks', { url });
    expect([status, body.errors?.[0].pointer]).toEqual([422, '#/url']);
  });

  test('for syslog gets the usual port, and its type stays', async () => {
    const { id, url } = await world.webhook(house, 'tls://logs.example.com', { type: 'cef' });
    expect(url).toBe('tls://logs.example.com:6514');
    expect((await world.call(house, 'PATCH', `/webhooks/${id}`, { type: 'webhook' })).body.errors[0].pointer).toBe(
      '#/type',
    );
    expect(
      (await world.call(house, 'PATCH', `/webhooks/${id}`, { url: 'https://x.example.com' })).body.errors[0].pointer,
    ).toBe('#/url');
    expect(
      (await world.call(house, 'PATCH', `/webhooks/${id}`, { type: 'cef', url: 'udp://[2001:db8::1]' })).body.url,
    ).toBe('udp://[2001:db8::1]:514');
  });

  test('needs the permission to read or to write webhooks', async () => {
    const reader = await world.http.keyWith('webhooks:read');
    const made = await world.http.call('POST', '/webhooks', { body: { url: 'https://hooks.example.com' } });
    const call = async (method: string, path: string, body?: object) =>
      (await world.http.call(method, path, { token: reader.token, body })).status;
    expect(await call('GET', `/webhooks/${made.body.id}/deliveries`)).toBe(200);
    for (const [method, path, body] of [
      ['POST', '/webhooks', { url: 'https://x.example.com' }],
      ['PATCH', `/webhooks/${made.body.id}`, {}],
      ['DELETE', `/webhooks/${made.body.id}`],
      ['POST', `/webhooks/${made.body.id}/test`],
      ['POST', `/webhooks/${made.body.id}/rotate-secret`],
      ['POST', `/webhooks/${made.body.id}/replay`, { since: '2026-01-01T00:00:00Z' }],
    ] as const)
      expect([path, await call(method, path, body)]).toEqual([path, 403]);
  });

  test('is one of at most a hundred', async () => {
    const answers = [];
    for (let index = 0; index <= 100; index += 1)
      answers.push(
        (await world.call(house, 'POST', '/webhooks', { url: 'https://hooks.example.com', disabled: 1 })).status,
      );
    expect(answers.filter((status) => status === 201)).toHaveLength(100);
    expect(answers.at(-1)).toBe(409);
  });
});
