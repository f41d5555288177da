import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { MailServer, type ReceivedMail } from '../console/alerts/mail-server.js';
import { Receiver } from '../console/webhooks/receiver.js';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { until } from './until.js';

let folder: DataFolder;
let database: TestDatabase;
let mail: MailServer;
let hooks: Receiver;
let service: RunningService;
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  mail = await MailServer.listening();
  hooks = await Receiver.listening();
  service = await start();
  const operator = { token: service.token, email: 'eva@example.com', name: 'Eva', password: 'correct horse battery' };
  await made('/first-operator', operator, { authorization: '' });
  await made('/webhooks', { url: hooks.url(), events: ['user.created'] });
  await made('/report-schedules', { name: 'Logins', report_id: '110', every: 'day', recipients: ['desk@example.com'] });
});
afterEach(() => {
  mail.isHolding = false;
});
afterAll(async () => {
  await service?.kill();
  await hooks?.close();
  await mail?.close();
  await database?.drop();
  await folder?.remove();
});

function start(): Promise<RunningService> {
  return startService({
    DATABASE_URL: database.url,
    USHER_DATA_DIR: folder.path,
    USHER_BASE_URL: 'https://wifi.example.com',
    USHER_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    USHER_SMTP_FROM: 'Usher <usher@example.com>',
    USHER_SMTP_TLS: 'none',
  });
}

async function made(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
  const answer = await service.call('POST', path, body, headers);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
}

const admin = () => (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/postgres$/, new URL(database.url).pathname);
const rows = <Row extends object>(sql: string) => rowsAt<Row>(admin(), sql);

/** A mail for a new password, a report and an event are sent to servers that take them and do not say so. */
async function sendsAll(round: string): Promise<void> {
  mail.isHolding = true;
  mail.held.length = 0;
  mail.mails.length = 0;
  hooks.received.length = 0;
  hooks.behaviour = () => 'hang';
  await made('/password-resets', { email: 'eva@example.com' }, { authorization: '' });
  await rows('update report_schedules set next_at = now()');
  await made('/users', { username: `guest-${round}`, password: 'correct horse' });
  await until('they are on their way', () => mail.held.length === 2 && hooks.received.length === 1);
  hooks.behaviour = () => ({ status: 204 });
}

/** The process is killed, and another goes on. */
async function killed(): Promise<void> {
  await service.kill();
  mail.isHolding = false;
  service = await start();
}

async function nothingWaits(): Promise<void> {
  await until('nothing waits', async () => {
    const [{ open }] = await rows<{ open: number }>(`select (select count(*) from report_mails where status = 'pending')
      + (select count(*) from password_resets where status = 'pending')
      + (select count(*) from webhook_deliveries where status = 'pending') as open`);
    return Number(open) === 0;
  });
}

const resetIn = ({ body }: ReceivedMail) => /#(reset_[\w-]{43})/.exec(body)?.[1];
const recognized = (mails: readonly ReceivedMail[]) =>
  mails.map((each) => [each.to[0], each.headers['message-id'], resetIn(each)]).toSorted();

async function expectEachAgainOnce(): Promise<void> {
  await nothingWaits();
  expect(recognized(mail.mails)).toEqual(recognized(mail.held));
  expect(mail.mails.map(({ to: [to] }) => to).toSorted()).toEqual(['desk@example.com', 'eva@example.com']);
  const [first, second] = hooks.received;
  expect(hooks.received).toHaveLength(2);
  expect([second.headers['webhook-id'], second.body]).toEqual([first.headers['webhook-id'], first.body]);
}

test('kill -9 before receivers say that they took it: another process sends each once more, under its id', async () => {
  await sendsAll('before');
  await killed();
  await expectEachAgainOnce();
});

test('kill -9 after they said so and before that is noted: the same', async () => {
  await sendsAll('after');
  const client = new pg.Client({ connectionString: admin() });
  await client.connect();
  try {
    await client.query('begin');
    for (const table of ['report_mails', 'password_resets', 'webhook_deliveries'])
      await client.query(`select from ${table} where status = 'pending' for update`);
    mail.letGo();
    hooks.accept();
    const noting = "pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await until('it would note them', async () => (await rows(`select from ${noting}`)).length >= 3);
    await service.kill();
    // What PostgreSQL has of a process that is gone, it would still do.
    await rows(`select pg_terminate_backend(pid, 10000) from ${noting}`);
  } finally {
    await client.end();
  }
  await killed();
  await expectEachAgainOnce();
});
