import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ReportMailPlanner } from '../../../src/console/report-schedules/report-mail-planner.js';
import { ReportMailQueueRepository } from '../../../src/console/report-schedules/report-mail-queue.repository.js';
import { ReportMailSender } from '../../../src/console/report-schedules/report-mail-sender.js';
import { ReportSchedulesModule } from '../../../src/console/report-schedules/report-schedules.module.js';
import { statement } from '../../../src/database/database.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { AlertWorld, type House, smtpAt } from '../alerts/alert-world.js';
import { MailServer } from '../alerts/mail-server.js';

const options = { modules: [ReportSchedulesModule], settings: { baseUrl: 'https://usher.example' } };
const signal = new AbortController().signal;

let server: MailServer;
let one: AlertWorld;
let other: AlertWorld;
let house: House;
beforeAll(async () => {
  server = await MailServer.listening();
  one = await AlertWorld.open(smtpAt(server.port), options);
  other = await AlertWorld.open(smtpAt(server.port), { ...options, shared: one.http, clock: one.clock });
});
afterAll(async () => {
  await other?.close();
  await one?.close();
  await server?.close();
});
beforeEach(async () => {
  // Thursday, 14 May 2026, at three in the afternoon in Vienna; later tests are later.
  house = await one.house();
  server.mails.length = 0;
  server.refuse = () => null;
});
afterEach(async () => {
  await sql('delete from report_schedules');
});

const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  one.http.fresh.database.query<Row>(systemContext(everyOrganization, 'test'), statement('', text), values);

const weekday = { name: 'Logins of the day', report_id: '110', every: 'day', recipients: ['desk@example.com'] };
const made = async (changes: object = {}) => {
  const { status, body, text } = await one.call(house, 'POST', '/report-schedules', { ...weekday, ...changes });
  expect([status, text]).toEqual([201, text]);
  return body;
};
const schedule = async (id: string) => (await one.call(house, 'GET', `/report-schedules/${id}`)).body;

async function login(at: string, username: string): Promise<void> {
  await sql(
    `insert into authentication_log (organization_id, at, id, outcome, username, reason)
    values ($1, $2, gen_random_uuid(), 'rejected', $3, 'unknown_user')`,
    [house.id, at, username],
  );
}

/** Lets the clock come to this time, and every process do its work at once. */
async function until(at: string): Promise<void> {
  await one.clock.advance((Date.parse(at) - one.clock.milliseconds()) / 1000);
  await Promise.all([one, other].map((world) => world.http.app.get(ReportMailPlanner).round(signal)));
  await send();
}

async function send(): Promise<void> {
  const senders = [one, other].map((world) => world.http.app.get(ReportMailSender));
  await Promise.all(senders.map((sender) => sender.round()));
  await Promise.all(senders.map((sender) => sender.settled()));
}

test('each recipient gets one mail about the day before by the clock of the house, whoever sends', async () => {
  await login('2026-05-13T21:59:59.000Z', 'the-day-before');
  await login('2026-05-13T22:00:00.000Z', 'first');
  await login('2026-05-14T21:59:59.000Z', '=last');
  await login('2026-05-14T22:00:00.000Z', 'the-day-after');
  const { id, next_at } = await made({ recipients: ['desk@example.com', 'owner@example.com'] });
  expect(next_at).toBe('2026-05-15T05:00:00.000Z');
  await until('2026-05-15T04:59:59.000Z');
  expect(server.mails).toEqual([]);
  await until('2026-05-15T05:00:00.000Z');
  await until('2026-05-15T05:01:00.000Z');
  expect(server.mails.map(({ to }) => to[0]).toSorted()).toEqual(['desk@example.com', 'owner@example.com']);
  const [{ headers, body }] = server.mails;
  expect(headers.subject).toMatch(/^\[Usher\] House \d+: Logins of the day$/);
  expect(body).toContain('2026-05-14 00:00 to 2026-05-15 00:00 (Europe/Vienna)');
  expect(body).toContain(`To stop it, ask them to take it off, or do it yourself if you may:`);
  expect(body).toContain(`https://usher.example/console/report-schedules?id=${id}`);
  const csv = attached(body);
  // As a spreadsheet knows that it is UTF-8.
  expect(csv).toMatch(/^\ufeffat,/);
  expect(csv).toContain('first');
  // As a spreadsheet does not execute it.
  expect(csv).toContain("'=last");
  expect(csv).not.toMatch(/the-day-(before|after)/);
  expect(await schedule(id)).toMatchObject({
    next_at: '2026-05-16T05:00:00.000Z',
    last_sent_at: '2026-05-15T05:00:00.000Z',
    problem: null,
  });
});

