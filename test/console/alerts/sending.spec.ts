import tls from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MessageSender } from '../../../src/console/alerts/send/message-sender.js';
import { AlertNotifier } from '../../../src/console/alerts/notify/alert-notifier.js';
import { statement } from '../../../src/database/database.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { eventually } from '../../kernel/manual-clock.js';
import { CapturingLog } from '../../connector-contract/capturing-log.js';
import { answering, Receiver } from '../webhooks/receiver.js';
import { certificateFor } from '../webhooks/self-signed.js';
import { AlertWorld, type House, quarantined, smtpAt } from './alert-world.js';
import { MailServer, SilentServer } from './mail-server.js';

let base: AlertWorld;
let receiver: Receiver;
let open: { close(): Promise<void> }[];
beforeAll(async () => {
  base = await AlertWorld.open(null);
});
afterAll(async () => {
  await base.close();
});
beforeEach(async () => {
  receiver = await Receiver.listening();
  open = [receiver];
});
afterEach(async () => {
  for (const each of open.reverse()) await each.close();
  // What one test left undone is not the next one's.
  const everywhere = systemContext(everyOrganization, 'test');
  await base.http.fresh.database.query(
    everywhere,
    statement('test_nothing_waits', "update alert_messages set status = 'failed' where status = 'pending'"),
  );
});

function kept<Thing extends { close(): Promise<void> }>(thing: Thing): Thing {
  open.push(thing);
  return thing;
}

/** A process of its own on the one database. */
function sharing(...[smtp, options = {}]: Parameters<typeof AlertWorld.open>): Promise<AlertWorld> {
  return AlertWorld.open(smtp, { shared: base.http, clock: base.clock, ...options });
}

async function told(world: AlertWorld, house: House): Promise<void> {
  await world.raise(house, quarantined());
  await world.clock.advance(6);
  await world.http.app.get(AlertNotifier).round(new AbortController().signal);
}

test('a dead mail server is tried again for hours, then given up; webhooks are told at once', async () => {
  const world = kept(await sharing(smtpAt(1)));
  const house = await world.house();
  const contact = await world.contact(house, { email: 'desk@example.com', url: receiver.url() });
  await told(world, house);
  await world.send();
  expect(receiver.received.length).toBe(1);
  const mail = async () => (await world.messages(house, contact.id)).find(({ way }) => way === 'email');
  expect(await mail()).toMatchObject({
    status: 'pending',
    attempts: 1,
    error: 'The mail server cannot be reached',
    next_attempt_at: expect.any(String),
  });
  for (const seconds of [30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800]) {
    await world.clock.advance(seconds - 1);
    await world.send();
    await world.clock.advance(1 + seconds * 0.1);
    await world.send();
  }
  expect(await mail()).toMatchObject({ status: 'failed', attempts: 9, next_attempt_at: null });
});

test('waiting mails are sent once the mail server is back', async () => {
  const server = kept(await MailServer.listening());
  const world = kept(await sharing(smtpAt(server.port)));
  await server.close();
  const house = await world.house();
  await world.contact(house, { email: 'desk@example.com' });
  await told(world, house);
  await world.send();
  await server.open();
  await world.clock.advance(34);
  await world.send();
  expect(server.mails.length).toBe(1);
});

test('a mail server that does not answer delays no webhook', async () => {
  const silent = kept(await SilentServer.listening());
  const world = kept(await sharing(smtpAt(silent.port, { timeoutSeconds: 60 })));
  const house = await world.house();
  for (let number = 1; number <= 8; number += 1)
    await world.contact(house, { name: `Desk ${number}`, email: 'desk@example.com', url: receiver.url() });
  await told(world, house);
  const sender = world.http.app.get(MessageSender);
  await sender.round();
  await receiver.reaches(8);
  await eventually('five mails are on their way', () => silent.connections === 5);
  await sender.round();
  expect(silent.connections).toBe(5);
  await silent.close();
  await sender.settled();
  open = open.filter((each) => each !== silent);
});

