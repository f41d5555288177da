import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { arrivalOf, linkIn, registeringWorld, type RegisteringWorld, stateIn } from './registering-world.js';

let around: RegisteringWorld;
beforeAll(async () => {
  around = await registeringWorld();
});
afterAll(async () => {
  await around?.close();
});

const byMail = {
  fields: [
    { name: 'last_name', required: 1, reason: { en: 'So that we may greet you.' } },
    { name: 'email' },
    { name: 'company' },
  ],
  duration: 7200,
};
const bySms = { confirmation: { by: 'sms', countries: ['+43'] }, duration: 7200 };

test('a guest gives an address, is in for ten minutes, confirms it by a button, and stays', async () => {
  const { slug } = await around.house(byMail);
  const mac = around.newMac();
  const first = await around.page(`/p/${slug}?${arrivalOf(mac)}`);
  expect(first.text).toContain('<label for="self_registration-company">Company (optional)</label>');
  expect(first.text).toContain('So that we may greet you.');
  const lacking = await around.asks(slug, 'self_registration', { email: 'anna@example.com' }, mac);
  expect([lacking.status, lacking.text]).toEqual([422, expect.stringContaining('self_registration-last_name-wrong')]);
  const guest = { last_name: 'Novák', email: 'anna@Example.com', company: '' };
  const let1 = await around.asks(slug, 'self_registration', guest, mac);
  expect(let1.status).toBe(303);
  const login = new URL(let1.headers.location ?? '');
  expect(login.origin).toBe('http://10.1.0.1:3990');
  const status = new URL(login.searchParams.get('userurl') ?? '');
  const online = await around.page(`${status.pathname}${status.search}`);
  expect(online.text).toContain('We are sending a message to anna@example.com.');
  expect(online.text).toMatch(/(9|10) minutes left/);
  const [before] = await around.registrations(slug);
  expect(before).toMatchObject({ method: 'self_registration', last_name: 'Novák', confirmed_at: null, seconds: 600 });

  await around.sent();
  const mail = around.mails.mails.at(-1);
  expect(mail?.to).toEqual(['anna@example.com']);
  expect(mail?.headers.subject).toMatch(/^Confirm your e-mail address: House/);
  const link = linkIn(mail?.body ?? '');
  for (const look of [1, 2])
    expect([look, (await around.page(link)).text]).toEqual([look, expect.stringContaining('<button>Confirm</button>')]);
  expect((await around.registrations(slug))[0]).toMatchObject({ confirmed_at: null, seconds: 600 });

  const confirmed = await around.post(link, {});
  expect(confirmed.text).toContain('Your e-mail address is confirmed. You can use the Wi-Fi until');
  const [after] = await around.registrations(slug);
  expect(after.confirmed_at).not.toBeNull();
  expect(Number(after.seconds)).toBeGreaterThanOrEqual(7200);
  expect(after.account_until).toEqual(after.until_at);
  const reported = await around.world.sql('select valid_until from guest_registrations where id = $1', [after.id]);
  expect(reported).toEqual([{ valid_until: after.until_at }]);
  for (const again of [await around.page(link), await around.post(link, {})])
    expect([again.status, again.text]).toEqual([410, expect.stringContaining('This link has been used already')]);
  const unknown = await around.page(`/p/${slug}/confirm/${'a'.repeat(32)}`);
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('This link is no longer valid')]);
  expect(await around.registrations(slug)).toHaveLength(1);
});

test('a guest who has confirmed is let in again by one button when those ten minutes are over', async () => {
  const { slug } = await around.house(byMail);
  const mac = around.newMac();
  await around.asks(slug, 'self_registration', { last_name: 'Berg', email: 'b@example.com' }, mac);
  await around.sent();
  await around.post(around.lastLink(), {});
  const { text } = await around.page(`/p/${slug}?${arrivalOf(mac)}`);
  expect(text).toContain('name="by" value="remembered"');
  const sentOn = await around.post(`/p/${slug}`, { state: stateIn(text), by: 'remembered' });
  expect(sentOn.status).toBe(303);
  expect(await around.registrations(slug)).toHaveLength(1);
  expect((await around.page(`/p/${slug}?${arrivalOf(around.newMac())}`)).text).not.toContain('value="remembered"');
});