test('a mail that a dead process held goes out once its lease is over, under the same id', async () => {
  const { id } = await made({ format: 'html', hour: 9 });
  const at = (await schedule(id)).next_at;
  await one.clock.advance((Date.parse(at) - one.clock.milliseconds()) / 1000);
  await one.http.app.get(ReportMailPlanner).round(signal);
  const [dead] = await one.http.app
    .get(ReportMailQueueRepository)
    .claim('email', 'a process that dies', at, { limit: 5 });
  await send();
  expect(server.mails).toEqual([]);
  await one.clock.advance(151);
  await send();
  await send();
  expect(server.mails.map(({ headers }) => headers['message-id'])).toEqual([`<${dead.id}@usher.example>`]);
});

test('times that passed while nothing ran are one mail, about the latest of them that was due', async () => {
  const { id, next_at } = await made();
  await until(new Date(Date.parse(next_at) + 5 * 86_400_000 + 60_000).toISOString());
  expect(server.mails).toHaveLength(1);
  expect(Date.parse((await schedule(id)).next_at) - Date.parse(next_at)).toBe(6 * 86_400_000);
});

test('as HTML the rows are in the mail, and nothing of them is markup', async () => {
  const day = new Date(one.clock.milliseconds()).toISOString();
  await login(day, '<img src=x>');
  const { next_at } = await made({
    format: 'html',
    parameters: { columns: ['at', 'username'], filter: { outcome: 'rejected' } },
  });
  await until(next_at);
  const [{ body }] = server.mails;
  expect(body).toContain('&lt;img src=x&gt;');
  expect(body).not.toContain('<img src=x>');
  expect(body).toMatch(/The whole report: https:\S+\/console\/reports\/110\?\S+&amp;q=outcome%3Arejected</);
  expect(body).toContain('>username</th>');
});

test('a report that reaches nobody is alerted, then switched off after the third time', async () => {
  server.refuse = () => Object.assign(new Error('no such mailbox'), { responseCode: 550 });
  const { id } = await made();
  const alerts = async () =>
    (await one.alerts(house)).map(({ event, status, resolved_at: end }) => [event, status ?? end === null]);
  for (const time of [1, 2]) {
    await until((await schedule(id)).next_at);
    expect([time, (await schedule(id)).disabled]).toEqual([time, 0]);
    expect((await schedule(id)).problem).toContain('no such mailbox');
  }
  expect((await alerts()).filter(([event]) => event === 'report.undelivered')).toHaveLength(1);
  await until((await schedule(id)).next_at);
  expect(await schedule(id)).toMatchObject({ disabled: 1, next_at: null });
  server.refuse = () => null;
  const { body } = await one.call(house, 'PATCH', `/report-schedules/${id}`, { disabled: 0 });
  expect(body).toMatchObject({ disabled: 0, problem: null });
  const open = await one.call(house, 'GET', '/alerts?filter[status]=open');
  expect(open.body.total_items).toBe(0);
  await until(body.next_at);
  expect(server.mails).toHaveLength(1);
  expect(await schedule(id)).toMatchObject({ disabled: 0, problem: null });
});

test('who does not get a report is named until they do, whoever else gets it', async () => {
  const undelivered = async () =>
    (await one.call(house, 'GET', '/alerts?filter[status]=open')).body._embedded.alerts.map(
      ({ event }: { event: string }) => event,
    );
  const bounces = (...addresses: string[]) => {
    server.refuse = (address) =>
      addresses.includes(address) ? Object.assign(new Error('no such mailbox'), { responseCode: 550 }) : null;
  };
  const recipients = ['desk@example.com', 'full@example.com', 'typo@example.com'];
  const { id } = await made({ recipients });
  bounces('full@example.com', 'typo@example.com');
  for (const _ of ['one day', 'the next']) {
    await until((await schedule(id)).next_at);
    expect((await schedule(id)).problem).toMatch(/^full@example\.com: .*; typo@example\.com: .*no such mailbox/);
    expect(await undelivered()).toEqual(['report.undelivered']);
  }
  bounces('typo@example.com');
  await until((await schedule(id)).next_at);
  expect((await schedule(id)).problem).toMatch(/^typo@example\.com: [^;]*$/);
  expect(await undelivered()).toEqual(['report.undelivered']);
  const { body } = await one.call(house, 'PATCH', `/report-schedules/${id}`, { recipients: recipients.slice(0, 2) });
  expect(body.problem).toBeNull();
  expect(await undelivered()).toEqual([]);
  await until((await schedule(id)).next_at);
  expect(await schedule(id)).toMatchObject({ problem: null, disabled: 0 });
});

test('recipients who are taken off, or whose schedule is deleted, get no further mail', async () => {
  const first = await made({ recipients: ['desk@example.com', 'gone@example.com'] });
  const second = await made({ recipients: ['deleted@example.com'] });
  await one.clock.advance((Date.parse(first.next_at) - one.clock.milliseconds()) / 1000);
  await one.http.app.get(ReportMailPlanner).round(signal);
  await one.call(house, 'PATCH', `/report-schedules/${first.id}`, { recipients: ['desk@example.com'] });
  await one.call(house, 'DELETE', `/report-schedules/${second.id}`);
  await send();
  expect(server.mails.map(({ to }) => to[0])).toEqual(['desk@example.com']);
  expect((await schedule(first.id)).problem).toBeNull();
});

