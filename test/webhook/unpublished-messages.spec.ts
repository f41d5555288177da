import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ServiceUnderTest } from '../generic/service-under-test.js';
import { eventually } from '../kernel/manual-clock.js';
import { workedMapping } from './worked-mappings.js';

/**
 * docs/bring-your-own.md, "A system that shows its messages to customers only": the first message is kept and read, and
 * the mapping made from it. How Sine proves its messages is published; the message here is made up.
 */
let usher: ServiceUnderTest;
let id: string;
const secret = 'sine-0123456789';
const seesOnly = workedMapping('A system that shows its messages to customers only');

beforeAll(async () => {
  usher = await ServiceUnderTest.start();
  const { status, body } = await usher.call('POST', '/connections', {
    name: 'Sine',
    connector: 'webhook',
    settings: { verifier: { type: 'header', header: 'x-sine-auth' }, mapping: seesOnly, time_zone: 'Europe/Vienna' },
    secrets: { secret },
    access: { preset: 'visitor-user', deliver: [], ends: { after_check_out_seconds: 0 } },
  });
  expect([status, body.problems]).toEqual([201, undefined]);
  id = body.id;
});
afterAll(() => usher.stop());

const visitor = { passId: 'p-71', firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const arrival = { event: 'arrived', date: at(-60), data: visitor };

async function post(body: object, proof = secret): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-sine-auth': proof };
  return (await fetch(`${usher.url}/hooks/${id}`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
}

const events = async (connectionId = id): Promise<{ id: string; status: string }[]> =>
  (await usher.call('GET', `/connections/${connectionId}/events?sort=received_at:desc`)).body._embedded.events;

test('the first message is only kept; mapped from what stands in it and replayed, it is an account', async () => {
  expect(await post(arrival, 'somebody-else')).toBe(401);
  expect(await post(arrival)).toBe(200);
  await eventually('it is looked at', async () => (await events()).some(({ status }) => status !== 'received'));
  const [first] = await events();
  expect(await usher.accounts()).toEqual([]);
  const { body: message } = await usher.call('GET', `/events/${first.id}`);
  expect(JSON.parse(message.payload)).toEqual(arrival);

  const mapping = {
    version: 1,
    kind: 'visit',
    key: { path: '/data/passId' },
    record_version: { path: '/date', transform: ['datetime:utc'] },
    match: [
      { when: [{ field: '/event', op: 'eq', value: 'arrived' }], status: 'active' },
      { when: [{ field: '/event', op: 'eq', value: 'left' }], status: 'ended' },
    ],
    fields: {
      first_name: { path: '/data/firstName' },
      last_name: { path: '/data/lastName' },
      email: { path: '/data/email', transform: ['email'], lenient: true },
      sign_in_at: { path: '/date', transform: ['datetime:utc'] },
    },
  };
  const preview = await usher.call('POST', `/connections/${id}/preview`, { settings: { mapping }, payload: arrival });
  expect(JSON.stringify(preview.body)).toContain('ada@example.com');
  expect(await usher.accounts()).toEqual([]);

  const { body: connection } = await usher.call('GET', `/connections/${id}`);
  const settings = { ...connection.settings, mapping };
  expect(await usher.call('PATCH', `/connections/${id}`, { settings })).toMatchObject({ status: 200 });
  expect((await usher.call('POST', `/events/${first.id}/replay`)).status).toBeLessThan(300);
  await eventually('the account is made', async () => (await usher.accounts()).join() === 'ada@example.com');

  expect(await post({ ...arrival, event: 'left', date: at(-5) })).toBe(200);
  await eventually('it has ended', async () => (await usher.accounts()).join() === 'ada@example.com (disabled)');
});

/** The events and their ids are those of Vizito's page; where they stand in the message is made up. */
test('visitors who are named by an id alone, by a system that proves nothing, have a code each', async () => {
  const token = 'visits-0123456789-abcdefgh';
  const { body: made } = await usher.call('POST', '/connections', {
    name: 'Vizito',
    connector: 'webhook',
    settings: { verifier: { type: 'none' }, mapping: seesOnly, time_zone: 'Europe/Brussels' },
    secrets: { path_token: token },
    access: { preset: 'visitor' },
  });
  const say = async (event: string, visitorId: string, path = `/${token}`) =>
    (
      await fetch(`${usher.url}/hooks/${made.id}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ event, companyId: 7, visitTypeId: 2, visitorId, sentAt: at(-1) }),
      })
    ).status;
  const codes = async () => {
    const { body } = await usher.call('GET', '/vouchers?page_size=100');
    return body._embedded.vouchers.map(({ status }: { status: string }) => status).sort();
  };
  expect(await say('visitor_signed_in', 'v-1', '')).toBe(401);
  expect(await say('visitor_signed_in', 'v-1')).toBe(200);
  await eventually('it is looked at', async () => (await events(made.id)).some(({ status }) => status !== 'received'));
  expect(await codes()).toEqual([]);

  const { body: connection } = await usher.call('GET', `/connections/${made.id}`);
  const mapping = {
    version: 1,
    kind: 'visit',
    key: { path: '/visitorId' },
    match: [
      { when: [{ field: '/event', op: 'eq', value: 'visitor_signed_in' }], status: 'active' },
      { when: [{ field: '/event', op: 'eq', value: 'visitor_signed_out' }], status: 'ended' },
    ],
    fields: { sign_in_at: { path: '/sentAt', transform: ['datetime:utc'] } },
  };
  const settings = { ...connection.settings, mapping };
  expect(await usher.call('PATCH', `/connections/${made.id}`, { settings })).toMatchObject({ status: 200 });
  const [first] = await events(made.id);
  expect((await usher.call('POST', `/events/${first.id}/replay`)).status).toBeLessThan(300);
  await eventually('the code is made', async () => (await codes()).join() === 'unused');
  const { body: people } = await usher.call('GET', `/connections/${made.id}/subjects`);
  expect(people._embedded.subjects).toMatchObject([{ key: 'v-1' }]);

  expect(await say('visitor_signed_out', 'v-1')).toBe(200);
  await eventually('it is over', async () => (await codes()).every((status: string) => status !== 'unused'));
});