test('who asks again from the same device gets no second message while the first is good', async () => {
  const { slug } = await around.house(byMail);
  const mac = around.newMac();
  const before = around.mails.mails.length;
  for (let each = 0; each < 3; each += 1)
    expect(
      (await around.asks(slug, 'self_registration', { last_name: 'B', email: 'again@example.com' }, mac)).status,
    ).toBe(303);
  await around.sent();
  expect(around.mails.mails.length - before).toBe(1);
  expect(await around.registrations(slug)).toHaveLength(1);
});

test('an address gets five messages an hour at most, whatever the devices', async () => {
  const { slug } = await around.house(byMail);
  const statuses: number[] = [];
  for (let each = 0; each < 6; each += 1)
    statuses.push((await around.asks(slug, 'self_registration', { last_name: 'B', email: 'bomb@example.com' })).status);
  expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
});

test('marketing is a box of its own, unticked, no condition, and a consent of its own', async () => {
  const { slug } = await around.house({
    ...byMail,
    marketing: { version: '7', texts: { en: 'Send me <b>news</b>.' } },
  });
  const first = await around.page(`/p/${slug}?${arrivalOf(around.newMac())}`);
  expect(first.text).toContain('<input id="self_registration-marketing" type="checkbox" name="marketing" value="1">');
  expect(first.text).toContain('Send me &lt;b&gt;news&lt;/b&gt;.');
  await around.asks(slug, 'self_registration', { last_name: 'No', email: 'no@example.com' });
  await around.asks(slug, 'self_registration', { last_name: 'Yes', email: 'yes@example.com', marketing: '1' });
  const rows = await around.world.sql(
    `select r.last_name, c.kind, c.version from registrations r
     join captive_portals p on p.organization_id = r.organization_id and p.id = r.captive_portal_id
     left join portal_consents c on c.organization_id = r.organization_id and c.registration_id = r.id
     where p.slug = $1 order by 1`,
    [slug],
  );
  expect(rows).toEqual([
    { last_name: 'No', kind: null, version: null },
    { last_name: 'Yes', kind: 'marketing', version: '7' },
  ]);
});

test('number and code are taken in the digits of the guest', async () => {
  const { slug } = await around.house({ confirmation: { by: 'sms' } });
  const moved = (by: number) => (sign: string) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + by);
  const asked = await around.asks(slug, 'self_registration', {
    phone: '0660 555 66 01'.replaceAll(/\d/g, moved(0x0630)),
  });
  expect(asked.text).toContain('+436605556601');
  await around.sent();
  const code = around.lastCode().replaceAll(/\d/g, moved(0x0630));
  expect((await around.post(`/p/${slug}/code`, { state: stateIn(asked.text), code })).status).toBe(303);
});

test('a code by SMS is asked for before anybody is let in', async () => {
  const { slug } = await around.house(bySms);
  const mac = around.newMac();
  const asked = await around.asks(slug, 'self_registration', { phone: '0660 1234567' }, mac);
  expect(asked.status).toBe(200);
  expect(asked.text).toContain('inputmode="numeric" autocomplete="one-time-code"');
  expect(asked.text).toContain('We are sending a code to +436601234567.');
  expect(await around.registrations(slug)).toEqual([]);
  await around.sent();
  const message = JSON.parse(around.texts.received.at(-1)?.body ?? '{}') as { to: string; text: string };
  expect(message.to).toBe('+436601234567');
  const code = around.lastCode();
  const state = stateIn(asked.text);
  const wrong = await around.post(`/p/${slug}/code`, { state, code: code === '000000' ? '111111' : '000000' });
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('This is not the code.')]);
  const right = await around.post(`/p/${slug}/code`, { state, code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
  expect([right.status, right.headers.location]).toEqual([303, expect.stringContaining('http://10.1.0.1:3990/logon')]);
  expect((await around.post(`/p/${slug}/code`, { state, code })).status).toBe(303);
  const rows = await around.registrations(slug);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ phone: '+436601234567', seconds: 7200 });
  expect(rows[0].confirmed_at).not.toBeNull();
});

test('five wrong codes end it, the right one too; a new code begins anew, three an hour for a number', async () => {
  const { slug } = await around.house(bySms);
  const asked = await around.asks(slug, 'self_registration', { phone: '+43 660 7654321' });
  const state = stateIn(asked.text);
  await around.sent();
  const code = around.lastCode();
  const wrong = code === '123456' ? '654321' : '123456';
  for (let each = 0; each < 5; each += 1)
    expect((await around.post(`/p/${slug}/code`, { state, code: wrong })).status).toBe(422);
  expect((await around.post(`/p/${slug}/code`, { state, code })).status).toBe(429);
  for (const status of [303, 303, 429]) {
    expect((await around.post(`/p/${slug}/code`, { state, again: '1' })).status).toBe(status);
    // Sent at once, two messages may arrive in either order.
    await around.sent();
  }
  expect((await around.post(`/p/${slug}/code`, { state, code })).status).toBe(422);
  const newest = around.lastCode();
  expect((await around.post(`/p/${slug}/code`, { state, code: newest })).status).toBe(303);
});

