import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { statement } from '../../../src/database/database.js';
import type { Context } from '../../../src/kernel/context.js';
import type { Employment, Visit } from '../../../src/provisioning/facts/facts.js';
import { smtpAt } from '../../console/alerts/alert-world.js';
import { MailServer } from '../../console/alerts/mail-server.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { guest } from '../reconcile/rig.js';
import { type DeliveryRig, makeDeliveryRig } from './delivery-rig.js';
import { textsOf } from './texts-of-mail.js';
import { SmsGatewayServer } from './sms-gateway.js';

let fresh: FreshDatabase;
let post: MailServer;
let gateway: SmsGatewayServer;
let rig: DeliveryRig;
let context: Context;
beforeAll(async () => {
  fresh = await freshDatabase();
  post = await MailServer.listening();
  gateway = await SmsGatewayServer.listening();
});
afterAll(async () => {
  await post.close();
  await gateway.close();
  await fresh.close();
});
beforeEach(async () => {
  rig = makeDeliveryRig(fresh, { smtp: smtpAt(post.port) });
  context = await fresh.organization('Hotel Lindenhof');
});
afterEach(() => {
  post.mails.length = 0;
  gateway.received.length = 0;
});

const staying = { preset: 'hotel-enterprise', password: 'generate' };
const byMail = { ...staying, deliver: [{ via: 'email' }] };
const jana = guest('Nováková', '101', { email: 'jana@example.com', phone: '0664 1234567', language: 'cs' });
const visit: Visit = {
  kind: 'visit',
  status: 'active',
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  signInAt: '2026-05-14T12:55:00.000Z',
  expectedDepartureAt: '2026-05-14T16:00:00.000Z',
};

const addNetwork = statement(
  'test_add_network',
  `
  insert into networks (organization_id, id, name, ssid, unknown_users, created_at, updated_at) values ($1,
    gen_random_uuid(), 'Guests', $2, 'reject', now(), now())`,
);

/** A network of this name, `$3` behind a portal that takes vouchers. */
const addNamed = statement(
  'test_add_named_network',
  `
  with added as (
    insert into networks (organization_id, id, name, ssid, unknown_users, created_at, updated_at) values ($1,
      gen_random_uuid(), $2, $2, 'reject', now(), now()) returning organization_id, id, ssid)
  insert into captive_portals (organization_id, id, name, slug, network_id, methods, vendor, created_at, updated_at)
  select organization_id, gen_random_uuid(), ssid, 'p-' || id, id, '{voucher}', 'generic', now(), now()
  from added where $3::boolean`,
);

async function checkIn(access: object, record = jana) {
  const desk = await rig.connection(context, access, { connector: 'desk' });
  await rig.say(context, desk, { G1: record });
  await rig.settleAll(context);
  return desk;
}

