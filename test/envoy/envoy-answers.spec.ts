import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { EnvoySimulator } from '../simulators/envoy/envoy-simulator.js';
import { headersOf, type WebhookSender } from '../simulators/envoy/webhook-sender.js';
import { VisitorWorld } from '../visitor/visitor-world.js';
import { envelope } from './envoy-rig.js';

/** What reception reads at the entry: every sign-in that was answered "under way" comes to an end there. */
let house: VisitorWorld;
let envoy: EnvoySimulator;
let connection: { readonly id: string; readonly hook: string };
let sender: WebhookSender;
beforeAll(async () => {
  house = await VisitorWorld.start();
});
afterAll(async () => {
  await house.stop();
});
beforeEach(async () => {
  envoy = await EnvoySimulator.start();
});
afterEach(async () => {
  await house.world.made(202, 'DELETE', `/connections/${connection.id}?accounts=delete`).catch(() => undefined);
  await envoy.stop();
});

async function reception(access: object): Promise<void> {
  const settings = {
    api_url: envoy.url,
    app_url: envoy.url,
    client_id: envoy.clientId,
    install_id: envoy.installId,
    show_credentials: true,
  };
  connection = await house.connection('envoy', settings, { client_secret: envoy.clientSecret }, access);
  sender = envoy.postWebhooksTo({ url: connection.hook });
}

async function arrives(visitor: Parameters<EnvoySimulator['office']['signIn']>[0] = {}): Promise<string> {
  const id = envoy.office.signIn(visitor);
  await sender.flush();
  return id;
}

const jobs = async () =>
  envoy.jobs.map(({ status, status_message: message, failure_reason: reason }) => `${status}: ${reason ?? message}`);
const deliveries = async () =>
  (
    (await house.get(`/deliveries?filter[connection_id]=${connection.id}`)).body._embedded.deliveries as {
      outcome: string;
      status: string;
      kind: string | null;
      reason: string | null;
    }[]
  ).map(({ outcome, status, kind }) => `${outcome} ${status} ${kind}`);

test('a visitor without access is answered as ignored, once, also when the message is replayed', async () => {
  await reception({ preset: 'visitor', when: [{ field: 'company_name', op: 'eq', value: 'Analytical Ltd' }] });
  await arrives();
  await house.becomes(jobs, ['ignored: No Wi-Fi access: the conditions of access do not hold (status active)']);
  await house.becomes(deliveries, ['none delivered null']);
  const [{ id }] = (await house.get(`/connections/${connection.id}/events`)).body._embedded.events as { id: string }[];
  await house.world.made(202, 'POST', `/events/${id}/replay`);
  await house.absorbed(connection.id);
  await house.becomes(
    async () => (await house.world.sql<{ n: number }>('select count(*)::int as n from awaited_answers'))[0].n,
    0,
  );
  expect(await jobs()).toHaveLength(1);
});

test('a visitor who has not signed what they should is told as ignored, and a code that follows is done', async () => {
  await reception({ preset: 'visitor' });
  const entry = await arrives({ agreementRefused: true });
  await house.becomes(jobs, ['ignored: No Wi-Fi access: status held']);
  envoy.office.entryOf(entry).agreementRefused = false;
  envoy.office.approve(entry);
  await sender.flush();
  await house.becomes(async () => (await jobs()).length, 2);
  expect((await jobs())[1]).toMatch(/^done: Wi-Fi access ready/);
});

test('a job refused with 429, 401 and 503 is done within seconds: the wait kept, the token renewed once', async () => {
  await reception({ preset: 'visitor-user', username: 'd-{{ key | slug }}', deliver: [{ via: 'answer' }] });
  envoy.jobFaults.push({ status: 429, retryAfterSeconds: 3 }, { status: 401 }, { status: 503 });
  await arrives();
  await house.becomes(async () => (await jobs()).map((job) => job.split(':')[0]), ['done']);
  const [refused, unauthorized, broken, done] = envoy.jobsAskedAt;
  expect(envoy.jobsAskedAt).toHaveLength(4);
  expect(unauthorized - refused).toBeGreaterThanOrEqual(2_900);
  expect(done - broken).toBeGreaterThanOrEqual(1_900);
  expect(envoy.asked.filter((each) => each.endsWith('/token')).length).toBeGreaterThanOrEqual(2);
});

test("a record without a usable name is a failure, as is a name that is another system's", async () => {
  await reception({ preset: 'visitor-user', username: '{{ company_name }}' });
  await arrives();
  await house.becomes(async () => (await jobs()).map((job) => job.split(':')[0]), ['failed']);
  expect((await jobs())[0]).toContain('username');
  await house.world.made(201, 'POST', '/users', { body: { username: 'reception', password: 'somebody-else-1' } });
  await house.world.made(200, 'PATCH', `/connections/${connection.id}`, {
    body: { access: { preset: 'visitor-user', username: 'reception' } },
  });
  await arrives({ fullName: 'Mary Fell' });
  await house.becomes(async () => (await jobs()).length, 2);
  expect((await jobs())[1]).toMatch(/^failed: .*somebody else's/);
});

test('while the connection is paused nothing is made, and that is said; the code follows when it goes on', async () => {
  await reception({ preset: 'visitor' });
  await house.world.made(200, 'POST', `/connections/${connection.id}/pause`, { body: { mode: 'grants' } });
  await arrives();
  await house.becomes(jobs, ['failed: Wi-Fi access could not be made: the connection is paused']);
  await house.world.made(200, 'POST', `/connections/${connection.id}/resume`);
  await house.becomes(async () => (await jobs()).length, 2);
  expect((await jobs())[1]).toMatch(/^done: /);
});

test('without a delivery by answer the job is done all the same, and names no credential', async () => {
  await reception({ preset: 'visitor', deliver: [] });
  await arrives();
  await house.becomes(jobs, ['done: Wi-Fi access ready; the credentials are delivered another way']);
  expect(envoy.jobs[0].attachments ?? []).toEqual([]);
});

test('signed in twice on one entry, each job gets the credential', async () => {
  await reception({ preset: 'visitor' });
  const entry = await arrives();
  await house.becomes(async () => (await jobs()).length, 1);
  envoy.office.approve(entry);
  await sender.flush();
  await house.becomes(async () => (await jobs()).length, 2);
  const codes = envoy.jobs.map(
    ({ attachments }) =>
      (attachments as { label: string; value: string }[]).find(({ label }) => label === 'Wi-Fi code')?.value,
  );
  expect(codes[0]).toBeDefined();
  expect(codes[1]).toBe(codes[0]);
  expect(new Set(envoy.jobs.map(({ id }) => id)).size).toBe(2);
});

test('a message that cannot be understood is a failure of its job', async () => {
  await reception({ preset: 'visitor' });
  const { payload, ...rest } = envelope('entry_sign_in') as { payload: object };
  const body = JSON.stringify({ ...rest, payload: { ...payload, id: null } });
  const { status } = await fetch(connection.hook, {
    method: 'POST',
    headers: headersOf(body, { clientSecret: envoy.clientSecret }),
    body,
  });
  expect(status).toBe(202);
  await house.becomes(jobs, ['failed: The message could not be understood']);
  await house.becomes(deliveries, ['failed delivered null']);
});
