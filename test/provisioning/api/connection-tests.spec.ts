import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Clock } from '../../../src/kernel/clock.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { ConnectionRepository } from '../../../src/provisioning/connection/connection.repository.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import { ConnectorProblem } from '../../../src/provisioning/connector/connector-problem.js';
import { ConnectionHealth } from '../../../src/provisioning/host/connection-health.js';
import { ConnectionTests } from '../../../src/provisioning/intake/connection-tests.js';
import { ConsoleRefused } from '../../../src/provisioning/wifi-console/port/console-problems.js';
import type { HttpWorld } from '../../http/http-world.js';
import { eventually } from '../../kernel/manual-clock.js';
import { apiConsole, apiWorld, bell } from './api-world.js';

const [rightKey, wrongKey] = ['a-key-that-rings', 'a-key-of-before'];

let world: HttpWorld;
let desk: Server;
let url: string;
/** Answers wait for this. */
let patience: Promise<void>;
let isBroken: boolean;

beforeAll(async () => {
  desk = createServer(async (request, response) => {
    await patience;
    response.statusCode = isBroken ? 500 : request.headers['x-key'] === rightKey ? 200 : 401;
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    desk.once('listening', resolve);
  });
  url = `http://127.0.0.1:${(desk.address() as AddressInfo).port}`;
  world = await apiWorld({ settings: { allowPrivateTargets: true } });
});
afterAll(async () => {
  desk.closeAllConnections();
  desk.close();
  await world.close();
});
beforeEach(() => {
  [patience, isBroken] = [Promise.resolve(), false];
});

const made = (key: string, changes: object = {}) =>
  world.call('POST', '/connections', { body: bell({ settings: { base_url: url }, secrets: { key }, ...changes }) });
const read = async (id: string) => (await world.call('GET', `/connections/${id}`)).body;
const stored = (id: string): Promise<StoredConnection> => world.app.get(ConnectionRepository).load(contextOf(), id);
const contextOf = () => systemContext(world.organizationId, 'test');

test('a new connection answers with its test: active with good credentials, quarantined with bad ones', async () => {
  const good = await made(rightKey);
  expect([good.status, good.body]).toMatchObject([
    201,
    {
      status: 'active',
      last_problem: null,
      last_test: {
        ok: true,
        checks: [
          { name: 'bell', ok: true },
          { name: 'console', ok: true },
        ],
      },
    },
  ]);
  const wrong = await made(wrongKey);
  expect([wrong.status, wrong.body]).toMatchObject([
    201,
    {
      status: 'quarantined',
      last_problem: { code: 'credentials_refused', detail: 'The desk refuses the key' },
      last_test: { ok: false },
    },
  ]);
  const { body } = await made(rightKey, { enabled: false });
  expect(body).toMatchObject({ status: 'setup', last_test: null });
});

test('an address where nobody answers is told at once, and the connection goes on trying', async () => {
  const { body } = await made(rightKey, { settings: { base_url: 'http://127.0.0.1:9' } });
  expect(body).toMatchObject({
    status: 'active',
    last_problem: { code: 'test_failed' },
    last_test: {
      ok: false,
      checks: [
        { name: 'bell', ok: false },
        { name: 'console', ok: true },
      ],
    },
  });
  const { body: mended } = await world.call('PATCH', `/connections/${body.id}`, {
    body: { settings: { base_url: url }, secrets: { key: rightKey } },
    headers: { 'if-match': '*' },
  });
  expect(mended).toMatchObject({ status: 'active', last_problem: null, last_test: { ok: true } });
});

test('a remote console that refuses the token is told at once', async () => {
  apiConsole.failOnce(() => true, new ConsoleRefused('no such key', 401));
  const { body } = await made(rightKey);
  expect(body).toMatchObject({ status: 'quarantined', last_problem: { code: 'console_refused' } });
});

test('a slow vendor does not hold the request: the connection is testing, then shows what was found', async () => {
  let answer = (): void => undefined;
  patience = new Promise((resolve) => {
    answer = resolve;
  });
  const { status, body } = await made(wrongKey);
  expect([status, body.status, body.last_test]).toEqual([201, 'testing', null]);
  expect((await world.call('GET', '/connections?filter[status]=testing')).body.total_items).toBe(1);
  answer();
  await eventually('it is tested', async () => (await read(body.id)).status === 'quarantined');
});