describe('by e-mail', () => {
  test("a new account reaches its guest once, in the guest's language, with everything needed to join", async () => {
    await fresh.database.query(context, addNetwork, [context.organizationId, 'Lindenhof; Guests']);
    await checkIn(byMail);
    await rig.deliver();
    await rig.deliver();
    expect(post.mails).toHaveLength(1);
    const [{ to, headers, body }] = post.mails;
    const [delivery] = await rig.deliveries(context);
    expect(to).toEqual(['jana@example.com']);
    expect(headers['message-id']).toBe(`<${delivery.id}@usher.example>`);
    expect(headers.subject).toBe('Váš přístup k Wi-Fi: Hotel Lindenhof');
    const texts = textsOf(body);
    expect(texts).toContain('Síť: Lindenhof; Guests\nUživatelské jméno: 101-novakova\n');
    expect(texts).toMatch(/Heslo: [a-z2-9]{10}\n/);
    expect(texts).toMatch(/Platí do: .*13:00 \(Europe\/Vienna\)/);
    expect(texts).toContain('<img src="cid:wifi-code"');
    expect(body).toMatch(/Content-Type: image\/png[^]*Content-Id: <wifi-code>/i);
    expect(delivery).toMatchObject({
      status: 'delivered',
      address: 'jana@example.com',
      attempts: 1,
      content_sealed: null,
      is_uncertain: false,
    });
  });

  test('a new password goes to whoever it was made for; the same facts again send nothing', async () => {
    const desk = await checkIn({ ...byMail, username: 'room-{{ room }}', delete_after_seconds: null });
    await rig.deliver();
    await rig.say(context, desk, { G1: jana });
    await rig.settleAll(context);
    await rig.deliver();
    expect(post.mails).toHaveLength(1);
    await rig.say(context, desk, { G1: { ...jana, status: 'cancelled' } });
    await rig.settleAll(context);
    await rig.say(context, desk, { G2: { ...jana, lastName: 'Svoboda', email: 'svoboda@example.com' } });
    await rig.settleAll(context);
    await rig.deliver();
    expect(post.mails.map(({ to }) => to[0])).toEqual(['jana@example.com', 'svoboda@example.com']);
    const [first, second] = post.mails.map(({ body }) => /Heslo: ([a-z2-9]{10})/.exec(textsOf(body))?.[1]);
    expect(second).toMatch(/.{10}/);
    expect(second).not.toBe(first);
  });

  test('values are text in HTML, and stay on the line of their header', async () => {
    await rig.settings.change(context, context.organizationId, {
      templates: { en: { email: { subject: '{{ name }}', html: '<p>{{ name }}</p>' } } },
    });
    await checkIn(
      { ...byMail, username: 'guest-{{ room }}' },
      { ...jana, language: 'xx', firstName: '<script>', lastName: 'X\r\nBcc: all@example.com' },
    );
    await rig.deliver();
    const [mail] = post.mails;
    expect(mail.headerNames).not.toContain('bcc');
    expect(textsOf(mail.body)).toContain('<p>&lt;script&gt; X');
  });

  test("a connection's wording comes before the organization's, and that before the shipped one", async () => {
    await rig.settings.change(context, context.organizationId, {
      language: 'de',
      templates: { de: { email: { subject: 'Haus {{ organization }}' } } },
    });
    const desk = await rig.connection(context, byMail, { connector: 'desk' });
    const other = await rig.connection(context, { ...byMail, username: 'b-{{ room }}' }, { connector: 'desk' });
    await rig.settings.change(context, desk.id, { templates: { de: { email: { subject: 'Empfang' } } } });
    await rig.say(context, desk, { G1: { ...jana, language: undefined } });
    await rig.say(context, other, { G2: { ...jana, language: 'de-AT' } });
    await rig.settleAll(context);
    await rig.deliver();
    expect(post.mails.map(({ headers }) => headers.subject).sort()).toEqual(['Empfang', 'Haus Hotel Lindenhof']);
    expect(textsOf(post.mails[0].body)).toContain('Passwort: ');
  });

  test('a record without an address fails with a reason; asked for again, it goes as a new message', async () => {
    const desk = await checkIn(byMail, { ...jana, email: undefined });
    await rig.deliver();
    const [failed] = await rig.deliveries(context);
    expect(failed).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('no e-mail address'),
      content_sealed: null,
    });
    await rig.say(context, desk, { G1: jana });
    await rig.redelivery.redeliver(context, failed.id);
    await rig.deliver();
    expect(post.mails[0].headers['message-id']).toBe(`<${failed.id}-1@usher.example>`);
    expect(textsOf(post.mails[0].body)).toMatch(/Heslo: [a-z2-9]{10}/);
  });

  test('access without an end, as employees have it, is delivered, and sent again when asked for', async () => {
    const employee: Employment = {
      kind: 'employment',
      status: 'active',
      firstName: 'Grace',
      lastName: 'Hopper',
      email: 'grace@example.com',
      startDate: '2024-03-01',
    };
    await checkIn({ preset: 'staff' }, employee as never);
    await rig.deliver();
    expect(await rig.deliveries(context)).toMatchObject([{ status: 'delivered', address: 'grace@example.com' }]);
    await rig.redelivery.redeliver(context, (await rig.deliveries(context))[0].id);
    await rig.deliver();
    expect(post.mails.map(({ to }) => to)).toEqual([['grace@example.com'], ['grace@example.com']]);
  });

  test('what the server refuses for the moment is tried again later, what it refuses for good is not', async () => {
    post.refuse = () => Object.assign(new Error('Greylisted'), { responseCode: 451 });
    await checkIn(byMail);
    await rig.deliver();
    expect(await rig.deliveries(context)).toMatchObject([
      { status: 'pending', attempts: 1, error: expect.stringContaining('refused the mail') },
    ]);
    post.refuse = () => Object.assign(new Error('No such user'), { responseCode: 550 });
    await rig.clock.advance(40);
    await rig.deliver();
    post.refuse = () => null;
    expect(await rig.deliveries(context)).toMatchObject([{ status: 'failed', attempts: 2, content_sealed: null }]);
  });

  test('what ended before it could be sent is not sent', async () => {
    const desk = await checkIn(byMail);
    await rig.say(context, desk, { G1: { ...jana, status: 'cancelled' } });
    await rig.deliver();
    expect(post.mails).toEqual([]);
    expect(await rig.deliveries(context)).toMatchObject([
      { status: 'failed', error: 'The access ended before it could be delivered' },
    ]);
    await expect(rig.redelivery.redeliver(context, (await rig.deliveries(context))[0].id)).rejects.toThrow(
      'nothing to deliver',
    );
  });
});

