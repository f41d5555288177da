import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { MessageQueueRepository } from '../../../src/console/alerts/send/message-queue.repository.js';
import { AlertNotifier } from '../../../src/console/alerts/notify/alert-notifier.js';
import { Receiver } from '../webhooks/receiver.js';
import { AlertWorld, type House, quarantined, smtpAt, subjectId } from './alert-world.js';
import { MailServer } from './mail-server.js';

let mail: MailServer;
let receiver: Receiver;
let world: AlertWorld;
let house: House;
beforeAll(async () => {
  mail = await MailServer.listening();
  receiver = await Receiver.listening();
  world = await AlertWorld.open(smtpAt(mail.port));
});
afterAll(async () => {
  await world.close();
  await receiver.close();
  await mail.close();
});
beforeAll(async () => {
  house = await world.house();
});
afterEach(async () => {
  mail.mails.length = 0;
  receiver.received.length = 0;
  // A house of its own for each test: what one was told does not damp another.
  house = await world.house();
  await world.clock.advance(120);
});

test('a connection in quarantine is told once, by mail and by webhook', async () => {
  const contact = await world.contact(house, { email: 'desk@example.com', url: receiver.url('/alerts') });
  await world.raise(house, quarantined());
  for (let round = 0; round < 3; round += 1) {
    await world.pass(70);
    await world.raise(house, quarantined());
  }
  expect(mail.mails.map(({ to, headers }) => [to, headers.subject])).toEqual([
    [['desk@example.com'], expect.stringContaining('Connection "Front desk 1" has stopped')],
  ]);
  const [{ headers, body }] = mail.mails;
  expect(headers).toMatchObject({
    from: 'Usher <alerts@usher.example>',
    'auto-submitted': 'auto-generated',
    'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@usher\.example>$/),
  });
  expect(headers.date).toMatch(
    /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d \+0000$/,
  );
  expect(body).toContain('Since: 14 May 2026, 15:0');
  expect(receiver.received.length).toBe(1);
  const [post] = receiver.received;
  expect(JSON.parse(post.body)).toMatchObject({
    type: 'alerts',
    data: {
      organization: { id: house.id },
      total: 1,
      alerts: [
        { event: 'connection.quarantined', subject: { id: subjectId(1), name: 'Front desk 1' }, resolved_at: null },
      ],
    },
  });
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  } = post.headers as Record<string, string>;
  // The signature is of the test's own time.
  const signed = new Webhook(contact.secret.slice(6)).sign(id, new Date(Number(timestamp) * 1000), post.body);
  expect(signature).toBe(signed);
  expect(
    (await world.messages(house, contact.id)).map(({ way, status, attempts }) => [way, status, attempts]).sort(),
  ).toEqual([
    ['email', 'delivered', 1],
    ['webhook', 'delivered', 1],
  ]);
});

test('when the state ends and comes again, it is told again, but not within the hour', async () => {
  await world.contact(house, { email: 'desk@example.com' });
  await world.raise(house, quarantined());
  await world.pass();
  await world.end(house, 'connection.quarantined', subjectId(1));
  await world.raise(house, quarantined());
  await world.pass(70);
  expect(mail.mails.length).toBe(1);
  const [again, first] = await world.alerts(house);
  expect([first.status, first.left_to_digest, again.status, again.told_at, again.left_to_digest]).toEqual([
    'resolved',
    false,
    'open',
    null,
    true,
  ]);
  await world.end(house, 'connection.quarantined', subjectId(1));
  await world.clock.advance(3_600);
  await world.raise(house, quarantined());
  await world.pass();
  expect(mail.mails.length).toBe(2);
});

test('another reason for the same record is news', async () => {
  await world.contact(house, { email: 'desk@example.com' });
  await world.raise(house, quarantined());
  await world.pass();
  await world.clock.advance(3_600);
  await world.raise(house, quarantined(1, { state: 'settings_invalid', detail: 'The hotel id is unknown' }));
  await world.pass();
  expect(mail.mails.map(({ body }) => body.includes('hotel id is unknown'))).toEqual([false, true]);
  expect((await world.alerts(house)).map(({ status }) => status)).toEqual(['open', 'resolved']);
});

