import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { examplePayloads } from '../../../src/console/events/event-examples.js';
import type { EventType } from '../../../src/console/events/event-types.js';
import { ServiceUnderTest } from '../../generic/service-under-test.js';
import { eventually } from '../../kernel/manual-clock.js';
import { pagings, peopleMapping } from '../../rest-poll/rest-poll-rig.js';
import { listSecret, PeopleList } from '../../simulators/rest-poll/people-list.js';
import { formOf } from './form-of.js';
import { Receiver } from './receiver.js';

/**
 * The whole service: what is done at its API and what a personnel system says is heard at an endpoint that asks for it.
 */
const asked = [
  'user.created',
  'user.disabled',
  'user.enabled',
  'user.renamed',
  'user.deleted',
  'voucher.created',
  'connection.quarantined',
  'connection.recovered',
  'run.held',
];
let usher: ServiceUnderTest;
let list: PeopleList;
let [receiver, usual]: Receiver[] = [];
let secret: string;
beforeAll(async () => {
  usher = await ServiceUnderTest.start();
  list = await PeopleList.start();
  [receiver, usual] = [await Receiver.listening(), await Receiver.listening()];
  ({ secret } = await made('/webhooks', { url: receiver.url(), events: asked }));
  await made('/webhooks', { url: usual.url() });
});
afterAll(async () => {
  await usher.stop();
  for (const each of [receiver, usual]) await each.close();
  await list.stop();
});

async function made(path: string, body: object) {
  const answer = await usher.call('POST', path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** What has come of one event, each signed. */
function heard(event: string): Record<string, unknown>[] {
  return receiver.received
    .map(({ body, headers }) => new Webhook(secret).verify(body, headers as Record<string, string>))
    .filter((each) => (each as { event: string }).event === event) as Record<string, unknown>[];
}
const comes = (event: string, count = 1) =>
  eventually(`${event} is heard`, () => heard(event).length >= count).then(() => heard(event));

test('users and vouchers: created, disabled, enabled, renamed, deleted, each event sent once', async () => {
  const { id } = await made('/users', { username: 'anna', password: 'correct horse' });
  await usher.call('PATCH', `/users/${id}`, { disabled: 1 });
  await usher.call('PATCH', `/users/${id}`, { disabled: 0, username: 'anne' });
  await usher.call('DELETE', `/users/${id}`);
  const group = await made('/user-groups', { name: 'Day guests' });
  const { _embedded: sheet } = await made('/vouchers', { table_id: group.id, duration: 3600, count: 2 });
  expect(await comes('user.created')).toMatchObject([{ user: { username: 'anna' }, account: { id } }]);
  expect(await comes('user.disabled')).toMatchObject([{ user: { username: 'anna' }, account: { id } }]);
  expect(await comes('user.enabled')).toMatchObject([{ user: { username: 'anne' }, account: { id } }]);
  expect(await comes('user.renamed')).toMatchObject([{ user: { username: 'anne' }, account: { id } }]);
  expect(await comes('user.deleted')).toMatchObject([{ user: { username: 'anne' }, account: { id } }]);
  expect(await comes('voucher.created', 2)).toHaveLength(2);
  for (const { code } of sheet.vouchers) expect(JSON.stringify(receiver.bodies)).not.toContain(code);
});

test('a connection that is refused and works again, and a list that would end too much', async () => {
  const people = Array.from({ length: 60 }, (_, index) => list.hire(`Person${index}`));
  const { id } = await made('/connections', {
    name: 'Personnel',
    connector: 'rest-poll',
    schedule: { full: null, incremental: null },
    access: { preset: 'staff', deliver: [] },
    settings: {
      url: list.url,
      authentication: { type: 'bearer' },
      paging: pagings.page,
      mapping: peopleMapping,
      time_zone: 'Europe/Vienna',
    },
    secrets: { secret: listSecret },
  });
  const run = async () => {
    const started = await made(`/connections/${id}/sync`, { mode: 'full' });
    await eventually(
      'the run is over',
      async () => !['queued', 'running'].includes((await usher.call('GET', `/runs/${started.id}`)).body.status),
    );
  };
  await run();
  await comes('user.created', 61);

  list.faults.status = 401;
  await run();
  const about = { id, name: 'Personnel', connector: 'rest-poll' };
  expect(await comes('connection.quarantined')).toMatchObject([
    { connection: { ...about, status: 'quarantined', problem: 'credentials_refused' } },
  ]);
  list.faults.status = undefined;
  expect(await made(`/connections/${id}/test`, {})).toMatchObject({ ok: true });
  expect(await comes('connection.recovered')).toMatchObject([{ connection: { ...about, status: 'active' } }]);

  for (const person of people.slice(0, 40)) list.change(person, { state: 'left', end: '01.04.2026' });
  await run();
  expect(await comes('run.held')).toMatchObject([{ run: { connection_id: id, held: 40 } }]);
  expect(await comes('user.disabled')).toHaveLength(1);
});

test.each(asked)('a real %s has the names and forms of its example', async (event) => {
  const [real] = await comes(event);
  const example = examplePayloads[event as EventType];
  expect([event, formOf(real)]).toEqual([event, formOf(example)]);
  expect(Object.keys(real)).toEqual(Object.keys(example));
});

test('an endpoint that names no events gets none of them', async () => {
  expect(usual.received).toEqual([]);
});
