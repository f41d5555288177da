import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from '@jest/globals';
import { SessionEnder } from '../../src/console/sessions/session-ender.js';
import { systemContext, type Context } from '../../src/kernel/context.js';
import { Registrations } from '../../src/portal/admission/registrations.js';
import { Tickets } from '../../src/portal/admission/tickets.js';
import type { JsonBody } from '../http/http-world.js';
import { machineMilliseconds } from '../kernel/machine-time.js';
import { eventually } from '../kernel/manual-clock.js';
import { AccessPoint } from './access-point.js';
import { over, radclient, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const phone = 'aa:bb:cc:00:11:22';
const otherPhone = 'Calling-Station-Id = "AA-BB-CC-99-99-99"';

withFreeRadius('tickets of a captive portal', () => {
  let rig: RadiusRig;
  let context: Context;
  let portal: JsonBody;
  let guests = 0;

  beforeAll(async () => {
    rig = await RadiusRig.open();
    context = systemContext(rig.world.organizationId, 'test');
    portal = await rig.post('/captive-portals', { name: 'Lindenhof', methods: ['room_surname', 'voucher'] });
    rig.world.app.get(SessionEnder).start();
  }, 60_000);
  afterAll(async () => {
    await rig.world.app.get(SessionEnder).stop();
    await rig.close();
  });

  /** A guest with an account without a password, as hotels have them. */
  const guest = (fields: object = {}): Promise<JsonBody> =>
    rig.post('/users', { username: `101-novak-${(guests += 1)}`, ...fields });

  const ticketFor = async (
    { id, username }: JsonBody,
    {
      mac = phone,
      method = 'room_surname',
      isVoucher = false,
    }: { mac?: string | null; method?: string; isVoucher?: boolean } = {},
  ): Promise<{ ticket: string; registrationId: string }> => {
    const registration = await rig.world.app.get(Registrations).register(context, {
      portalId: portal.id,
      method,
      username,
      userId: isVoucher ? null : id,
      voucherId: isVoucher ? id : null,
      lastName: 'Novak',
      email: 'novak@example.com',
      mac,
      language: 'de',
      until: null,
    });
    const ticket = await rig.world.app.get(Tickets).issue(context, { username, mac, registrationId: registration.id });
    return { ticket, registrationId: registration.id };
  };

  const chap = (username: string, password: string, ...more: string[]) =>
    radclient(
      rig.auth,
      'auth',
      over(
        [
          `User-Name = "${username}"`,
          `CHAP-Password = "${password}"`,
          'Calling-Station-Id = "AA-BB-CC-00-11-22"',
          'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
          'NAS-Identifier = "lobby"',
          'Message-Authenticator = 0x00',
        ],
        more,
      ),
    );

  const expire = (username: string) =>
    rig.world.fresh.database.query(
      context,
      {
        name: 'test_expire_tickets',
        text: `update portal_tickets set ends_at = ends_at - interval '91 seconds'
          where organization_id = $1 and username_key = $2`,
      },
      [context.organizationId, username],
    );

  test.each([
    ['PAP', signIn],
    ['CHAP', (_port: number, ...rest: [string, string, ...string[]]) => chap(...rest)],
  ] as const)(
    'by %s a guest without a password comes in, again within the time, and by no other ticket',
    async (_, by) => {
      const account = await guest();
      const { ticket } = await ticketFor(account);
      const heard = [
        await by(rig.auth, account.username, ticket),
        await by(rig.auth, account.username, ticket),
        await by(rig.auth, account.username, 'A'.repeat(26)),
      ];
      expect(heard.map(({ packet }) => packet)).toEqual(['Access-Accept', 'Access-Accept', 'Access-Reject']);
      expect(heard[0].attributes['User-Name']).toBe(account.username);
    },
  );

  test.each([
    ['PAP', signIn],
    ['CHAP', (_port: number, ...rest: [string, string, ...string[]]) => chap(...rest)],
  ] as const)('by %s a ticket is refused to another device, and when it is over', async (_, by) => {
    const account = await guest();
    const { ticket } = await ticketFor(account);
    expect((await by(rig.auth, account.username, ticket, otherPhone)).packet).toBe('Access-Reject');
    expect(await rig.last()).toBe('ticket_of_another_device');
    expect((await by(rig.auth, account.username, ticket)).packet).toBe('Access-Accept');
    await expire(account.username);
    expect((await by(rig.auth, account.username, ticket)).packet).toBe('Access-Reject');
    expect(await rig.last()).toBe('ticket_expired');
  });

  test('where the gateway named no device, the first that shows it has it', async () => {
    for (const by of [signIn, (_: number, ...rest: [string, string, ...string[]]) => chap(...rest)]) {
      const account = await guest();
      const { ticket } = await ticketFor(account, { mac: null });
      expect((await by(rig.auth, account.username, ticket)).packet).toBe('Access-Accept');
      expect((await by(rig.auth, account.username, ticket, otherPhone)).packet).toBe('Access-Reject');
      expect(await rig.last()).toBe('ticket_of_another_device');
    }
  });

  test('an own password goes on beside a ticket; a disabled account has neither', async () => {
    const account = await guest({ password: 'Sommer 2026!' });
    const { ticket } = await ticketFor(account);
    expect((await signIn(rig.auth, account.username, 'Sommer 2026!')).packet).toBe('Access-Accept');
    expect((await signIn(rig.auth, account.username, ticket)).packet).toBe('Access-Accept');
    expect((await signIn(rig.auth, account.username, 'Sommer 2025!')).packet).toBe('Access-Reject');
    expect(await rig.last()).toBe('wrong_password');
    await rig.patch(`/users/${account.id}`, { disabled: 1 });
    expect((await signIn(rig.auth, account.username, ticket)).packet).toBe('Access-Reject');
    expect(await rig.last()).toBe('user_disabled');
  });

  test("a ticket is no password of another account's", async () => {
    const [anna, ben] = [await guest(), await guest()];
    const { ticket } = await ticketFor(anna);
    expect((await signIn(rig.auth, ben.username, ticket)).packet).toBe('Access-Reject');
  });

  test('a voucher that was shown at the portal begins at RADIUS, and is told of once', async () => {
    const group = (await rig.post('/user-groups', { name: `Day guests ${(guests += 1)}`, policy: {} })).id;
    const made = await rig.post('/vouchers', { table_id: group, duration: 3600 });
    const { id, code } = made._embedded?.vouchers?.[0] ?? made.vouchers?.[0] ?? made;
    const { ticket, registrationId } = await ticketFor({ id, username: code }, { method: 'voucher', isVoucher: true });
    const { packet, attributes } = await signIn(rig.auth, code, ticket);
    expect([packet, attributes['Session-Timeout']]).toEqual(['Access-Accept', '3600']);
    const told = (await rig.events()).filter(
      ({ event, user }) => event === 'guest.registered' && user.username === code,
    );
    expect(told).toMatchObject([{ guest: { id: registrationId, last_name: 'Novak', captive_portal: 'Lindenhof' } }]);
    const { body } = await rig.world.call('GET', `/registrations/${registrationId}`);
    expect(body).toMatchObject({ status: 'active', mac: phone, voucher_id: id, until: expect.any(String) });
  });

  test('what the portal wrote down is in the report, the event and the record', async () => {
    const account = await guest();
    const { registrationId } = await ticketFor(account);
    const told = (await rig.events()).filter(({ user }) => user?.username === account.username);
    expect(told).toMatchObject([
      {
        event: 'guest.registered',
        device: { mac: phone },
        guest: { id: registrationId, last_name: 'Novak', email: 'novak@example.com', captive_portal: 'Lindenhof' },
      },
    ]);
    const [row] = await rig.world.fresh.database.query<JsonBody>(
      context,
      {
        name: 'test_reported',
        text: `select method, full_name, email, mac, captive_portal_id from guest_registrations
          where organization_id = $1 and id = $2`,
      },
      [context.organizationId, registrationId],
    );
    expect(row).toEqual({
      method: 'room_surname',
      full_name: 'Novak',
      email: 'novak@example.com',
      mac: 'aabbcc001122',
      captive_portal_id: portal.id,
    });
    const { body } = await rig.world.call(
      'GET',
      `/registrations?filter[mac]=AA-BB-CC-00-11-22&filter[username]=${account.username}`,
    );
    expect(body._embedded.registrations).toMatchObject([{ id: registrationId, status: 'active', consents: [] }]);
  });

  test('who presses twice is registered once', async () => {
    const account = await guest();
    const [one, other] = await Promise.all([ticketFor(account), ticketFor(account)]);
    expect(one.registrationId).toBe(other.registrationId);
    expect((await rig.events()).filter(({ user }) => user?.username === account.username)).toHaveLength(1);
  });

  let ap: AccessPoint;
  beforeEach(async () => {
    ap = await AccessPoint.open();
    const network = (await rig.world.call('GET', `/networks/${rig.networkId}`)).body;
    await rig.patch(`/networks/${rig.networkId}`, {
      clients: network.clients.map(({ id, address, short_name, vendor }: JsonBody) => ({
        id,
        address,
        short_name,
        vendor,
        coa_port: ap.port,
        require_message_authenticator: 0,
      })),
    });
  });
  afterEach(() => {
    ap.close();
  });

  const begin = async (session: string, username: string, ticket: string): Promise<void> => {
    const { attributes } = await signIn(rig.auth, username, ticket);
    await rig.account([
      'Acct-Status-Type = Start',
      `Acct-Session-Id = "${session}"`,
      `User-Name = "${username}"`,
      `Class = ${attributes.Class}`,
      'NAS-Identifier = "lobby"',
      'NAS-IP-Address = 10.0.0.7',
      'Calling-Station-Id = "AA-BB-CC-00-11-22"',
      'Called-Station-Id = "00-11-22-33-44-55:Lindenhof"',
    ]);
  };

  const isDisconnected = (session: string) =>
    eventually('the access point is asked to end the session', () =>
      ap.asked.some(({ sessionId, to }) => sessionId === session && to === 'disconnect'),
    );

  test('an ended registration ends its session within two seconds; the account may come in again', async () => {
    const account = await guest();
    const { ticket, registrationId } = await ticketFor(account);
    await begin('s-ended', account.username, ticket);
    const took = await machineMilliseconds(async () => {
      expect((await rig.world.call('DELETE', `/registrations/${registrationId}`)).status).toBe(204);
      await isDisconnected('s-ended');
    });
    expect(took).toBeLessThan(2_000);
    expect((await rig.world.call('GET', `/registrations/${registrationId}`)).body).toMatchObject({ status: 'ended' });
    expect((await signIn(rig.auth, account.username, ticket)).packet).toBe('Access-Reject');
    const again = await ticketFor(account);
    expect(again.registrationId).not.toBe(registrationId);
    expect((await signIn(rig.auth, account.username, again.ticket)).packet).toBe('Access-Accept');
  });

  test('check-out ends what a ticket began within two seconds', async () => {
    const account = await guest();
    const { ticket } = await ticketFor(account);
    await begin('s-left', account.username, ticket);
    const took = await machineMilliseconds(async () => {
      await rig.patch(`/users/${account.id}`, { valid_until: new Date(Date.now() - 1_000).toISOString() });
      await isDisconnected('s-left');
    });
    expect(took).toBeLessThan(2_000);
  });
});
