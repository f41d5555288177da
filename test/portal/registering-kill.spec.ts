import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MailServer } from '../console/alerts/mail-server.js';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder, rowsAt } from '../e2e/data-folder.js';
import { type RunningService, startService } from '../e2e/service.js';
import { until } from '../e2e/until.js';
import { arrivalOf, linkIn, stateIn } from './registering-world.js';

let folder: DataFolder;
let database: TestDatabase;
let mails: MailServer;
let service: RunningService;
let slug: string;
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  mails = await MailServer.listening();
  service = await start();
  const network = await service.call('POST', '/networks', { name: 'Guest' });
  const portal = { name: 'Lobby', network_id: network.body.id, methods: ['self_registration'], duration: 7200 };
  slug = String((await service.call('POST', '/captive-portals', portal)).body.slug);
  const gateway = { name: 'Lobby', network_id: network.body.id, vendor: 'coova', login_hosts: ['10.1.0.1'] };
  await service.call('POST', '/gateways', gateway);
});
afterAll(async () => {
  await service?.kill();
  await mails?.close();
  await database?.drop();
  await folder?.remove();
});

function start(): Promise<RunningService> {
  return startService({
    DATABASE_URL: database.url,
    USHER_DATA_DIR: folder.path,
    USHER_BASE_URL: 'https://wifi.example.com',
    USHER_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    USHER_SMTP_FROM: 'Usher <usher@example.com>',
    USHER_SMTP_TLS: 'none',
  });
}

const page = async (path: string) => (await fetch(service.url + path)).text();
function post(path: string, typed: Record<string, string>) {
  return fetch(service.url + path, { method: 'POST', body: new URLSearchParams(typed), redirect: 'manual' });
}
async function registers(email: string, mac: string): Promise<number> {
  const state = stateIn(await page(`/p/${slug}?${arrivalOf(mac)}`));
  return (await post(`/p/${slug}`, { state, by: 'self_registration', email })).status;
}
interface Kept {
  readonly email: string;
  readonly status: string | null;
  readonly hasAccount: boolean;
}
/** Every registration, with what became of its message. */
function kept(): Promise<Kept[]> {
  const url = (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/postgres$/, new URL(database.url).pathname);
  return rowsAt<Kept>(
    url,
    `select r.email, (select m.status from portal_requests q join portal_messages m on m.request_id = q.id
       where q.registration_id = r.id) as status, exists (select from users u where u.id = r.user_id) as "hasAccount"
     from registrations r order by r.email`,
  );
}

test('kill -9 while mails are on their way: each comes again with the same link, which works once', async () => {
  mails.isHolding = true;
  const guests = ['a@example.com', 'b@example.com', 'c@example.com'];
  for (const [index, email] of guests.entries()) expect(await registers(email, `aa-bb-cc-22-00-0${index}`)).toBe(303);
  await until('the server has them and has not said so', () => mails.held.length === guests.length);
  await service.kill();
  mails.isHolding = false;
  service = await start();
  await until('they are noted', async () => (await kept()).every(({ status }) => status === 'delivered'));
  const links = (received: typeof mails.mails) => new Map(received.map(({ to: [to], body }) => [to, linkIn(body)]));
  expect([...links(mails.mails)].toSorted()).toEqual([...links(mails.held)].toSorted());
  const ids = (received: typeof mails.mails) => received.map(({ headers }) => headers['message-id']).toSorted();
  expect(ids(mails.mails)).toEqual(ids(mails.held));
  const link = links(mails.mails).get('a@example.com') ?? '';
  expect((await post(link, {})).status).toBe(200);
  expect((await post(link, {})).status).toBe(410);
});

test('killed at any moment of registering, whoever is in has an account and a message', async () => {
  const before = (await kept()).length;
  for (let round = 0; round < 2; round += 1) {
    const sent = Array.from({ length: 12 }, (_, index) =>
      registers(`k${round}-${index}@example.com`, `aa-bb-cc-33-0${round}-${String(index).padStart(2, '0')}`).catch(
        () => 0,
      ),
    );
    await Promise.any(sent);
    await service.kill();
    await Promise.all(sent);
    service = await start();
  }
  await until('no message is left', async () => (await kept()).every(({ status }) => status === 'delivered'));
  const all = await kept();
  expect(all.length).toBeGreaterThan(before);
  expect(all.filter(({ status, hasAccount }) => status === null || !hasAccount)).toEqual([]);
});