describe('the end of a state', () => {
  test('is told once, by the same ways, to those who were told of its beginning', async () => {
    const desk = await world.contact(house, { email: 'desk@example.com', url: receiver.url('/alerts') });
    await world.raise(house, quarantined());
    await world.pass();
    await world.contact(house, { email: 'newcomer@example.com' });
    await world.end(house, 'connection.quarantined', subjectId(1));
    for (let round = 0; round < 3; round += 1) await world.pass(70);
    expect(mail.mails.map(({ to, headers }) => [to, headers.subject])).toEqual([
      [['desk@example.com'], expect.stringContaining('Connection "Front desk 1" has stopped')],
      [['desk@example.com'], expect.stringContaining('Connection "Front desk 1" is working again')],
    ]);
    expect(receiver.received.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { total: 1, ended_total: 0 },
      {
        alerts: [],
        total: 0,
        ended: [{ event: 'connection.quarantined', subject: { id: subjectId(1) }, resolved_at: expect.any(String) }],
        ended_total: 1,
      },
    ]);
    const [alert] = await world.alerts(house);
    expect([alert.status, alert.end_told_at > alert.told_at]).toEqual(['resolved', true]);
    expect((await world.messages(house, desk.id)).map(({ status }) => status)).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'delivered',
    ]);
  });

  test('is not told while the same record is in another such state; its end is, then', async () => {
    await world.contact(house, { email: 'desk@example.com' });
    await world.raise(house, quarantined());
    await world.pass();
    await world.end(house, 'connection.quarantined', subjectId(1));
    await world.raise(house, quarantined(1, { state: 'settings_invalid' }));
    await world.pass(70);
    expect(mail.mails.length).toBe(1);
    await world.end(house, 'connection.quarantined', subjectId(1));
    await world.pass(70);
    expect(mail.mails.map(({ headers }) => headers.subject)).toEqual([
      expect.stringContaining('has stopped'),
      expect.stringContaining('is working again'),
    ]);
  });

  test('switching a webhook off does not report it as no longer failing', async () => {
    await world.contact(house, { email: 'desk@example.com' });
    const webhook = { subjectName: 'Lobby', state: 'failing' };
    await world.raise(house, quarantined(1, { ...webhook, event: 'webhook.failing' }));
    await world.pass();
    await world.end(house, 'webhook.failing', subjectId(1));
    await world.raise(house, quarantined(1, { ...webhook, event: 'webhook.disabled' }));
    await world.pass(70);
    await world.end(house, 'webhook.disabled', subjectId(1));
    await world.pass(70);
    expect(mail.mails.map(({ headers }) => headers.subject.replace(/^.*: /, ''))).toEqual([
      'Webhook "Lobby" is failing',
      'Webhook "Lobby" was disabled',
      'Webhook "Lobby" is enabled again',
    ]);
  });

  test('of a connection that goes up and down an hour long there are two messages', async () => {
    await world.contact(house, { email: 'desk@example.com' });
    for (let minute = 0; minute < 15; minute += 1) {
      await world.raise(house, quarantined());
      await world.pass(90);
      await world.end(house, 'connection.quarantined', subjectId(1));
      await world.pass(90);
    }
    expect(mail.mails.map(({ headers }) => headers.subject.replace(/^.*: /, ''))).toEqual([
      'Connection "Front desk 1" has stopped',
      'Connection "Front desk 1" is working again',
    ]);
  });
});

test('a state that ends within seconds sends no message', async () => {
  await world.contact(house, { email: 'desk@example.com' });
  await world.raise(house, quarantined());
  await world.end(house, 'connection.quarantined', subjectId(1));
  await world.pass();
  expect(mail.mails).toEqual([]);
});

