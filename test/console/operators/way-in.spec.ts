import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FirstOperator } from '../../../src/console/operators/first-operator.js';
import { PasswordResetSender } from '../../../src/console/password-resets/password-reset-sender.js';
import { PasswordResetsModule } from '../../../src/console/password-resets/password-resets.module.js';
import { everyOrganization, systemContext } from '../../../src/kernel/context.js';
import { sendingLeaseSeconds } from '../../../src/kernel/sending/leased-sender.js';
import type { Settings } from '../../../src/kernel/settings.js';
import { AuditModule } from '../../../src/console/audit/audit.module.js';
import { type JsonBody, ownerRoleId } from '../../http/http-world.js';
import { eventually, ManualClock } from '../../kernel/manual-clock.js';
import { MailServer } from '../alerts/mail-server.js';
import { anotherAddress, auditorRoleId, goodPassword, type OperatorsWorld, operatorsWorld } from './operators-world.js';

const clock = new ManualClock();
let mails: MailServer;
const newPassword = 'another good phrase';
let world: OperatorsWorld;
let replica: OperatorsWorld;
let mailless: OperatorsWorld;
beforeAll(async () => {
  mails = await MailServer.listening();
  const smtp: Settings['smtp'] = {
    host: '127.0.0.1',
    port: mails.port,
    isTlsFirst: false,
    tls: 'none',
    user: null,
    password: null,
    from: { name: 'Usher', address: 'usher@example.com' },
    timeoutSeconds: 1,
  };
  const settings = { smtp, baseUrl: 'https://wifi.example.com', trustedProxies: ['127.0.0.0/8'] };
  const modules = [PasswordResetsModule, AuditModule];
  world = await operatorsWorld(clock, { modules, settings });
  replica = await operatorsWorld(clock, { modules, settings, shared: world });
  mailless = await operatorsWorld(clock, { modules, shared: world });
});
afterAll(async () => {
  for (const each of [mailless, replica, world]) await each.close();
  await mails.close();
});
beforeEach(() => {
  mails.mails.length = 0;
});

/** From an address of its own. */
const post = (path: string, body: object, { of = world, from = anotherAddress(), language = 'en' } = {}) =>
  of.call('POST', path, {
    token: null,
    body,
    headers: { 'x-forwarded-for': from, 'accept-language': language, host: 'evil.example.com' },
  });
const sent = async (of = world) => {
  const sender = of.app.get(PasswordResetSender);
  const isPending = "select 1 as yes from password_resets where status = 'pending' and lease_until_at is null";
  do {
    await sender.round();
    await sender.settled();
  } while ((await sql(isPending)).length > 0);
  return mails.mails;
};
const linkIn = (text: string) => /https:\/\/wifi\.example\.com\/console\/reset#(reset_[\w-]{43})/.exec(text)?.[1] ?? '';
const sql = <Row extends object>(text: string) =>
  world.fresh.database.query<Row>(systemContext(everyOrganization, 'test'), { name: '', text }, []);

