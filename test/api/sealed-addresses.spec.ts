import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpClient } from '../../src/kernel/http-client.js';
import { CapturingLog } from '../connector-contract/capturing-log.js';
import { WebhookSecrets } from '../../src/console/webhooks/webhook/webhook-secrets.js';
import { type UsherWorld, usherWorld } from './usher-world.js';

const marks = {
  hook: 'T0B0hookS3cret',
  alert: 'alertS3cret',
  poll: 'pollS3cret',
  sms: 'smsS3cret',
  password: 'WelcomeS3cret',
};
const mapping = {
  version: 1,
  kind: 'employment',
  records: '/data',
  key: { path: '/id' },
  match: [{ status: 'active' }],
  fields: {},
};

let world: UsherWorld;
let house: { id: string; token: string };
let outside: Server;
let asked: string[];
const log = new CapturingLog();
beforeAll(async () => {
  world = await usherWorld({ log });
  house = await world.organization('Hotel Lindenhof');
  asked = [];
  outside = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ you: request.url }));
  });
  await new Promise<void>((resolve) => {
    outside.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(async () => {
  outside.closeAllConnections();
  outside.close();
  await world.close();
});

const here = () => `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
const call = (status: number, method: string, path: string, body?: object) =>
  world.made(status, method, path, { body, token: house.token });
const connection = () => ({
  connector: 'rest-poll',
  name: 'People',
  enabled: false,
  access: { password: `{{ last_name }}-${marks.password}` },
  settings: { url: `${here()}/people?api_key=${marks.poll}`, mapping, paging: { style: 'none' } },
});
const sms = (mark = marks.sms) => ({
  url: `${here()}/send?key=${mark}&to={{ to }}`,
  method: 'POST',
  form: { text: '{{ text }}' },
});

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const tables = await world.sql<{ name: string }>(`
    select c.oid::regclass::text as name from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition`);
  const found: string[] = [];
  for (const { name } of tables)
    found.push(
      ...(await world.sql<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)).map(
        ({ row }) => `${name} ${row}`,
      ),
    );
  return found.join('\n');
}

function told(text: string): string[] {
  return Object.values(marks).filter((mark) => text.includes(mark));
}

async function answers(...paths: string[]): Promise<string> {
  const found: string[] = [];
  for (const path of paths) found.push(JSON.stringify(await call(200, 'GET', path)));
  return found.join('\n');
}

test('no path or query of an address and no shared password is in clear in a table, answer or log', async () => {
  const made = [
    await call(201, 'POST', '/webhooks', { url: `https://hooks.example.com/services/${marks.hook}` }),
    await call(201, 'POST', '/alert-contacts', {
      name: 'Chat',
      url: `https://chat.example.com/hooks/${marks.alert}?thread=1`,
    }),
    await call(201, 'POST', '/connections', connection()),
    await call(200, 'PATCH', '/delivery-settings', { sms: sms() }),
  ];
  const [hook, contact, people] = made.map(({ id }) => id as string);
  const changed = { settings: { ...connection().settings, url: `${here()}/people/${marks.poll}` } };
  made.push(
    await call(200, 'PATCH', `/webhooks/${hook}`, { url: `https://hooks.example.com/other/${marks.hook}` }),
    await call(200, 'PATCH', `/alert-contacts/${contact}`, { url: `https://chat.example.com/other/${marks.alert}` }),
    await call(200, 'PATCH', `/connections/${people}`, changed),
    await call(200, 'POST', `/connections/${people}/test`, {}),
    await call(200, 'PATCH', '/delivery-settings', { sms: { ...sms(), country_code: '43' } }),
  );
  expect(asked.some((address) => address.includes(marks.poll))).toBe(true);
  expect(made[0].url).toBe('https://hooks.example.com/…');
  expect(made[1].url).toBe('https://chat.example.com/…');
  expect([made[2].settings.url, made[2].access.password]).toEqual([`${here()}/…`, '{{ last_name }}…']);
  expect(made[3].sms).toEqual({ ...sms(), url: `${here()}/…` });
  const shown = await answers(
    '/webhooks',
    '/alertcontacts',
    '/connections',
    `/connections/${people}`,
    '/delivery-settings',
    '/audit?page_size=100',
    '/reports/122',
  );
  expect(told(JSON.stringify(made) + shown)).toEqual([]);
  expect(told(await everythingStored())).toEqual([]);
  expect(told(JSON.stringify(log.lines))).toEqual([]);
});