test('a state with a known end is over then', async () => {
  await world.contact(house, { email: 'desk@example.com', events: ['certificate.expiring'] });
  const endsAt = new Date(world.clock.milliseconds() + 60_000).toISOString();
  await world.raise(
    house,
    quarantined(1, { event: 'certificate.expiring', facts: { serial: '0a', expires_at: endsAt }, endsAt }),
  );
  await world.pass();
  await world.pass(120);
  expect([mail.mails.length, (await world.alerts(house))[0]]).toMatchObject([
    1,
    { status: 'resolved', resolved_at: endsAt },
  ]);
});

test('a storm of a thousand is one message, and a storm all hour long is twenty', async () => {
  const contact = await world.contact(house, { email: 'desk@example.com', url: receiver.url() });
  await world.raise(house, ...Array.from({ length: 1_000 }, (_, index) => quarantined(index)));
  await world.pass();
  expect(mail.mails.map(({ headers }) => headers.subject)).toEqual([expect.stringContaining('1000 alerts')]);
  expect(mail.mails[0].body).toContain('… and 975 more');
  for (let minute = 1; minute <= 55; minute += 1) {
    await world.raise(house, quarantined(10_000 + minute));
    await world.pass(61);
  }
  expect([mail.mails.length, receiver.received.length]).toEqual([20, 20]);
  expect(mail.mails.filter(({ body }) => body.includes('follow in the daily digest')).length).toBe(1);
  expect(mail.mails[19].body).toContain('follow in the daily digest');
  expect(JSON.parse(receiver.received[19].body).data.more_in_digest).toBe(true);
  const left = (await world.alerts(house)).filter(({ left_to_digest: isLeft }) => isLeft);
  expect(left.length).toBeGreaterThan(20);
  await world.clock.advance(3_600);
  await world.raise(house, quarantined(20_000));
  await world.pass();
  const { body } = await world.call(house, 'GET', `/alert-contacts/${contact.id}/messages?filter[status]=delivered`);
  expect(body.total_items).toBe(42);
});

test('many who raise the same at the same time make one alert of each', async () => {
  await world.contact(house, { email: 'desk@example.com' });
  const alarms = Array.from({ length: 200 }, (_, index) => quarantined(index));
  await Promise.all(
    [alarms, alarms.toReversed(), alarms, alarms.toReversed()].map((each) => world.raise(house, ...each)),
  );
  await world.pass();
  expect((await world.call(house, 'GET', '/alerts?filter[status]=open')).body.total_items).toBe(200);
  expect(mail.mails.map(({ headers }) => headers.subject)).toEqual([expect.stringContaining('200 alerts')]);
});

test('contacts get what they asked for; disabled ones and those of other organizations nothing', async () => {
  const other = await world.house();
  await world.contact(other, { email: 'other@example.com' });
  await world.contact(house, { email: 'plans@example.com', events: ['plan.held'] });
  await world.contact(house, { email: 'away@example.com', disabled: 1 });
  await world.contact(house, { email: 'desk@example.com', events: ['connection.quarantined'] });
  await world.raise(house, quarantined());
  await world.pass();
  expect(mail.mails.map(({ to }) => to)).toEqual([['desk@example.com']]);
});

