import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { eventually } from '../kernel/manual-clock.js';
import { ServiceUnderTest } from '../generic/service-under-test.js';
import { VisitorDesk } from '../simulators/webhook/visitor-desk.js';
import { deskMapping, standardSecret } from './webhook-rig.js';

/** The whole service, and a desk that posts to it on a socket: from the desk's event to the account and back. */
let usher: ServiceUnderTest;
let desk: VisitorDesk;
let connectionId: string;

const access = { preset: 'visitor-user', deliver: [], ends: { after_check_out_seconds: 0 } };
const settings = {
  verifier: { type: 'standard-webhooks' },
  mapping: deskMapping,
  time_zone: 'Europe/Vienna',
  site: 'hq',
};

beforeAll(async () => {
  usher = await ServiceUnderTest.start();
  const made = await usher.call('POST', '/connections', {
    name: 'Desk',
    connector: 'webhook',
    settings,
    secrets: { secret: standardSecret },
    access,
  });
  expect(made).toMatchObject({
    status: 201,
    body: { secrets_set: ['secret'], settings: { mapping: { kind: 'visit' } } },
  });
  connectionId = made.body.id;
  desk = new VisitorDesk({
    url: `${usher.url}/hooks/${connectionId}`,
    signing: 'standard-webhooks',
    secret: standardSecret,
  });
});
afterAll(() => usher.stop());

const events = async () =>
  (await usher.call('GET', `/connections/${connectionId}/events?page_size=100&sort=received_at:desc`)).body._embedded
    .events as { status: string; error: { detail: string } | null }[];

async function settled(): Promise<void> {
  await desk.flush();
  await eventually('every message is understood', async () =>
    (await events()).every(({ status }) => status !== 'received'),
  );
}

test('a visit from its invitation to its end is an account from arrival to departure', async () => {
  const ada = desk.invite({ name: 'Ada Lovelace', email: 'Ada@Example.com', mobile: '07700 900123' });
  await settled();
  expect(await usher.accounts()).toEqual([]);
  const came = arriving('webhook');
  desk.arrive(ada);
  await settled();
  await eventually('the account is made', async () => (await usher.accounts()).join() === 'ada@example.com');
  came();
  desk.leave(ada);
  await settled();
  await eventually(
    'the account has ended',
    async () => (await usher.accounts()).join() === 'ada@example.com (disabled)',
  );
  const [subject] = (await usher.call('GET', `/connections/${connectionId}/subjects`)).body._embedded.subjects;
  expect(subject.facts).toMatchObject({
    status: 'ended',
    last_name: 'Lovelace',
    company_name: 'Analytical Engines',
    site: 'headquarters',
  });
  const filter = encodeURIComponent(JSON.stringify({ resource: 'users' }));
  const entries = (await usher.call('GET', `/audit?filter=${filter}`)).body._embedded.audit;
  expect(
    entries.map((each: Record<string, unknown>) => [each.action, each.actor_kind, each.actor_name, each.actor_id]),
  ).toEqual([
    ['update', 'connection', 'Desk', connectionId],
    ['create', 'connection', 'Desk', connectionId],
  ]);
});

test('twice, and last first, is the same as once and in order', async () => {
  desk.plan = { ...desk.plan, duplicated: true, shuffled: true };
  const before = (await events()).length;
  const grace = desk.invite({ name: 'Grace Hopper', email: 'grace@example.com' });
  desk.arrive(grace);
  const edith = desk.invite({ name: 'Edith Clarke', email: 'edith@example.com' });
  desk.arrive(edith);
  desk.leave(edith);
  const lost = desk.invite({ name: 'Lost', email: 'lost@example.com' });
  desk.delete(lost);
  await settled();
  desk.plan = { ...desk.plan, duplicated: false, shuffled: false };
  expect(desk.answers.every((status) => status === 200)).toBe(true);
  // The same webhook-id twice is stored once.
  expect((await events()).length - before).toBe(7);
  await eventually(
    'only who is there has an account',
    async () => (await usher.accounts()).join() === 'ada@example.com (disabled),grace@example.com',
  );
});

test('who has not signed the agreement is held, and let in once that is so', async () => {
  const guest = desk.invite({ name: 'Held Guest', email: 'held@example.com' });
  desk.arrive(guest, { nda: false });
  await settled();
  expect(await usher.accounts()).not.toContain('held@example.com');
  desk.arrive(guest);
  await settled();
  await eventually('the account is made', async () => (await usher.accounts()).includes('held@example.com'));
});