test('the audit shows that an address changed, not what it is', async () => {
  const rows = await world.sql<{ resource: string; before: object; after: object }>(`
    select resource, before, after from audit_entries where action = 'update' and resource in ('webhooks',
      'alertcontacts', 'connections') and not after ? 'secret' order by at, id`);
  expect(rows).toMatchObject([
    { resource: 'webhooks', before: { full_url: '(set)' }, after: { full_url: '(changed)' } },
    { resource: 'alertcontacts', before: { full_url: '(set)' }, after: { full_url: '(changed)' } },
    { resource: 'connections', before: { secrets: '(set)' }, after: { secrets: '(changed)' } },
  ]);
});

test('what was shown, sent back, changes nothing; of another address it is refused with what to do', async () => {
  const {
    _embedded: {
      webhooks: [hook],
    },
  } = await call(200, 'GET', '/webhooks');
  const {
    _embedded: {
      alertcontacts: [contact],
    },
  } = await call(200, 'GET', '/alertcontacts');
  const {
    _embedded: {
      connections: [people],
    },
  } = await call(200, 'GET', '/connections');
  await call(200, 'PATCH', `/webhooks/${hook.id}`, { url: hook.url });
  await call(200, 'PATCH', `/alertcontacts/${contact.id}`, { url: contact.url, phone: '+43 1 234567' });
  await call(200, 'PATCH', `/connections/${people.id}`, { settings: people.settings, access: people.access });
  await call(200, 'PATCH', '/delivery-settings', { sms: (await call(200, 'GET', '/delivery-settings')).sms });
  const changed = await world.sql<{ count: number }>(`
    select count(*)::int as count from audit_entries, jsonb_object_keys(after) as field where action = 'update'
      and field in ('url', 'full_url', 'settings', 'sms') group by resource_id`);
  expect(changed.map(({ count }) => count)).toEqual([1, 1, 1]);
  asked.length = 0;
  await call(200, 'POST', `/connections/${people.id}/test`, {});
  expect(asked).toContainEqual(`/people/${marks.poll}`);
  const sealed = await world.sql<{ id: string; urlSealed: string }>(
    'select id, url_sealed as "urlSealed" from webhooks',
  );
  expect(world.app.get(WebhookSecrets, { strict: false }).url(sealed[0])).toBe(
    `https://hooks.example.com/other/${marks.hook}`,
  );

  const refusals = [
    [`/webhooks/${hook.id}`, { url: 'https://other.example.com/…' }, '#/url'],
    [`/webhooks/${hook.id}`, { url: 'https://other.example.com/%E2%80%A6' }, '#/url'],
    [`/alertcontacts/${contact.id}`, { url: 'https://other.example.com/…' }, '#/url'],
    [`/connections/${people.id}`, { settings: { url: 'https://other.example.com/…' } }, '#/settings/url'],
    [`/connections/${people.id}`, { access: { password: '…{{ last_name }}' } }, '#/access/password'],
    ['/delivery-settings', { sms: { ...sms(), url: 'https://other.example.com/…' } }, '#/sms/url'],
    ['/delivery-settings', { sms: { ...sms(), headers: { 'X-API-Key': 'in the clear' } } }, '#/sms/headers/X-API-Key'],
  ] as const;
  for (const [path, body, pointer] of refusals) {
    const answer = await call(422, 'PATCH', path, body);
    expect([path, answer.errors[0].pointer, answer.errors[0].detail]).toEqual([
      path,
      pointer,
      expect.stringMatching(/give (the|all|it)|secrets\.sms/),
    ]);
  }
});

test('lists are filtered and sorted by what is shown', async () => {
  const found = async (filter: string) =>
    (await call(200, 'GET', `/webhooks?filter[url]${filter}&sort=url:asc`)).total_items as number;
  expect([
    await found(`=${encodeURIComponent('https://hooks.example.com/…')}`),
    await found('[like]=%25hooks.example.com%25'),
    await found(`[like]=%25${marks.hook}%25`),
  ]).toEqual([1, 1, 0]);
});

test('neither the failure of a call nor what it says of its cause tells a path or a query', async () => {
  const http = world.app.get(HttpClient, { strict: false });
  for (const url of [`http://127.0.0.1:1/${marks.hook}?k=${marks.sms}`, `http://no-such-host.invalid/${marks.hook}`]) {
    const failure = await http.request({ method: 'GET', url }).then(
      () => null,
      (error: Error) => error,
    );
    expect([failure?.message.length, told(String(failure?.message))]).toEqual([expect.any(Number), []]);
  }
});