describe('what a crash leaves', () => {
  test('a worker that died while sending leaves it to another, with the same id and marked uncertain', async () => {
    await checkIn(byMail);
    const [claimed] = await rig.queue.claim('email', 'dead', rig.clock.instant(), { limit: 10 });
    await rig.deliver();
    expect(post.mails).toEqual([]);
    await rig.clock.advance(151);
    await rig.deliver();
    expect(post.mails.map(({ headers }) => headers['message-id'])).toEqual([`<${claimed.id}@usher.example>`]);
    expect(await rig.deliveries(context)).toMatchObject([{ status: 'delivered', is_uncertain: true }]);
  });

  test('a delivery that another worker is taking is skipped without waiting', async () => {
    await checkIn(byMail);
    await fresh.database.transaction(context, async (inside) => {
      await fresh.database.query(
        inside,
        statement('test_hold', 'select 1 from credential_deliveries where organization_id = $1 for update'),
        [context.organizationId],
      );
      await rig.deliver();
      expect(post.mails).toEqual([]);
    });
    await rig.deliver();
    expect(post.mails).toHaveLength(1);
  });

  test('several workers send each credential once', async () => {
    const desk = await rig.connection(context, byMail, { connector: 'desk' });
    await rig.say(
      context,
      desk,
      Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [
          `G${index}`,
          { ...jana, room: String(200 + index), email: `guest${index}@example.com` },
        ]),
      ),
    );
    await rig.settleAll(context);
    const workers = [rig.sender(), rig.sender(), rig.sender()];
    for (let round = 0; round < 4; round += 1) await Promise.all(workers.map((worker) => rig.deliver(worker)));
    expect(post.mails.map(({ to }) => to[0]).sort()).toEqual(
      Array.from({ length: 30 }, (_, index) => `guest${index}@example.com`).sort(),
    );
  });

  test('a batch that is rolled back leaves no delivery', async () => {
    const desk = await rig.connection(context, byMail, { connector: 'desk' });
    await rig.say(context, desk, { G1: jana });
    await expect(
      fresh.database.transaction(context, async (inside) => {
        await rig.ownPass.run(inside, 'built-in', 200);
        throw new Error('pulled the plug');
      }),
    ).rejects.toThrow('pulled the plug');
    expect(await rig.deliveries(context)).toEqual([]);
  });
});

