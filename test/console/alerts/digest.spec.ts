import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { Digests } from '../../../src/console/alerts/digest/digests.js';
import { statement } from '../../../src/database/database.js';
import { AlertWorld, type House, quarantined, smtpAt, subjectId } from './alert-world.js';
import { MailServer } from './mail-server.js';
import { letGo } from '../../database/retention.js';

let mail: MailServer;
let world: AlertWorld;
let house: House;
beforeAll(async () => {
  mail = await MailServer.listening();
  world = await AlertWorld.open(smtpAt(mail.port));
});
afterAll(async () => {
  await world.close();
  await mail.close();
});
beforeEach(async () => {
  house = await world.house();
  mail.mails.length = 0;
});
// What stands in one test's house is not told in the next one's mornings.
afterEach(async () => {
  await world.http.fresh.database.query(
    house.context,
    statement('test_nobody_listens', 'delete from alert_contacts where organization_id = $1'),
    [house.id],
  );
});

let day = 14;

/** Noon in Vienna of the next day; the digest goes out at 7 there, which is 5 in UTC. */
function noon(): void {
  day += 1;
  world.clock.setTo(`2026-05-${day}T10:00:00.000Z`);
}

async function nextMorning(): Promise<void> {
  day += 1;
  world.clock.setTo(`2026-05-${day}T04:59:00.000Z`);
  await world.pass(0);
  const before = mail.mails.length;
  await world.pass(61);
  expect(before).toBe(0);
}

test('what stands and what ended is told at seven in the morning, daily while it stands', async () => {
  noon();
  await world.contact(house, { email: 'desk@example.com' });
  await world.raise(house, quarantined(1), quarantined(2));
  await world.pass();
  await world.end(house, 'connection.quarantined', subjectId(2));
  await world.pass(61);
  mail.mails.length = 0;
  await nextMorning();
  expect(mail.mails.map(({ headers }) => headers.subject)).toEqual([
    expect.stringContaining('daily digest, 1 open, 1 ended'),
  ]);
  mail.mails.length = 0;
  await nextMorning();
  expect(mail.mails.map(({ headers }) => headers.subject)).toEqual([
    expect.stringContaining('daily digest, 1 open, 0 ended'),
  ]);
  await world.end(house, 'connection.quarantined', subjectId(1));
  await world.pass(61);
  mail.mails.length = 0;
  await nextMorning();
  expect(mail.mails.length).toBe(1);
  mail.mails.length = 0;
  await nextMorning();
  await nextMorning();
  expect(mail.mails).toEqual([]);
});

test('who does not want digests gets one of what was left out, and of nothing else', async () => {
  noon();
  await world.contact(house, { name: 'desk', email: 'desk@example.com', events: ['connection.quarantined'] });
  await world.contact(house, { name: 'digests', email: 'digests@example.com', events: ['digest.daily'] });
  await world.raise(house, quarantined(1), quarantined(3));
  await world.pass();
  await world.end(house, 'connection.quarantined', subjectId(1));
  await world.raise(house, quarantined(1));
  await world.pass(61);
  expect(mail.mails.map(({ to }) => to[0])).toEqual(['desk@example.com']);
  mail.mails.length = 0;
  await nextMorning();
  expect(mail.mails.map(({ to, headers }) => [to[0], headers.subject]).sort()).toEqual([
    ['desk@example.com', expect.stringContaining('daily digest, 1 open, 0 ended')],
    ['digests@example.com', expect.stringContaining('daily digest, 2 open, 1 ended')],
  ]);
});

test('a certificate is not announced again every day', async () => {
  noon();
  await world.contact(house, { email: 'desk@example.com' });
  await world.raise(
    house,
    quarantined(1, {
      event: 'certificate.expiring',
      facts: { serial: '0a', expires_at: '2026-12-01T00:00:00.000Z' },
      endsAt: '2026-12-01T00:00:00.000Z',
    }),
  );
  await world.pass();
  mail.mails.length = 0;
  await nextMorning();
  expect(mail.mails.length).toBe(1);
  mail.mails.length = 0;
  await nextMorning();
  expect(mail.mails).toEqual([]);
});

test('two processes make one digest', async () => {
  noon();
  const contact = await world.contact(house, { email: 'desk@example.com' });
  await world.raise(house, quarantined());
  await world.pass();
  const second = await AlertWorld.open(smtpAt(mail.port), { shared: world.http, clock: world.clock });
  try {
    day += 1;
    world.clock.setTo(`2026-05-${day}T05:00:01.000Z`);
    const { signal } = new AbortController();
    await Promise.all([world, second, world, second].map(({ http }) => http.app.get(Digests).round(signal)));
    expect((await world.messages(house, contact.id)).map(({ kind }) => kind)).toEqual(['digest.daily', 'alerts']);
  } finally {
    await second.close();
  }
});

test('old messages and alerts that ended long ago go', async () => {
  noon();
  const contact = await world.contact(house, { email: 'desk@example.com' });
  await world.raise(house, quarantined(1), quarantined(2));
  await world.pass();
  await world.end(house, 'connection.quarantined', subjectId(1));
  const counts = async () => [(await world.alerts(house)).length, (await world.messages(house, contact.id)).length];
  await world.clock.advance(89 * 86_400);
  await letGo(world.http.fresh.database, world.clock, 'alerts', 'messages of alerts');
  expect(await counts()).toEqual([2, 1]);
  await world.clock.advance(400 * 86_400);
  await letGo(world.http.fresh.database, world.clock, 'alerts', 'messages of alerts');
  expect(await counts()).toEqual([1, 0]);
});
