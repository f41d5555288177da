import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ManualClock } from '../kernel/manual-clock.js';
import { SignInAppSimulator } from '../simulators/sign-in-app/sign-in-app-simulator.js';

let simulator: SignInAppSimulator;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock('2026-11-20T22:30:00.000Z');
  simulator = await SignInAppSimulator.start({ clock });
});
afterEach(() => simulator.stop());

const json = { accept: 'application/json', 'content-type': 'application/json' };
interface Visit {
  readonly status: string;
  readonly out_datetime: string | null;
}
interface History {
  readonly data: readonly Visit[];
  readonly links: { readonly next: string | null };
}

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const authorization = `Basic ${Buffer.from(`${simulator.key}:${simulator.secret}`).toString('base64')}`;
  const answer = await fetch(`${simulator.url}/client-api/v1/${path}`, {
    headers: { ...json, authorization, ...headers },
    redirect: 'manual',
  });
  const text = await answer.text();
  return { status: answer.status, body: (text ? JSON.parse(text) : null) as unknown };
};

test('wants both JSON headers, key and secret, and ids that exist', async () => {
  expect([
    (await ask('groups')).status,
    (await ask('groups', { accept: '*/*' })).status,
    (await ask('groups', { authorization: 'Basic x' })).status,
    (await ask('sites/99/today')).status,
  ]).toEqual([200, 302, 401, 404]);
});

test("today is the site's own day, in Leeds as in Vienna", async () => {
  const names = async (site: number) =>
    ((await ask(`sites/${site}/today`)).body as { visitors: { name: string }[] }[]).flatMap(({ visitors }) =>
      visitors.map(({ name }) => name),
    );
  simulator.reception.signIn({ name: 'In Leeds' });
  simulator.reception.signIn({ name: 'In Vienna', siteId: 13 });
  expect([await names(12), await names(13)]).toEqual([['In Leeds'], ['In Vienna']]);
  await clock.advance(3600);
  expect([await names(12), await names(13)]).toEqual([['In Leeds'], []]);
});

test('the history has pages up to a null link, and knows whom the clock signed out', async () => {
  simulator.perPage = 2;
  for (let count = 0; count < 3; count += 1) simulator.reception.signIn();
  simulator.reception.signOutByClock();
  const page = async (number: number) =>
    (await ask(`sites/12/history?date_from=2026-11-20T00:00:00&date_to=2026-11-20T23:59:59&page=${number}`))
      .body as History;
  const [first, second] = [await page(1), await page(2)];
  expect([first.data.length, typeof first.links.next, second.data.length, second.links.next]).toEqual([
    2,
    'string',
    1,
    null,
  ]);
  expect(second.data[0]).toMatchObject({ status: 'signed_out', out_datetime: '2026-11-20T22:30:00Z' });
});

test('webhooks are signed in any header, and given up when nobody takes them', async () => {
  const sender = simulator.postWebhooksTo({
    url: 'http://127.0.0.1:9/',
    secret: 'secret',
    header: 'X-Any',
    encoding: 'base64',
    attempts: 2,
  });
  simulator.reception.signIn();
  for (let attempt = 0; attempt < 3; attempt += 1) await sender.flush();
  const [{ body, headers, attempts }] = sender.sent;
  expect([attempts, sender.discarded]).toEqual([2, 1]);
  expect(headers['x-any']).toBe(createHmac('sha256', 'secret').update(body).digest('base64'));
});