test('a name with line ends adds no header and no recipient', async () => {
  await world.contact(house, { email: 'desk@example.com' });
  await world.raise(
    house,
    quarantined(1, {
      subjectName: 'Desk\r\nBcc: everybody@example.com\r\n\r\n<script>alert(1)</script>',
      detail: '.\r\nRCPT TO:<x@y.cz>',
    }),
  );
  await world.pass();
  const [received] = mail.mails;
  expect([received.to, received.headerNames.includes('bcc')]).toEqual([['desk@example.com'], false]);
  expect(received.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(received.body.slice(received.body.indexOf('<!doctype'))).not.toContain('<script>');
});

describe('two processes', () => {
  test('tell once and send once', async () => {
    const second = await AlertWorld.open(smtpAt(mail.port), { shared: world.http, clock: world.clock });
    try {
      await world.contact(house, { email: 'desk@example.com', url: receiver.url() });
      await world.raise(house, quarantined(1), quarantined(2));
      await world.clock.advance(6);
      const { signal } = new AbortController();
      await Promise.all([world, second].map(({ http }) => http.app.get(AlertNotifier).round(signal)));
      await Promise.all([world.send(), second.send(), world.send(), second.send()]);
      expect([mail.mails.length, receiver.received.length]).toEqual([1, 1]);
    } finally {
      await second.close();
    }
  });

  test('a message whose process died is sent by another process, under the same id', async () => {
    const contact = await world.contact(house, { email: 'desk@example.com' });
    await world.raise(house, quarantined());
    await world.clock.advance(6);
    await world.http.app.get(AlertNotifier).round(new AbortController().signal);
    const taken = await world.http.app
      .get(MessageQueueRepository)
      .claim('email', 'a process that dies', world.clock.instant(), { limit: 10 });
    await world.send();
    expect([taken.length, mail.mails.length]).toEqual([1, 0]);
    await world.clock.advance(301);
    await world.send();
    const [{ id }] = await world.messages(house, contact.id);
    expect(mail.mails.map(({ headers }) => headers['message-id'])).toEqual([`<${id}@usher.example>`]);
  });
});

test('an operator who is disabled gets no more mail, and the contact says why', async () => {
  const address = 'former@example.com';
  const contact = await world.contact(house, { email: address });
  const other = await world.contact(house, { email: 'desk@example.com' });
  const roles = await world.call(house, 'GET', '/roles');
  const role_id = (roles.body as { _embedded: { roles: { id: string }[] } })._embedded.roles[0]!.id;
  const invited = await world.call(house, 'POST', '/operators', { email: address, name: 'Former', role_id });
  expect(invited.status).toBe(201);
  await world.call(house, 'PATCH', `/operators/${String(invited.body.id)}`, { disabled: 1 });
  await world.raise(house, quarantined());
  await world.pass(70);
  expect(mail.mails.map(({ to }) => to)).toEqual([['desk@example.com']]);
  const shown = await world.call(house, 'GET', `/alert-contacts/${String(contact.id)}`);
  expect(shown.body.ways).toEqual([
    { way: 'email', told: false, reason: 'The operator with this address is disabled: nothing is sent to it' },
  ]);
  const still = await world.call(house, 'GET', `/alert-contacts/${String(other.id)}`);
  expect(still.body.ways).toEqual([{ way: 'email', told: true, reason: null }]);
});

test('an operator who is deleted gets no more mail until her address is entered anew', async () => {
  const address = 'Gone@example.com';
  const contact = await world.contact(house, { email: address });
  const roles = await world.call(house, 'GET', '/roles');
  const role_id = (roles.body as { _embedded: { roles: { id: string }[] } })._embedded.roles[0]!.id;
  const invite = () => world.call(house, 'POST', '/operators', { email: address.toLowerCase(), name: 'Gone', role_id });
  const { body: operator } = await invite();
  const path = `/alert-contacts/${String(contact.id)}`;
  const ways = async () => (await world.call(house, 'GET', path)).body.ways as { told: boolean; reason: string }[];
  expect((await world.call(house, 'DELETE', `/operators/${String(operator.id)}`)).status).toBe(204);
  expect(await ways()).toEqual([
    { way: 'email', told: false, reason: expect.stringMatching(/was deleted: nothing is sent.*enter another/s) },
  ]);
  // Saving the form as it is enters nothing.
  expect((await world.call(house, 'PATCH', path, { email: address, name: 'Still there' })).status).toBe(200);
  await world.raise(house, quarantined());
  await world.pass(70);
  expect(mail.mails).toEqual([]);

  const other = await world.call(house, 'POST', '/alert-contacts', { name: 'Meant', email: address });
  expect(other.body.ways).toEqual([{ way: 'email', told: true, reason: null }]);
  await world.raise(house, quarantined(2));
  await world.pass(70);
  expect(new Set(mail.mails.map(({ to }) => to[0]))).toEqual(new Set([address]));

  // An operator again, and gone again.
  const again = await invite();
  await world.call(house, 'DELETE', `/operators/${String(again.body.id)}`);
  expect((await ways())[0]!.told).toBe(false);
  await invite();
  expect((await ways())[0]!.told).toBe(true);
});