describe('the first operator', () => {
  const make = (token: string, more: object = {}, of = world) =>
    post(
      '/first-operator',
      { token, email: 'first@example.com', name: 'Ines', password: goodPassword, ...more },
      { of },
    );

  test('comes with the link of the start, which is good once and only while there is nobody', async () => {
    const over = String(await world.app.get(FirstOperator).offer());
    await clock.advance(24 * 3600);
    expect((await make(over)).body.errors[0].pointer).toBe('#/token');
    const links = await Promise.all([world, replica].map((each) => each.app.get(FirstOperator).offer()));
    const [link = '', other = ''] = links.map(String);
    expect(link).toMatch(/^first_[\w-]{43}$/);
    expect(JSON.stringify(await sql('select to_jsonb(l)::text as row from operator_links l'))).not.toContain(
      link.slice(6),
    );
    expect((await make(`${link}x`)).body.errors[0].pointer).toBe('#/token');
    expect((await make(link, { password: 'short' })).body.errors[0].pointer).toBe('#/password');
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        make(n % 2 ? link : other, { email: `first-${n}@example.com` }, n < 2 ? world : replica),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect([made.length, answers.filter(({ status }) => status === 409 || status === 422).length]).toEqual([1, 3]);
    const { operator_id: id, email, organization_id: organizationId } = made[0].body;
    expect(organizationId).toBe(world.organizationId);
    expect((await world.call('GET', `/operators/${id}`)).body).toMatchObject({
      role_id: ownerRoleId,
      status: 'active',
    });
    expect((await world.signIn({ email, password: goodPassword })).status).toBe(201);
    expect(await world.app.get(FirstOperator).offer()).toBeNull();
    expect((await make(other)).status).toBe(422);
  });

  test("comes with an owner's key, of an organization that has no operator yet; with no lesser key", async () => {
    const annex = await world.organization('Annex');
    const lesser = await world.keyWith('operators:write', 'roles:write');
    expect((await make(lesser.token)).body.errors[0].pointer).toBe('#/token');
    expect((await make(world.token)).status).toBe(409);
    const made = await make(annex.token);
    expect([made.status, made.body.organization_id]).toEqual([201, annex.id]);
    expect((await make(annex.token)).status).toBe(409);
  });
});

