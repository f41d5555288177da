import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { MailServer } from '../console/alerts/mail-server.js';
import { answering, Receiver } from '../console/webhooks/receiver.js';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { until } from './until.js';

let folder: DataFolder;
let database: TestDatabase;
let mail: MailServer;
let pages: Receiver;
let mews: Receiver;
const running: RunningService[] = [];
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  mail = await MailServer.listening();
  pages = await Receiver.listening();
  mews = await Receiver.listening(answering(401));
  for (const _ of ['one', 'two']) await start();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.kill()));
});
afterAll(async () => {
  for (const each of [mews, pages, mail]) await each.close();
  await database.drop();
  await folder.remove();
});

async function start(): Promise<RunningService> {
  const service = await startService({
    USHER_DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    USHER_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    USHER_SMTP_FROM: 'Usher <alerts@usher.example>',
    USHER_SMTP_TLS: 'none',
  });
  running.push(service);
  return service;
}

/** The process that has a mail in hand. */
async function holder(): Promise<number> {
  const at = (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/postgres$/, new URL(database.url).pathname);
  const [row] = await rowsAt<{ owner: string }>(
    at,
    "select lease_owner as owner from alert_messages where way = 'email' and lease_owner is not null",
  );
  return Number(row.owner.split(':')[1]);
}

test('two processes report refused credentials once; a process killed while mailing causes one repeat', async () => {
  const [one, two] = running;
  mail.isHolding = true;
  await one.call('POST', '/alert-contacts', { name: 'Front desk', email: 'desk@example.com', url: pages.url() });
  const made = await one.call('POST', '/connections', {
    name: 'Hotel Seeblick',
    connector: 'mews',
    settings: { base_url: mews.url('').replace(/\/$/, '') },
    secrets: { client_token: 'c', access_token: 'a', webhook_token: 'a-webhook-token-of-the-house' },
  });
  expect(made.status).toBe(201);
  await until('the contact is told by webhook', () => pages.received.length > 0);
  await until('a mail is on its way', () => mail.held.length > 0);
  const dead = await holder();
  const [killed] = running.filter(({ pid }) => pid === dead);
  expect(killed).toBeDefined();
  await killed.kill();
  mail.isHolding = false;
  await until('the other sends it', () => mail.mails.length > 0);
  const [first] = mail.mails;
  expect(first.headers['message-id']).toBe(mail.held[0].headers['message-id']);
  expect(first.headers.subject).toContain('Connection "Hotel Seeblick" has stopped');
  const living = killed === one ? two : one;
  const { body } = await living.call('GET', '/alerts');
  expect(body._embedded?.alerts).toMatchObject([
    { event: 'connection.quarantined', status: 'open', subject: { name: 'Hotel Seeblick' } },
  ]);
  expect([mail.mails.length, pages.received.length]).toEqual([1, 1]);
  expect(await living.stop()).toBe(0);
});