describe('by SMS', () => {
  const json = () => ({
    url: `${gateway.url}/v1/{{ to }}`,
    method: 'POST',
    headers: { authorization: 'Bearer {{ secret }}' },
    json: { messages: [{ to: '{{ to }}', body: '{{ text }}', ref: '{{ id }}', flash: false }] },
    country_code: '43',
  });
  const bySms = { ...staying, deliver: [{ via: 'sms' }] };

  test('the gateway gets the number as E.164, the text, and the secret where its settings say', async () => {
    await rig.settings.change(context, context.organizationId, {
      sms: json(),
      secrets: { sms: 'k"ey' },
      network: { ssid: 'Guests', security: 'open' },
    });
    await checkIn(bySms, { ...jana, language: 'de' });
    await rig.deliver();
    const [{ method, url, headers, body }] = gateway.received;
    const [delivery] = await rig.deliveries(context);
    expect([method, url, headers.authorization, headers['idempotency-key']]).toEqual([
      'POST',
      '/v1/%2B436641234567',
      'Bearer k"ey',
      delivery.id,
    ]);
    const [message] = (JSON.parse(body) as { messages: Record<string, string>[] }).messages;
    expect(message).toMatchObject({ to: '+436641234567', ref: delivery.id, flash: false });
    expect(message.body).toMatch(/^WLAN Guests\. Benutzername: 101-novakova, Passwort: [a-z2-9]{10}\. Gültig bis: /);
    expect(delivery).toMatchObject({ status: 'delivered', address: '0664 1234567' });
  });

  test('a form, and GET with the text in the address', async () => {
    await rig.settings.change(context, context.organizationId, {
      sms: { url: `${gateway.url}/send`, method: 'POST', form: { n: '{{ to }}', t: '{{ text }}' }, country_code: '43' },
    });
    const desk = await checkIn(bySms);
    await rig.deliver();
    expect(new URLSearchParams(gateway.received[0].body).get('n')).toBe('+436641234567');
    await rig.settings.change(context, desk.id, {
      sms: { url: `${gateway.url}/send?to={{ to }}&text={{ text }}`, method: 'GET', country_code: '43' },
    });
    await rig.redelivery.redeliver(context, (await rig.deliveries(context))[0].id);
    await rig.deliver();
    expect(new URL(gateway.received[1].url, gateway.url).searchParams.get('text')).toContain('101-novakova');
  });

  test('503 is tried again, 400 and a number that cannot be dialled are not', async () => {
    const { country_code: _code, ...abroad } = json();
    await rig.settings.change(context, context.organizationId, { sms: abroad });
    gateway.answers.push(503, 400);
    const desk = await checkIn(bySms, { ...jana, phone: '+43 664 1234567' });
    await rig.deliver();
    expect(await rig.deliveries(context)).toMatchObject([{ status: 'pending', error: 'The SMS gateway answered 503' }]);
    await rig.clock.advance(40);
    await rig.deliver();
    expect(await rig.deliveries(context)).toMatchObject([{ status: 'failed', error: 'The SMS gateway answered 400' }]);
    await rig.say(context, desk, { G2: { ...jana, room: '102' } });
    await rig.settleAll(context);
    await rig.deliver();
    expect(gateway.received).toHaveLength(2);
    expect((await rig.deliveries(context)).at(-1)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('not one that can be dialled'),
    });
  });

  test.each([
    ['a host that a number decides', { url: 'https://{{ to }}.example.com/', method: 'POST' }, '#/sms/url'],
    [
      'a loop',
      { url: 'https://sms.example.com/', method: 'POST', json: { a: '{% for i in (1..9) %}x{% endfor %}' } },
      '#/sms/json/a',
    ],
    [
      'a value that there is not',
      { url: 'https://sms.example.com/', method: 'POST', form: { a: '{{ password }}' } },
      '#/sms/form/a',
    ],
    [
      'a form beside JSON',
      { url: 'https://sms.example.com/', method: 'POST', json: { a: '{{ to }}' }, form: { a: '{{ to }}' } },
      '#/sms/form',
    ],
    ['a body of a GET', { url: 'https://sms.example.com/', method: 'GET', form: { a: 'b' } }, '#/sms/method'],
  ])('%s is refused', async (_what, sms, pointer) => {
    await expect(rig.settings.change(context, context.organizationId, { sms })).rejects.toMatchObject({
      kind: 'invalid',
      errors: [{ pointer }],
    });
  });

  test('a private address is refused where the deployment does not allow it', async () => {
    const careful = makeDeliveryRig(fresh, { allowPrivateTargets: false });
    await expect(careful.settings.change(context, context.organizationId, { sms: json() })).rejects.toThrow(
      'private address',
    );
    await expect(
      careful.settings.change(context, context.organizationId, { sms: { ...json(), url: 'http://sms.example.com/' } }),
    ).rejects.toThrow('must be https');
  });
});