describe('an invitation', () => {
  test('is a link to a page', async () => {
    const { body } = await world.call('POST', '/operators', {
      body: { email: 'invited@example.com', name: 'Ida', role_id: auditorRoleId },
    });
    // Whose providers the page offers besides.
    const page = `https://wifi.example.com/console/invitation?organization=${world.organizationId}`;
    expect(body.invitation_link).toBe(`${page}#${body.invitation_token}`);
    const again = (await world.call('POST', `/operators/${body.id}/invitation`)).body;
    expect(again.invitation_link).toBe(`${page}#${again.invitation_token}`);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string, more: object = {}) => post('/password-resets', { email }, more);
  const accept = (token: string, password = newPassword) => post('/password-resets/accept', { token, password });

  test('is nothing to those whose organization requires single sign-on: the mail says how they sign in', async () => {
    const { email } = await world.operator('reset-single@example.com', auditorRoleId);
    const owner = await world.operator('reset-owner@example.com', ownerRoleId);
    const invited = { email: 'reset-asked@example.com', name: 'Ida', role_id: auditorRoleId };
    await world.call('POST', '/operators', { body: invited });
    await ask(email);
    const [before] = await sent();
    mails.mails.length = 0;
    const required = (on: boolean) =>
      sql(`update organizations set single_sign_on_required = ${on} where id = '${world.organizationId}'`);
    await required(true);
    try {
      const asked = [
        await ask(email, { language: 'de' }),
        await ask(invited.email),
        await ask('reset-none@example.com'),
      ];
      expect(asked.map(({ status, body }) => [status, body])).toEqual(asked.map(() => [202, { mail: 1 }]));
      await ask(owner.email);
      const to = new Map((await sent()).map((mail) => [mail.to[0], mail]));
      expect([...to.keys()].toSorted()).toEqual([invited.email, owner.email, email].toSorted());
      const { body: text } = to.get(email)!;
      expect(text).toContain('Ihre Organisation verlangt die Anmeldung mit dem Firmenkonto');
      expect(text).toContain(`https://wifi.example.com/console/sign-in?organization=${world.organizationId}`);
      expect(linkIn(text)).toBe('');
      expect(linkIn(to.get(owner.email)!.body)).not.toBe('');
      // A link of before.
      const late = await accept(linkIn(before.body));
      expect([late.status, late.body.single_sign_on_required]).toEqual([403, true]);
    } finally {
      await required(false);
      mails.mails.length = 0;
    }
  });

  test('is replaced by a link in a mail: once, everywhere signed out, in the audit', async () => {
    const {
      id,
      email,
      token: session,
    } = await world.operator('forgot@example.com', auditorRoleId, { name: 'Ana <b>' });
    const asked = await ask(email.toUpperCase(), { from: '192.0.2.7', language: 'de-AT,de;q=0.9' });
    expect([asked.status, asked.body]).toEqual([202, { mail: 1 }]);
    const [mail, ...others] = await sent();
    expect([mail.to, others]).toEqual([[email], []]);
    expect(mail.body).toContain('ein neues Passwort für Ihre WLAN-Verwaltung');
    expect(mail.body).not.toContain('evil.example.com');
    const link = linkIn(mail.body);
    expect(link).not.toBe('');
    expect(JSON.stringify(await sql('select to_jsonb(l)::text as row from operator_links l'))).not.toContain(
      link.slice(6),
    );

    expect((await accept(link, 'short')).body.errors[0].pointer).toBe('#/password');
    const changed = await accept(link);
    expect([changed.status, changed.body]).toEqual([
      200,
      { operator_id: id, organization_id: world.organizationId, email, name: 'Ana <b>' },
    ]);
    expect((await accept(link)).body.errors[0].pointer).toBe('#/token');
    expect((await world.call('GET', '/sessions/current', { token: session })).status).toBe(401);
    expect((await world.signIn({ email, password: goodPassword })).status).toBe(401);
    expect((await world.signIn({ email, password: newPassword })).status).toBe(201);
    const { body } = await world.call('GET', `/audit?filter[resource_id]=${id}&filter[action]=password_reset`);
    expect(body._embedded.audit).toEqual([
      expect.objectContaining({ actor_kind: 'nobody', after: { from: '192.0.2.7' }, label: email }),
    ]);
    expect(await sql('select content_sealed from password_resets where content_sealed is not null')).toEqual([]);
  });

  test('is answered alike after the same work for an address of nobody, of a disabled or an invited one', async () => {
    const off = await world.operator('reset-off@example.com', auditorRoleId);
    await world.call('PATCH', `/operators/${off.id}`, { body: { disabled: 1 } });
    const { email } = await world.operator('reset-on@example.com', auditorRoleId);
    const answers: JsonBody[] = [];
    for (const each of [email, off.email, 'invited@example.com', 'reset-nobody@example.com']) {
      const { status, body, headers } = await ask(each);
      answers.push({ status, body, names: [...headers.keys()].sort() });
    }
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(
      (await sql<{ count: number }>("select count(*)::int from password_resets where status = 'pending'"))[0].count,
    ).toBe(4);
    expect((await sent()).map(({ to }) => to)).toEqual([[email]]);
  });

  test('has half an hour, and only until the password, the address or the right to sign in is another', async () => {
    const { id, email } = await world.operator('reset-late@example.com', auditorRoleId);
    const fresh = async (address = email) => {
      mails.mails.length = 0;
      await clock.advance(16 * 60);
      await ask(address);
      return linkIn((await sent())[0].body);
    };
    const late = await fresh();
    await clock.advance(30 * 60);
    expect((await accept(late)).status).toBe(422);
    const stale = await fresh();
    await world.call('PATCH', `/operators/${id}`, { body: { password: 'set by an administrator' } });
    expect((await accept(stale)).status).toBe(422);
    const moved = await fresh();
    await world.call('PATCH', `/operators/${id}`, { body: { email: 'reset-moved@example.com' } });
    expect((await accept(moved)).status).toBe(422);
    const off = await fresh('reset-moved@example.com');
    await world.call('PATCH', `/operators/${id}`, { body: { disabled: 1 } });
    await world.call('PATCH', `/operators/${id}`, { body: { disabled: 0 } });
    expect((await accept(off)).status).toBe(422);
    const two = [await fresh('reset-moved@example.com')];
    const answers = await Promise.all([0, 1, 2].map((n) => accept(two[0], `${newPassword} ${n}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test('brings three mails in 15 minutes at most, and a network may ask for twenty', async () => {
    const { email } = await world.operator('reset-often@example.com', auditorRoleId);
    for (let count = 0; count < 5; count += 1) expect((await ask(email)).status).toBe(202);
    expect(await sent()).toHaveLength(3);
    const from = anotherAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1)
      statuses.push((await ask(`anybody-${count}@example.com`, { from })).status);
    expect([new Set(statuses.slice(0, 20)), statuses[20]]).toEqual([new Set([202]), 429]);
    await sent();
  });

  test('is sent by another process when one dies on the way: the same mail; none once it was used', async () => {
    const { email } = await world.operator('reset-twice@example.com', auditorRoleId);
    for (const isUsed of [false, true]) {
      mails.mails.length = 0;
      mails.held.length = 0;
      mails.isHolding = true;
      await ask(email);
      const sender = world.app.get(PasswordResetSender);
      await sender.round();
      await eventually('the server has the mail', () => mails.held.length === 1);
      mails.isHolding = false;
      if (isUsed) expect((await accept(linkIn(mails.held[0].body))).status).toBe(200);
      await clock.advance(sendingLeaseSeconds + 1);
      const again = await sent(replica);
      expect(again.map(({ body, headers }) => [linkIn(body), headers['message-id']])).toEqual(
        isUsed ? [] : mails.held.map(({ body, headers }) => [linkIn(body), headers['message-id']]),
      );
      await sender.settled();
    }
  });

  test('is for somebody else to mend where no mail server is set', async () => {
    const answer = await ask('forgot@example.com', { of: mailless });
    expect([answer.status, answer.body]).toEqual([202, { mail: 0 }]);
  });
});

describe('a link that signs in', () => {
  const link = (token: string, body: object = { password: goodPassword }) =>
    world.call('POST', '/sessions/current/link', { token, body });
  const open = (token: string) => post('/console/session', { link: token });

  test('is made with the password once more, and opens one session elsewhere', async () => {
    const { id, email, token } = await world.operator('tablet@example.com', auditorRoleId);
    expect((await link(token, { password: 'a wrong password' })).status).toBe(401);
    expect((await link(world.token)).status).toBe(403);
    const made = (await link(token)).body;
    expect(made).toEqual({
      link: `https://wifi.example.com/console/session-link#${made.token}`,
      token: expect.stringMatching(/^link_[\w-]{43}$/),
      ends_at: expect.any(String),
    });
    expect((await post('/console/session', { link: made.token, email })).status).toBe(422);
    const answers = await Promise.all([open(made.token), open(made.token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401]);
    expect(answers.find(({ status }) => status === 201)?.body.operator).toMatchObject({ id, email });
    expect((await open(made.token)).status).toBe(401);
    const { body } = await world.call('GET', '/sessions', { token });
    expect(body.total_items).toBe(2);
  });

  test('is over after 15 minutes, and when its operator may not sign in', async () => {
    const { id, token } = await world.operator('tablet-late@example.com', auditorRoleId);
    const late = (await link(token)).body.token;
    await clock.advance(15 * 60);
    expect((await open(late)).status).toBe(401);
    const off = (await link(token)).body.token;
    await world.call('PATCH', `/operators/${id}`, { body: { disabled: 1 } });
    expect((await open(off)).status).toBe(401);
  });

  test('is over when its operator is signed out everywhere, or loses the codes', async () => {
    const { id, token } = await world.operator('tablet-lost@example.com', auditorRoleId);
    const made = (await link(token)).body.token;
    await world.call('DELETE', `/operators/${id}/sessions`);
    expect((await open(made)).status).toBe(401);
    const again = await world.call('POST', '/sessions', {
      token: null,
      body: { email: 'tablet-lost@example.com', password: goodPassword },
    });
    const next = (await link(again.body.token)).body.token;
    await world.call('PATCH', `/operators/${id}`, { body: { totp: 0 } });
    expect((await open(next)).status).toBe(401);
  });
});
