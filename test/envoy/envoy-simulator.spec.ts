import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '../kernel/manual-clock.js';
import { EnvoySimulator } from '../simulators/envoy/envoy-simulator.js';

let simulator: EnvoySimulator;
let clock: ManualClock;
beforeEach(async () => {
  clock = new ManualClock('2026-11-20T09:00:00.000Z');
  simulator = await EnvoySimulator.start({ clock });
});
afterEach(() => simulator.stop());

const basic = () => `Basic ${Buffer.from(`${simulator.clientId}:${simulator.clientSecret}`).toString('base64')}`;
const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await fetch(simulator.url + path, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const token = async (form: Record<string, string>) =>
  String(
    (
      await ask('/a/auth/v0/token', {
        method: 'POST',
        headers: { authorization: basic() },
        body: new URLSearchParams(form),
      })
    ).body.access_token,
  );
const entries = '/v1/entries?signedInAtAfter=2026-11-20T00:00:00.000Z&sort=SIGNED_IN_AT&order=ASC';

describe('who may ask', () => {
  test("reading takes the installer's token or the API key, jobs the app's own token, for twelve hours", async () => {
    const installer = {
      authorization: `Bearer ${await token({ grant_type: 'plugin_install', install_id: simulator.installId })}`,
    };
    const app = { authorization: `Bearer ${await token({ grant_type: 'client_credentials' })}` };
    const job = { method: 'PATCH', body: JSON.stringify({ status: 'done' }) };
    const statuses = [
      await ask(entries),
      await ask(entries, { headers: installer }),
      await ask(entries, { headers: { 'x-api-key': simulator.apiKey } }),
      await ask(entries, { headers: app }),
      await ask('/api/v2/plugin-services/jobs/1', { ...job, headers: app }),
      await ask('/api/v2/plugin-services/jobs/1', { ...job, headers: installer }),
      await ask('/api/v3/invites', { headers: { 'x-api-key': simulator.apiKey } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 200, 200, 403, 200, 403, 401]);
    await clock.advance(43_200);
    expect((await ask(entries, { headers: installer })).status).toBe(401);
  });

  test('attachments of a kind that Envoy does not know are refused', async () => {
    const headers = { authorization: `Bearer ${await token({ grant_type: 'client_credentials' })}` };
    const update = async (body: object) =>
      (await ask('/api/v2/plugin-services/jobs/1', { method: 'PATCH', headers, body: JSON.stringify(body) })).status;
    expect([
      await update({ status: 'done', attachments: [{ type: 'badge', label: 'x', value: 'y' }] }),
      await update({ status: 'finished' }),
      await update({ status: 'ignored' }),
    ]).toEqual([422, 422, 200]);
  });
});

test('lists give pages, the whole total, and 429 beyond the bucket', async () => {
  const headers = { 'x-api-key': simulator.apiKey };
  for (let count = 0; count < 5; count += 1) simulator.office.signIn();
  const { body } = await ask(`${entries}&page=2&perPage=2`, { headers });
  expect(body.meta).toEqual({ page: 2, perPage: 2, total: 5 });
  expect(body.data).toHaveLength(2);
  expect((await ask('/v1/entries', { headers })).status).toBe(400);
  simulator.faults.bucket = 3;
  expect([(await ask(entries, { headers })).status, (await ask(entries, { headers })).status]).toEqual([200, 429]);
  await clock.advance(61);
  expect((await ask(entries, { headers })).status).toBe(200);
});

test('a webhook is signed over its bytes and tried five times; sign-out by the clock sends none', async () => {
  const sender = simulator.postWebhooksTo({ url: 'http://127.0.0.1:9/' });
  const entry = simulator.office.signIn();
  for (let attempt = 0; attempt < 6; attempt += 1) await sender.flush();
  const [{ body, headers, attempts }] = sender.sent;
  expect([attempts, sender.discarded]).toEqual([5, 1]);
  expect(headers['x-envoy-signature']).toBe(createHmac('sha256', simulator.clientSecret).update(body).digest('base64'));
  expect(JSON.parse(body)).toMatchObject({
    meta: { event: 'entry_sign_in', job: { identifier: `vr:entry:${entry}` } },
    payload: { id: entry, attributes: { 'signed-in-at': '2026-11-20 09:00:00' } },
  });
  simulator.office.signOutByClock();
  expect(await sender.flush()).toEqual([]);
});