describe('as an answer to the outside system', () => {
  test("a visitor's code is told where reception looks, and by e-mail", async () => {
    await checkIn({ preset: 'visitor' }, visit as never);
    await rig.deliver();
    const [voucher] = await rig.rows<{ code: string }>(context, 'vouchers', 'code');
    expect(rig.told).toMatchObject([
      {
        key: 'G1',
        outcome: 'ready',
        credentials: { voucherCodes: [voucher.code], validUntil: '2026-05-14T16:00:00.000Z' },
      },
    ]);
    expect(textsOf(post.mails[0].body)).toContain(`Code: ${voucher.code}`);
    expect(await rig.deliveries(context)).toMatchObject([
      { via: 'answer', status: 'delivered' },
      { via: 'email', status: 'delivered' },
    ]);
  });

  test('a voucher is told with the network where it is typed, and with none where that may be several', async () => {
    const add = (name: string, hasPortal: boolean) =>
      fresh.database.query(context, addNamed, [context.organizationId, name, hasPortal]);
    await add('Office Wi-Fi', false);
    await add('Guest Wi-Fi', true);
    const sent = async () => {
      post.mails.length = 0;
      await checkIn({ preset: 'visitor', deliver: [{ via: 'email' }] }, visit as never);
      await rig.deliver();
      return [...new Set(textsOf(post.mails[0].body).match(/\b(Office|Guest|Lake) Wi-Fi\b/g))];
    };
    expect(await sent()).toEqual(['Guest Wi-Fi']);
    await add('Lake Wi-Fi', true);
    expect(await sent()).toEqual([]);
  });

  test.each([
    [6_000, 'en', 'Valid from first use: 1 hour, 40 minutes'],
    [60, 'de', 'Dauer ab der ersten Nutzung: 1 Minute'],
    [129_600, 'cs', 'Trvá od prvního použití: 1 den a 12 hodin'],
  ])('how long a code of %i seconds lasts is said exactly, in %s', async (seconds, language, words) => {
    const voucher = { count: 1, duration_seconds: seconds, max_devices: 1 };
    await checkIn({ preset: 'visitor', voucher, deliver: [{ via: 'email' }] }, { ...visit, language } as never);
    await rig.deliver();
    expect(textsOf(post.mails.at(-1)?.body ?? '').replaceAll(/,(?= \d+ hodin)/g, ' a')).toContain(words);
  });

  test('a record that has no place for an answer says so', async () => {
    rig.place.isThere = false;
    await checkIn({ preset: 'visitor', deliver: [{ via: 'answer' }] }, visit as never);
    await rig.deliver();
    expect(await rig.deliveries(context)).toMatchObject([
      { status: 'failed', error: expect.stringContaining('no place for an answer') },
    ]);
  });
});

test("a remote console's account is delivered once it is confirmed, also when the answer was lost", async () => {
  const desk = await rig.remoteConnection(context, byMail, { connector: 'desk' });
  await rig.say(context, desk, { G1: jana });
  rig.remoteConsole.failOnce(({ stage }) => stage === 'after_effect', {
    status: 'unknown',
    detail: 'the answer was lost',
  });
  await rig.remoteTurn(context);
  expect(await rig.deliveries(context)).toEqual([]);
  for (let turn = 0; turn < 5; turn += 1) {
    await rig.clock.advance(120);
    await rig.remoteTurn(context);
  }
  expect(await rig.deliveries(context)).toHaveLength(1);
});