test("what cannot be understood is kept and told, and ends nobody's access; a stranger is refused", async () => {
  const accounts = await usher.accounts();
  desk.post({ event: { type: 'departure', at: 'yesterday' }, visit: { id: 'v2' } });
  desk.post('{"event":{"type":"departure"},"visit":{"id":"v2","id":"v3"}}');
  await settled();
  expect(
    (await events())
      .filter(({ status }) => status === 'dead')
      .map(({ error }) => error?.detail)
      .sort(),
  ).toEqual([
    'record_version: what is at "/event/at" is no instant of the form datetime:utc',
    'the body has a member twice in one object',
  ]);
  const stranger = new VisitorDesk({ ...desk.plan, secret: 'whsec_c29tZWJvZHktZWxzZXMtc2VjcmV0', attempts: 1 });
  stranger.post({ event: { type: 'deleted', at: new Date().toISOString() }, visit: { id: 'v2' } });
  desk.post({ padding: 'x'.repeat(256 * 1024) });
  await stranger.flush();
  expect(stranger.answers).toEqual([401]);
  desk.plan = { ...desk.plan, attempts: 1 };
  await desk.flush();
  expect(desk.answers.at(-1)).toBe(400);
  expect(await usher.accounts()).toEqual(accounts);
});

test('a pasted message shows facts and plan, also by a mapping that is not saved; nothing is written', async () => {
  const payload = {
    event: { type: 'arrival', at: '2030-01-01T00:00:00Z' },
    site: 'LDN',
    visit: { id: 'new', nda: true, guest: { name: 'Joan Clarke', email: 'joan@example.com' } },
  };
  const saved = await usher.call('POST', `/connections/${connectionId}/preview`, { payload });
  expect(saved).toMatchObject({
    status: 200,
    body: {
      plan: [
        {
          kind: 'create_user',
          key: 'new',
          account: 'joan@example.com',
          facts: { last_name: 'Clarke', site: 'london', status: 'active' },
        },
      ],
    },
  });
  const mapping = {
    ...deskMapping,
    fields: { email: { path: '/visit/guest/email' }, last_name: { path: '/visit/guest/name' } },
    match: [{ status: 'active' }],
  };
  const other = await usher.call('POST', `/connections/${connectionId}/preview`, { payload, settings: { mapping } });
  expect(other.body.plan).toMatchObject([{ kind: 'create_user', facts: { last_name: 'Joan Clarke' } }]);
  expect(other.body.plan[0].facts.site).toBeUndefined();
  const odd = await usher.call('POST', `/connections/${connectionId}/preview`, {
    payload: { event: { type: 'arrival' }, visit: {} },
  });
  expect(odd.body.plan).toMatchObject([
    { kind: 'problem', facts: null, detail: 'key: there is nothing at "/visit/id"' },
  ]);
  expect(await usher.accounts()).not.toContain('joan@example.com');
});

test('a mapping that is wrong is refused with every place and its remedy; its kind stays what it was', async () => {
  const change = async (mapping: object) => {
    const { status, body } = await usher.call('PATCH', `/connections/${connectionId}`, { settings: { mapping } });
    return { status, errors: body.errors?.map(({ pointer }: { pointer: string }) => pointer) };
  };
  expect(await change({ ...deskMapping, fields: { e_mail: { path: '/a' }, phone: { path: 'b' } }, match: [] })).toEqual(
    { status: 422, errors: ['#/settings/mapping/match', '#/settings/mapping/fields/phone/path'] },
  );
  expect(await change({ ...deskMapping, sample: {}, match: [{ status: 'active' }] })).toEqual({
    status: 422,
    errors: ['#/settings/mapping/sample'],
  });
  expect(
    await change({ version: 1, kind: 'employment', match: [{ status: 'active' }], key: { path: '/id' }, fields: {} }),
  ).toEqual({ status: 422, errors: ['#/settings/mapping/kind'] });
  const none = await usher.call('PATCH', `/connections/${connectionId}`, { settings: { verifier: { type: 'none' } } });
  expect(none).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '#/settings/verifier', detail: expect.stringMatching(/path_token/) }] },
  });
});