test('a test that its process never finished is taken up by another', async () => {
  const { body } = await made(rightKey);
  await world.app.get(ConnectionRepository).dueTest(contextOf(), body.id, new Date(Date.now() - 1000).toISOString());
  expect((await read(body.id)).status).toBe('testing');
  await world.app.get(ConnectionTests).testDue(systemContext(everyOrganization, 'test'));
  expect((await read(body.id)).status).toBe('active');
});

test('what was refused with the credentials of before says nothing about those of now', async () => {
  const { body } = await made(wrongKey);
  const before = { ...(await stored(body.id)), status: 'active' as const };
  const { body: mended } = await world.call('PATCH', `/connections/${body.id}`, {
    body: { secrets: { key: rightKey } },
    headers: { 'if-match': '*' },
  });
  expect(mended).toMatchObject({ status: 'active', last_problem: null });
  const health = world.app.get(ConnectionHealth);
  for (const code of ['credentials_refused', 'settings_invalid', 'unreachable', 'rate_limited'] as const)
    await health.report(contextOf(), before, new ConnectorProblem(code, 'too late'), 'list');
  expect(await read(body.id)).toMatchObject({ status: 'active', last_problem: null });
  await health.report(contextOf(), await stored(body.id), new ConnectorProblem('credentials_refused', 'now'), 'list');
  expect(await read(body.id)).toMatchObject({ status: 'quarantined', last_problem: { detail: 'now' } });
});

test('the test and the preview warn of credentials that cannot be delivered', async () => {
  const { body } = await made(rightKey, {
    access: { preset: 'hotel', deliver: [{ via: 'email' }, { via: 'answer' }] },
  });
  const found = {
    name: 'delivery',
    ok: false,
    tried: 'access.deliver: email, answer',
    detail:
      'Nobody can learn the credentials that are made. email: no mail server is set; answer: this connector ' +
      'has no place for an answer',
  };
  expect(body).toMatchObject({
    status: 'active',
    last_problem: null,
    last_test: { ok: false, checks: [{ name: 'bell', ok: true }, { name: 'console', ok: true }, found] },
  });
  expect((await world.call('POST', `/connections/${body.id}/test`)).body).toMatchObject({
    ok: false,
    checks: [{}, {}, { ...found, remedy: 'Do one of these: set USHER_SMTP_URL; name another way in access.deliver' }],
  });
  const preview = await world.call('POST', `/connections/${body.id}/preview`, { body: {} });
  expect([preview.status, preview.body.warnings]).toEqual([
    200,
    [`${found.detail}. Do one of these: set USHER_SMTP_URL; name another way in access.deliver`],
  ]);
  expect(
    (await world.call('POST', `/connections/${body.id}/preview`, { body: { access: { preset: 'hotel' } } })).body
      .warnings,
  ).toEqual([]);
});

test('a good test lifts a quarantine, one that is not good does not', async () => {
  const {
    body: { id },
  } = await made(rightKey);
  await world.app
    .get(ConnectionHealth)
    .report(contextOf(), await stored(id), new ConnectorProblem('credentials_refused', 'for a while'), 'poll');
  isBroken = true;
  expect((await world.call('POST', `/connections/${id}/test`)).body.ok).toBe(false);
  expect((await read(id)).status).toBe('quarantined');
  isBroken = false;
  expect((await world.call('POST', `/connections/${id}/test`)).body.ok).toBe(true);
  expect(await read(id)).toMatchObject({ status: 'active', last_problem: null });
});

test('a problem goes when what it was met with works again, and stays while only something else does', async () => {
  const health = world.app.get(ConnectionHealth);
  const {
    body: { id },
  } = await made(rightKey);
  for (const [code, source, other] of [
    ['unreachable', 'poll', 'list'],
    ['rate_limited', 'list', 'read'],
    ['upstream_broken', 'read', 'poll'],
  ] as const) {
    await health.report(contextOf(), await stored(id), new ConnectorProblem(code, 'at present'), source);
    await health.worked(contextOf(), await stored(id), other);
    expect([source, (await read(id)).last_problem]).toMatchObject([source, { code, detail: 'at present' }]);
    await health.worked(contextOf(), await stored(id), source);
    expect([source, (await read(id)).last_problem]).toEqual([source, null]);
  }
  await health.report(contextOf(), await stored(id), new ConnectorProblem('unreachable', 'the link'), 'link');
  await world.app
    .get(ConnectionRepository)
    .setLink(contextOf(), id, { state: 'connected', lastHeardAt: world.app.get(Clock).instant() });
  expect((await read(id)).last_problem).toBeNull();
});