test('an address refused for good is not tried again, one refused for now is; no reason repeats it', async () => {
  const server = kept(await MailServer.listening());
  server.refuse = (address) =>
    address === 'desk@example.com'
      ? null
      : Object.assign(new Error(`5.1.1 <${address.toUpperCase()}>: User unknown`), {
          responseCode: address === 'busy@example.com' ? 451 : 550,
        });
  const world = kept(await sharing(smtpAt(server.port)));
  const house = await world.house();
  const contacts = await Promise.all(
    ['gone', 'busy', 'desk'].map((name) => world.contact(house, { name, email: `${name}@example.com` })),
  );
  await told(world, house);
  await world.send();
  const found = await Promise.all(
    contacts.map(async ({ id }) => (await world.messages(house, id)).map(({ status, error }) => [status, error])),
  );
  expect(found).toEqual([
    [['failed', 'The mail server refused the mail: 550 5.1.1 <…>: User unknown']],
    [['pending', 'The mail server refused the mail: 451 5.1.1 <…>: User unknown']],
    [['delivered', null]],
  ]);
});

test('a mail is tried again when the mail server refuses our sender, whom an operator can mend', async () => {
  const refusal = '5.7.1 Sender address rejected: not owned by user';
  const server = kept(
    await MailServer.listening({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error(refusal), { responseCode: 553 })),
    }),
  );
  const world = kept(await sharing(smtpAt(server.port)));
  const house = await world.house();
  const contact = await world.contact(house, { email: 'desk@example.com' });
  await told(world, house);
  await world.send();
  expect(await world.messages(house, contact.id)).toMatchObject([
    {
      status: 'pending',
      attempts: 1,
      error: `The mail server refused the sender (USHER_SMTP_FROM, USHER_SMTP_URL): 553 ${refusal}`,
    },
  ]);
});

test('nothing is said in the clear to a server that does not encrypt, unless that is permitted', async () => {
  const server = kept(await MailServer.listening());
  const strict = kept(await sharing(smtpAt(server.port, { tls: 'required' })));
  const house = await strict.house();
  const contact = await strict.contact(house, { email: 'desk@example.com' });
  await told(strict, house);
  await strict.send();
  expect([server.mails.length, (await strict.messages(house, contact.id))[0].error]).toEqual([
    0,
    'The mail server does not encrypt (USHER_SMTP_TLS)',
  ]);
});

test('a server is trusted when its certificate is vouched for, and not before', async () => {
  const { key, cert } = await certificateFor('localhost');
  const server = kept(await MailServer.listening({ disabledCommands: [], key, cert }));
  const world = kept(await sharing(smtpAt(server.port, { host: 'localhost', tls: 'required' })));
  const house = await world.house();
  const contact = await world.contact(house, { email: 'desk@example.com' });
  await told(world, house);
  await world.send();
  expect([server.mails.length, (await world.messages(house, contact.id))[0].status]).toEqual([0, 'pending']);
  const usual = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...usual, cert]);
  try {
    await world.clock.advance(34);
    await world.send();
    expect(server.mails.length).toBe(1);
  } finally {
    tls.setDefaultCACertificates(usual);
  }
});

test.each([
  [
    'a refusal names the setting, not the password',
    535,
    'The mail server refused the user or the password (USHER_SMTP_URL)',
  ],
  // RFC 4954: its own directory is away.
  ['454 is no refusal', 454, 'The mail server cannot check the user and the password at the moment'],
])('the mail server gets user and password; %s', async (_, responseCode, words) => {
  const seen: string[] = [];
  const server = kept(
    await MailServer.listening({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push(`${username}:${password}`);
        return password === 'right'
          ? done(null, { user: username })
          : done(Object.assign(new Error('no'), { responseCode }));
      },
    }),
  );
  const log = new CapturingLog();
  const world = kept(await sharing(smtpAt(server.port, { user: 'usher', password: 'wrong-word' }), { log }));
  const house = await world.house();
  const contact = await world.contact(house, { email: 'desk@example.com' });
  await told(world, house);
  await world.send();
  const [{ error }] = await world.messages(house, contact.id);
  expect([seen, error]).toEqual([['usher:wrong-word'], words]);
  expect(log.lines.join('\n')).not.toContain('wrong-word');
});