test('each kind of fact has a connection of its own, with the access that fits', async () => {
  const mapping = {
    version: 1,
    kind: 'membership',
    match: [{ status: 'active' }],
    key: { path: '/id' },
    fields: { email: { path: '/mail' }, starts_at: { path: '/from' } },
  };
  const club = await usher.call('POST', '/connections', {
    name: 'Club',
    connector: 'webhook',
    settings: { verifier: { type: 'bearer' }, mapping },
    secrets: { secret: 'club-secret-token' },
  });
  expect(club).toMatchObject({ status: 201, body: { access: { preset: 'membership' } } });
  const sender = new VisitorDesk({
    url: `${usher.url}/hooks/${club.body.id}`,
    signing: 'bearer',
    secret: 'club-secret-token',
  });
  sender.post({ id: 4711, mail: 'member@example.com', from: '2026-01-01T00:00:00Z' });
  await sender.flush();
  await eventually('the member has an account', async () => (await usher.accounts()).includes('member@example.com'));
});

test.each([
  ['visit', 'active', 'visitor'],
  ['stay', 'in_house', 'hotel'],
  ['employment', 'active', 'staff'],
  ['membership', 'active', 'membership'],
  ['presence', 'active', 'presence'],
])('a connection of %ss is made as the guide says', async (kind, status, preset) => {
  const mapping = { version: 1, kind, match: [{ status }], key: { path: '/id' }, fields: { email: { path: '/mail' } } };
  const made = await usher.call('POST', '/connections', {
    name: kind,
    connector: 'webhook',
    enabled: false,
    settings: { verifier: { type: 'bearer' }, mapping },
    secrets: { secret: 'a-bearer-token' },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { status: 'setup', access: { preset }, settings: { mapping: { kind } } },
  });
});

test.each([
  ['Microsoft Graph', 'POST', '?validationToken=Validation%3A+Testing', {}, '', 'text/plain', 'Validation: Testing'],
  ['Okta', 'GET', '', { 'x-okta-verification-challenge': 'c1' }, '', 'application/json', '{"verification":"c1"}'],
  ['a chat', 'POST', '', {}, '{"type":"url_verification","challenge":"c2"}', 'application/json', '{"challenge":"c2"}'],
])(
  '%s asks first: its challenge comes back, and nothing is stored',
  async (vendor, method, query, headers, sent, type, back) => {
    const handshake = {
      'Microsoft Graph': { type: 'query', name: 'validationToken' },
      Okta: { type: 'header', header: 'x-okta-verification-challenge', field: 'verification' },
      'a chat': { type: 'body', pointer: '/challenge', field: 'challenge' },
    }[vendor];
    const path = `/connections/${connectionId}`;
    const changed = await usher.call('PATCH', path, { settings: { ...settings, handshake } });
    expect(changed.status).toBe(200);
    const before = (await events()).length;
    const asked = (address: string, more: RequestInit = {}) =>
      fetch(`${usher.url}/hooks/${connectionId}${address}`, { method, ...more });
    const answer = await asked(query, { headers, ...(sent ? { body: sent } : {}) });
    expect([answer.status, await answer.text()]).toEqual([200, back]);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await events()).toHaveLength(before);
    // What asks nothing is a message, and has to prove where it comes from.
    expect((await asked('', method === 'POST' ? { body: '{}' } : {})).status).toBe(method === 'POST' ? 401 : 404);
    const long = 'x'.repeat(1001);
    expect(
      (await asked(`?validationToken=${long}`, { headers: { 'x-okta-verification-challenge': long } })).status,
    ).not.toBe(200);
  },
);

