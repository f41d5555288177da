import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MailServer, type ReceivedMail } from '../console/alerts/mail-server.js';
import { createMigratedDatabase, type TestDatabase } from '../database/fresh-database.js';
import { type ReceivedText, SmsGatewayServer } from '../provisioning/deliver/sms-gateway.js';
import { people, staffFile } from '../simulators/csv/staff-file.js';
import { DataFolder, rowsAt } from './data-folder.js';
import { type RunningService, startService } from './service.js';
import { pause, until } from './until.js';

/** On their way at once, by each way, from one process. */
const slots = 10;

let folder: DataFolder;
let database: TestDatabase;
let post: MailServer;
let gateway: SmsGatewayServer;
let service: RunningService;
let connection: string;
beforeAll(async () => {
  folder = await DataFolder.make();
  database = await createMigratedDatabase();
  post = await MailServer.listening();
  gateway = await SmsGatewayServer.listening();
  service = await start();
  const access = { preset: 'staff', deliver: [{ via: 'email' }, { via: 'sms', to: '+43660{{ employee_number }}' }] };
  await done(
    service.call('PATCH', '/delivery-settings', {
      sms: { url: gateway.url, method: 'POST', json: { to: '{{ to }}', text: '{{ text }}' } },
    }),
  );
  const made = await done(
    service.call('POST', '/connections', {
      name: 'Staff list',
      connector: 'csv',
      settings: { time_zone: 'Europe/Prague', delimiter: 'semicolon', trailer: '#TRAILER' },
      access,
      enabled: true,
    }),
  );
  connection = String(made.id);
});
afterAll(async () => {
  await service?.kill();
  await post.close();
  await gateway.close();
  await database.drop();
  await folder.remove();
});

function start(): Promise<RunningService> {
  return startService({
    DATABASE_URL: database.url,
    USHER_DATA_DIR: folder.path,
    USHER_SMTP_URL: `smtp://127.0.0.1:${post.port}`,
    USHER_SMTP_FROM: 'Usher <usher@example.com>',
    USHER_SMTP_TLS: 'none',
  });
}

async function done(answer: ReturnType<RunningService['call']>): Promise<Record<string, unknown>> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

async function killed(): Promise<void> {
  await service.kill();
  service = await start();
}

async function hires(count: number, day: number): Promise<void> {
  const answer = await fetch(`${service.url}/connections/${connection}/files?name=staff-2026-03-0${day}.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.token}`, 'content-type': 'text/csv' },
    body: staffFile(people(count)),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

interface Delivery {
  readonly via: string;
  readonly address: string;
  readonly status: string;
  readonly uncertain: boolean;
  readonly content: string | null;
}

function deliveries(): Promise<Delivery[]> {
  const url = (process.env.USHER_TEST_ADMIN_URL ?? '').replace(/\/postgres$/, new URL(database.url).pathname);
  return rowsAt<Delivery>(
    url,
    'select via, address, status, is_uncertain as uncertain, content_sealed as content from credential_deliveries',
  );
}

async function everybodyIsServed(people: number): Promise<readonly Delivery[]> {
  return until('every delivery is noted', async () => {
    const all = await deliveries();
    return all.length === 2 * people && all.every(({ status }) => status === 'delivered') && all;
  });
}

interface Message {
  readonly to: string;
  readonly id: string;
  readonly says: string;
}

const mailed = (mails: readonly ReceivedMail[]): Message[] =>
  mails.map(({ to: [to], headers, body }) => ({
    to,
    id: headers['message-id'],
    says: /Password: (\S+)/.exec(body)?.[1] ?? body,
  }));
const texted = (texts: readonly ReceivedText[]): Message[] =>
  texts.map(({ headers, body }) => {
    const { to, text } = JSON.parse(body) as { to: string; text: string };
    return { to, id: String(headers['idempotency-key']), says: text };
  });
const allMessages = () => [...mailed([...post.held, ...post.mails]), ...texted(gateway.received)];

function byPerson(messages: readonly Message[]): Map<string, Message[]> {
  const found = new Map<string, Message[]>();
  for (const message of messages) found.set(message.to, [...(found.get(message.to) ?? []), message]);
  return found;
}

/**
 * Who got a message more than once got the very same one, under the same id: where the receiver looks at it, there is
 * one.
 */
function expectRepeatsToBeOne(messages: readonly Message[]): void {
  for (const [to, received] of byPerson(messages))
    expect({ to, different: new Set(received.map(({ id, says }) => `${id} ${says}`)).size }).toEqual({
      to,
      different: 1,
    });
}

test('kill -9 before deliveries are noted: those are sent again under the same id, all others once', async () => {
  post.isHolding = true;
  gateway.isHolding = true;
  await hires(30, 1);
  await until(
    'both have all that is on its way',
    () => post.held.length === slots && gateway.received.length === slots,
  );
  const taken = new Set(allMessages().map(({ to }) => to));
  post.isHolding = false;
  gateway.isHolding = false;
  await killed();

  const noted = await everybodyIsServed(30);
  const received = byPerson(allMessages());
  expect(received.size).toBe(60);
  expect(
    [...received]
      .filter(([, messages]) => messages.length !== 1)
      .map(([to]) => to)
      .toSorted(),
  ).toEqual([...taken].toSorted());
  expect(
    noted
      .filter(({ uncertain }) => uncertain)
      .map(({ address }) => address)
      .toSorted(),
  ).toEqual([...taken].toSorted());
  expect(noted.filter(({ content }) => content !== null)).toEqual([]);
  expectRepeatsToBeOne(allMessages());
});

test('killed at any moment, nothing is lost, and only what was on its way comes twice', async () => {
  const before = allMessages().length;
  const kills = 2;
  await hires(60, 2);
  for (let kill = 1; kill <= kills; kill += 1) {
    await pause(Math.random() * 1_000);
    await killed();
  }
  const noted = await everybodyIsServed(60);
  const received = byPerson(allMessages());
  expect(received.size).toBe(120);
  expect(allMessages().length - before - 60).toBeLessThanOrEqual(kills * 2 * slots);
  const twice = [...received].filter(([, messages]) => messages.length > 1).map(([to]) => to);
  const uncertain = new Set(noted.filter((each) => each.uncertain).map(({ address }) => address));
  expect(twice.filter((to) => !uncertain.has(to))).toEqual([]);
  expectRepeatsToBeOne(allMessages());
});