test('a portal sends twenty codes an hour, and none to a country that it does not name', async () => {
  const { slug } = await around.house(bySms);
  const statuses: number[] = [];
  for (let each = 0; each < 21; each += 1)
    statuses.push((await around.asks(slug, 'self_registration', { phone: `+43660100${1000 + each}` })).status);
  expect(statuses.filter((each) => each === 200)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
  const elsewhere = await around.asks(slug, 'self_registration', { phone: '+882 16 1234567' });
  expect([elsewhere.status, elsewhere.text]).toEqual([422, expect.stringContaining('numbers of this country')]);
});

test('what a guest writes is shown as text, and ends no line of a mail', async () => {
  const { slug } = await around.house({ methods: ['approval'], approval: { domains: ['example.com'] } });
  const hostile = 'Eve</p><script>x</script>\r\nBcc: all@example.com\r\n\r\nhttps://evil.example/pay';
  const asked = await around.asks(slug, 'approval', { first_name: hostile, last_name: 'x', host: 'host@example.com' });
  expect(asked.status).toBe(200);
  await around.sent();
  const mail = around.mails.mails.at(-1);
  expect(mail?.to).toEqual(['host@example.com']);
  expect(mail?.headerNames).not.toContain('bcc');
  expect(mail?.headers.subject).not.toMatch(/[\r\n]/);
  expect(mail?.body).not.toContain('<script>');
  expect(mail?.body).not.toContain('evil.example');
  const shown = await around.page(linkIn(mail?.body ?? ''));
  expect(shown.text).not.toContain('<script>');
  const wrong = await around.asks(slug, 'approval', {
    first_name: 'E',
    last_name: 'x',
    host: 'a@example.com>,b@example.com',
  });
  expect(wrong.status).toBe(422);
});

async function waitingGuest(fields: object = {}, host = 'host@example.com') {
  const { slug } = await around.house({
    methods: ['approval'],
    approval: { domains: ['example.com'] },
    duration: 7200,
    ...fields,
  });
  const asked = await around.asks(slug, 'approval', { first_name: 'Eva', last_name: 'Berg', host });
  await around.sent();
  const again = /<meta http-equiv="refresh" content="5; url=([^"]*)"/.exec(asked.text)?.[1] ?? '';
  return { slug, asked, again: again.replaceAll('&amp;', '&'), link: around.lastLink() };
}

test('a host approves by a button, and the page of the guest moves on by itself', async () => {
  const { slug, asked, again, link } = await waitingGuest();
  expect(asked.text).toContain('We are sending a message to host@example.com.');
  expect((await around.page(again)).text).toContain('http-equiv="refresh"');
  expect(await around.registrations(slug)).toEqual([]);
  for (const look of [1, 2])
    expect([look, (await around.page(link)).text]).toEqual([
      look,
      expect.stringContaining('Eva Berg asks to use the Wi-Fi'),
    ]);
  expect((await around.post(link, {})).text).toContain('Eva Berg asks to use the Wi-Fi');
  expect((await around.page(again)).text).toContain('http-equiv="refresh"');
  expect((await around.post(link, { answer: 'approve' })).text).toContain('Eva Berg can use the Wi-Fi.');
  const on = await around.page(again);
  expect([on.status, on.headers.location]).toEqual([303, expect.stringContaining('http://10.1.0.1:3990/logon')]);
  const [row] = await around.registrations(slug);
  expect(row).toMatchObject({ method: 'approval', approved_by: 'host@example.com', seconds: 7200 });
  expect((await around.post(link, { answer: 'refuse' })).text).toContain('This link has been used already');
  expect((await around.registrations(slug))[0].ended_at).toBeNull();
});

test('a host refuses: nobody is let in, and the guest is told', async () => {
  const { slug, again, link } = await waitingGuest();
  expect((await around.post(link, { answer: 'refuse' })).text).toContain('Eva Berg cannot use the Wi-Fi.');
  expect((await around.page(again)).text).toContain('Your host has not approved your visit.');
  expect(await around.registrations(slug)).toEqual([]);
});