describe('a mapping on trial', () => {
  const mapping = {
    version: 1,
    kind: 'visit',
    records: '/visits',
    key: [{ path: '/house' }, { path: '/id' }],
    record_version: { path: '/at' },
    match: [
      { when: [{ field: '/type', op: 'eq', value: 'gone' }], action: 'remove' },
      { when: [{ field: '/type', op: 'eq', value: 'arrival' }], status: 'active' },
    ],
    fields: { last_name: { path: '/name' }, email: { path: '/mail', transform: ['email'] } },
    sample: { visits: [{ house: 'h', id: '1', at: '1', type: 'arrival', name: 'Ada', mail: 'Ada@example.com' }] },
  };
  const visit = { house: 'h', id: '2', at: '7', type: 'arrival', name: 'Berger', mail: 'nobody' };
  let path: string;
  let hook: string;
  beforeAll(async () => {
    const made = await usher.call('POST', '/connections', {
      name: 'On trial',
      connector: 'webhook',
      settings: { verifier: { type: 'bearer' }, mapping },
      secrets: { secret: 'a-bearer-token' },
    });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    path = `/connections/${made.body.id}/mapping/preview`;
    hook = `${usher.url}/hooks/${made.body.id}`;
  });
  const tried = async (body: object) => (await usher.call('POST', path, body)).body.records;
  const told = async (body: object) =>
    expect(
      (
        await fetch(hook, {
          method: 'POST',
          headers: { authorization: 'Bearer a-bearer-token', 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status,
    ).toBe(200);

  test('before the first message its sample is shown; without a sample, nothing', async () => {
    expect(await tried({})).toEqual([
      {
        event_id: null,
        key: 'h/1',
        outcome: 'record',
        status: 'active',
        detail: null,
        values: [
          { place: 'key/0', value: 'h', detail: null },
          { place: 'key/1', value: '1', detail: null },
          { place: 'record_version', value: '1', detail: null },
          { place: 'fields/email', value: 'ada@example.com', detail: null },
          { place: 'fields/last_name', value: 'Ada', detail: null },
        ],
      },
    ]);
    const { sample: _, ...without } = mapping;
    expect(await tried({ mapping: without })).toEqual([]);
  });

  test('a message that is given: somebody gone, nobody, no list, no JSON', async () => {
    const outcomes = async (payload: unknown) =>
      (await tried({ payload })).map(({ key, outcome }: { key: string | null; outcome: string }) => [key, outcome]);
    expect(await tried({ payload: { visits: [{ ...visit, type: 'gone' }] } })).toMatchObject([
      { key: 'h/2', outcome: 'record', status: 'ended' },
    ]);
    expect(await outcomes({ visits: [{ ...visit, type: 'coffee' }] })).toEqual([[null, 'ignored']]);
    expect(await outcomes({ visits: 7 })).toEqual([[null, 'problem']]);
    expect(await outcomes('{"visits": [')).toEqual([[null, 'problem']]);
    const [first] = await tried({ payload: { visits: [visit, visit] }, limit: 1 });
    expect(first).toMatchObject({ key: 'h/2', outcome: 'problem', status: null });
    expect(first.values).toContainEqual({
      place: 'fields/email',
      value: null,
      detail: expect.stringContaining('no e-mail address'),
    });
  });

  test('in the answer of a list, whoever is said to be gone is removed; what is no list says so', async () => {
    const { sample: _, record_version: _version, ...document } = mapping;
    const made = await usher.call('POST', '/connections', {
      name: 'A list',
      connector: 'rest-poll',
      enabled: false,
      settings: {
        url: 'https://people.example.com/api',
        authentication: { type: 'none' },
        paging: { style: 'none' },
        mapping: document,
      },
    });
    expect([made.status, made.body.errors]).toEqual([201, undefined]);
    const shown = async (payload: unknown) =>
      (await usher.call('POST', `/connections/${made.body.id}/mapping/preview`, { payload })).body.records;
    expect(await shown({ visits: [{ ...visit, type: 'gone' }] })).toMatchObject([
      { key: 'h/2', outcome: 'removed', status: null },
    ]);
    expect(await shown('<html>')).toMatchObject([{ outcome: 'problem', detail: 'the body is not JSON' }]);
    const plan = async (payload: object) =>
      (await usher.call('POST', `/connections/${made.body.id}/preview`, { payload })).body.plan;
    expect(await plan({ visits: [{ ...visit, type: 'gone' }] })).toMatchObject([
      { kind: 'none', key: 'h/2', detail: 'is about no record that is known' },
    ]);
  });

  test('of stored messages the latest of each record is shown, and what says nothing comes last', async () => {
    await told({ visits: [{ ...visit, name: 'Adler', mail: 'a@example.com' }] });
    await told({ visits: [{ ...visit, name: 'Berger', mail: 'a@example.com' }] });
    await told({ visits: [{ ...visit, type: 'coffee' }] });
    const records = await tried({});
    expect(records).toMatchObject([
      { key: 'h/2', outcome: 'record', values: expect.arrayContaining([expect.objectContaining({ value: 'Berger' })]) },
      { outcome: 'ignored', event_id: expect.any(String) },
    ]);
  });
});