describe('without a mail server', () => {
  test('the contact says so, a test says so, the log says so once, and webhooks are told', async () => {
    const log = new CapturingLog();
    const world = kept(await sharing(null, { log }));
    const house = await world.house();
    const contact = await world.contact(house, { email: 'desk@example.com' });
    expect(contact.ways).toEqual([
      { way: 'email', told: false, reason: 'No mail server is set (USHER_SMTP_URL): nothing is sent by e-mail' },
    ]);
    const answer = await world.call(house, 'POST', `/alert-contacts/${contact.id}/test`);
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      'Nothing would reach this contact. No mail server is set (USHER_SMTP_URL): nothing is sent by e-mail',
    ]);
    await world.contact(house, { email: 'it@example.com', url: receiver.url() });
    await told(world, house);
    await world.send();
    expect([receiver.received.length, await world.messages(house, contact.id)]).toEqual([1, []]);
    expect(log.lines.filter((line) => line.includes('no mail server configured')).length).toBe(1);
  });
});

test('a webhook that fails is retried under the same id, and others for that address wait with it', async () => {
  const world = kept(await sharing(null));
  const house = await world.house();
  receiver.behaviour = answering(500);
  const contact = await world.contact(house, { url: receiver.url() });
  await told(world, house);
  await world.send();
  await world.clock.advance(61);
  await world.send();
  receiver.behaviour = answering(204);
  await world.clock.advance(140);
  await world.send();
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  expect(await world.messages(house, contact.id)).toMatchObject([{ status: 'delivered', attempts: 3, error: null }]);
});

test('a private address is not reached where the deployment does not permit it', async () => {
  const world = kept(await sharing(null));
  const closed = kept(await sharing(null, { settings: { allowPrivateTargets: false } }));
  const house = await world.house();
  const contact = await world.contact(house, { url: receiver.url() });
  await told(closed, house);
  await closed.send();
  expect([receiver.received.length, (await world.messages(house, contact.id))[0].error]).toEqual([
    0,
    expect.stringContaining('private or local address'),
  ]);
});

describe('a test message', () => {
  test('goes to every address at once, is tried once, and says what came of it', async () => {
    const server = kept(await MailServer.listening());
    const world = kept(await sharing(smtpAt(server.port)));
    const house = await world.house();
    receiver.behaviour = answering(404);
    const contact = await world.contact(house, { email: 'desk@example.com', url: receiver.url() });
    const answer = await world.call(house, 'POST', `/alertcontacts/${contact.id}/test`);
    expect([
      answer.status,
      answer.body.messages.map(({ kind, status }: { kind: string; status: string }) => `${kind} ${status}`),
    ]).toEqual([202, ['test pending', 'test pending']]);
    await world.send();
    expect(server.mails.map(({ headers }) => headers.subject)).toEqual([
      expect.stringMatching(/^\[Usher\] House \d+: a test message$/),
    ]);
    const found = (await world.messages(house, contact.id))
      .map(({ way, status, error }) => [way, status, error])
      .sort();
    expect(found).toEqual([
      ['email', 'delivered', null],
      ['webhook', 'failed', 'The address answered 404'],
    ]);
  });

  test('is refused for a disabled contact, and beyond twenty an hour', async () => {
    const world = kept(await sharing(null));
    const house = await world.house();
    const { id } = await world.contact(house, { url: receiver.url(), disabled: 1 });
    const ask = async () => (await world.call(house, 'POST', `/alert-contacts/${id}/test`)).status;
    expect(await ask()).toBe(409);
    await world.call(house, 'PATCH', `/alert-contacts/${id}`, { disabled: 0 });
    const statuses: number[] = [];
    for (let time = 0; time < 21; time += 1) statuses.push(await ask());
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
    await world.clock.advance(3_601);
    expect(await ask()).toBe(202);
  });
});

test('stopping hands back what hangs, and the next one sends it', async () => {
  const world = kept(await sharing(null));
  const house = await world.house();
  receiver.behaviour = () => 'hang';
  const contact = await world.contact(house, { url: receiver.url() });
  await told(world, house);
  const sender = world.http.app.get(MessageSender);
  sender.start();
  await receiver.reaches(1);
  const stopped = sender.stop();
  await eventually('it is given up', async () => {
    await world.clock.advance(9);
    return Promise.race([
      stopped.then(() => true),
      new Promise<boolean>((resolve) => {
        setImmediate(() => resolve(false));
      }),
    ]);
  });
  receiver.behaviour = answering(204);
  await kept(await sharing(null)).send();
  expect(await world.messages(house, contact.id)).toMatchObject([{ status: 'delivered' }]);
});