test('with minutes, the guest is in meanwhile; a refusal ends it, an approval prolongs it', async () => {
  const approval = { domains: ['example.com'], minutes: 15 };
  const refused = await waitingGuest({ approval });
  expect(refused.asked.status).toBe(303);
  expect((await around.registrations(refused.slug))[0]).toMatchObject({ seconds: 900, approved_by: null });
  await around.post(refused.link, { answer: 'refuse' });
  expect((await around.registrations(refused.slug))[0].ended_at).not.toBeNull();

  const approved = await waitingGuest({ approval }, 'other@example.com');
  await around.post(approved.link, { answer: 'approve' });
  const [row] = await around.registrations(approved.slug);
  expect(row).toMatchObject({ approved_by: 'other@example.com', ended_at: null });
  expect(Number(row.seconds)).toBeGreaterThanOrEqual(7200);
});

test('a host outside the domains is asked nothing', async () => {
  const before = around.mails.mails.length;
  for (const host of ['host@example.org', 'host@sub.example.com', 'host@example.com@evil.example', 'example.com']) {
    const { asked } = await waitingGuest({}, host);
    expect([asked.status, asked.text]).toEqual([422, expect.stringContaining('Enter the address of a host')]);
  }
  expect(around.mails.mails.length).toBe(before);
});

test('an answer after a day is none', async () => {
  const { slug, again, link } = await waitingGuest();
  await around.world.sql("update portal_requests set ends_at = now() - interval '1 second' where status = 'pending'");
  expect((await around.post(link, { answer: 'approve' })).text).toContain('This link is no longer valid');
  expect((await around.page(again)).text).toContain('Your host has not answered in time.');
  expect(await around.registrations(slug)).toEqual([]);
});

test('the link of one portal is none of another', async () => {
  const { link } = await waitingGuest();
  const { slug } = await around.house({ methods: ['approval'], approval: { domains: ['example.com'] } });
  expect((await around.page(link.replace(/\/p\/[\w-]+/, `/p/${slug}`))).status).toBe(404);
});

test('two answers at once are one', async () => {
  const { slug, link } = await waitingGuest();
  const answers = await Promise.all([1, 2, 3, 4].map(() => around.post(link, { answer: 'approve' })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410, 410, 410]);
  expect(await around.registrations(slug)).toHaveLength(1);
});

/** As whoever alters the form of its page: a phone of his own, and the step of another way in. */
async function asksForCode(slug: string, by: string, typed: Record<string, string>, pageOf: (sent: Sent) => string) {
  const before = around.texts.received.length;
  const sent = await around.asks(slug, by, { ...typed, phone: '+881 6 1234 5678' });
  const state = new URLSearchParams(pageOf(sent).split('?')[1]).get('s') ?? '';
  expect(state).not.toBe('');
  const asked = await around.post(`/p/${slug}/code`, { state, again: '1' });
  const tried = await around.post(`/p/${slug}/code`, { state, code: '123456' });
  await around.sent();
  expect([asked.status, tried.status, around.texts.received.length - before]).toEqual([410, 422, 0]);
  const rows = await around.world.sql(
    `select q.phone from portal_requests q
     join captive_portals p on p.organization_id = q.organization_id and p.id = q.captive_portal_id
     where p.slug = $1`,
    [slug],
  );
  return rows[0];
}
type Sent = Awaited<ReturnType<RegisteringWorld['asks']>>;

test('who waits for a host gets no code in his place, whatever the form says', async () => {
  const { slug } = await around.house({ methods: ['approval'], approval: { domains: ['example.com'] } });
  const typed = { first_name: 'Eve', last_name: 'Berg', host: 'host@example.com' };
  const waiting = ({ text }: Sent) => (/content="5; url=([^"]*)"/.exec(text)?.[1] ?? '').replaceAll('&amp;', '&');
  expect(await asksForCode(slug, 'approval', typed, waiting)).toEqual({ phone: null });
  expect(await around.registrations(slug)).toEqual([]);
});

test('who is to open a mail gets no code to a number that nobody else may be sent one', async () => {
  const { slug } = await around.house({ ...byMail, fields: [{ name: 'email' }, { name: 'phone' }] });
  const online = ({ headers }: Sent) => new URL(headers.location ?? '').searchParams.get('userurl') ?? '';
  const typed = { email: 'eve@example.com' };
  expect(await asksForCode(slug, 'self_registration', typed, online)).toEqual({ phone: '+881612345678' });
  expect((await around.registrations(slug))[0]).toMatchObject({ confirmed_at: null, seconds: 600 });
});