test('an operator who is deleted gets no further mail, also with the schedule saved as it is', async () => {
  const roles = await one.call(house, 'GET', '/roles');
  const role_id = (roles.body as { _embedded: { roles: { id: string }[] } })._embedded.roles[0]!.id;
  const address = 'former@example.com';
  const { body: operator } = await one.call(house, 'POST', '/operators', { email: address, name: 'Former', role_id });
  const { id } = await made({ recipients: [address, 'desk@example.com'] });
  expect((await one.call(house, 'DELETE', `/operators/${String(operator.id)}`)).status).toBe(204);
  await one.call(house, 'PATCH', `/report-schedules/${id}`, { recipients: [address, 'desk@example.com'], hour: 8 });
  await until((await schedule(id)).next_at);
  expect(server.mails.map(({ to }) => to)).toEqual([['desk@example.com']]);
  const [{ error }] = await sql<{ error: string }>('select error from report_mails where recipient = $1', [address]);
  expect(error).toContain('was deleted');

  await one.call(house, 'PATCH', `/report-schedules/${id}`, { recipients: ['desk@example.com'] });
  await one.call(house, 'PATCH', `/report-schedules/${id}`, { recipients: ['desk@example.com', address] });
  await until((await schedule(id)).next_at);
  expect(
    server.mails
      .slice(1)
      .map(({ to }) => to[0])
      .toSorted(),
  ).toEqual(['desk@example.com', address]);
});

test.each([
  [{ report_id: '999' }, '#/report_id'],
  [{ recipients: [] }, '#/recipients'],
  [{ recipients: ['desk'] }, '#/recipients/0'],
  [{ recipients: ['desk@example.com', 'DESK@example.com'] }, '#/recipients'],
  [{ recipients: Array.from({ length: 11 }, (_, place) => `desk${place}@example.com`) }, '#/recipients'],
  [{ every: 'hour' }, '#/every'],
  [{ hour: 24 }, '#/hour'],
  [{ time_zone: 'Vienna' }, '#/time_zone'],
  [{ parameters: { columns: ['nope'] } }, '#/parameters'],
  [{ parameters: { earliest: '-2y' } }, '#/parameters'],
  [{ parameters: { format: 'csv' } }, '#/parameters'],
])('%j is refused at %s', async (changes, pointer) => {
  const { status, body } = await one.call(house, 'POST', '/report-schedules', { ...weekday, ...changes });
  expect([status, body.errors?.map((each: { pointer: string }) => each.pointer)]).toEqual([422, [pointer]]);
});

test('who only reads reports schedules none, and nobody sends what they may not read', async () => {
  const key = async (...permissions: string[]) => {
    const { body } = await one.call(house, 'POST', '/keys', { name: permissions.join(' '), permissions });
    return { token: body.token as string };
  };
  const reader = await key('reports:read');
  expect((await one.call(reader, 'POST', '/report-schedules', weekday)).status).toBe(403);
  const writer = await key('reports:read', 'reports:write');
  expect((await one.call(writer, 'POST', '/report-schedules', { ...weekday, report_id: '121' })).status).toBe(403);
  expect((await one.call(writer, 'POST', '/report-schedules', weekday)).status).toBe(201);
  expect((await one.call(reader, 'GET', '/report-schedules')).body.total_items).toBe(1);
});

test('over the night with two midnights, each login is in the report of its own day, and in no other', async () => {
  await login('2026-11-01T03:59:59.000Z', 'on-saturday');
  await login('2026-11-01T04:30:00.000Z', 'at-half-past-midnight');
  await login('2026-11-01T05:30:00.000Z', 'an-hour-later');
  await login('2026-11-02T05:00:00.000Z', 'on-monday');
  await one.clock.advance((Date.parse('2026-10-31T12:00:00.000Z') - one.clock.milliseconds()) / 1000);
  const { next_at } = await made({ hour: 0, time_zone: 'America/Havana' });
  expect(next_at).toBe('2026-11-01T04:00:00.000Z');
  for (const at of [next_at, '2026-11-01T05:00:00.000Z', '2026-11-02T05:00:00.000Z', '2026-11-03T05:00:00.000Z'])
    await until(at);
  const told = server.mails.map(({ body }) =>
    ['on-saturday', 'at-half-past-midnight', 'an-hour-later', 'on-monday'].filter((name) =>
      attached(body).includes(name),
    ),
  );
  expect(told).toEqual([['on-saturday'], ['at-half-past-midnight', 'an-hour-later'], ['on-monday']]);
});

/** What came along. */
function attached(body: string): string {
  const [, base64 = ''] = /filename=\S+\n\n([A-Za-z0-9+/=\s]*)--/.exec(body) ?? [];
  return Buffer.from(base64, 'base64').toString('utf8');
}
