import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { type Connected, connected } from '../../e2e/connected.js';
import { until } from '../../e2e/until.js';
import { webhookToken } from '../../mews/mews-rig.js';
import { MewsSimulator } from '../../simulators/mews/mews-simulator.js';
import { RemoteConsoleSimulator } from '../../simulators/remote-console/remote-console-simulator.js';

/** What guests and operators see of a console elsewhere that does not take everything: it has rules of its own. */
let mews: MewsSimulator;
let simulator: RemoteConsoleSimulator;
let house: Connected;
let sent: ReturnType<MewsSimulator['postWebhooksTo']>;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

beforeAll(async () => {
  mews = await MewsSimulator.start({ rooms: ['101', '102', '103', '104'] });
  simulator = await RemoteConsoleSimulator.start({ mode: 'extended', ratePerMinute: 10_000 });
  house = await connected({
    connector: 'mews',
    settings: { base_url: mews.url },
    secrets: { client_token: mews.clientToken, access_token: mews.accessToken, webhook_token: webhookToken },
    access: { preset: 'hotel', delete_after_seconds: null },
    target: { console: 'remote', base_url: simulator.address, token: simulator.token },
  });
  sent = mews.postWebhooksTo({ url: `${house.hookUrl}/${webhookToken}`, lagMilliseconds: 60_000 });
  await house.scan();
});
afterAll(async () => {
  await house?.close();
  await simulator?.close();
  await mews?.stop();
});
afterEach(() => simulator.heal());

const book = (room: string, guest: { lastName: string; email?: string }, companions: { lastName: string }[] = []) =>
  mews.hotel.book({ guest, companions, room, arrival: inHours(-1), departure: inHours(48) });
const arrive = async (id: string) => {
  mews.hotel.checkIn(id);
  await sent.flush();
};
const held = () => [...simulator.organization().users.values()];
const heldOf = (lastName: string) => held().find(({ last_name }) => last_name === lastName);
const here = (path: string) => `/connections/${house.connectionId}${path}`;
const read = () => house.world.made(200, 'GET', here(''));
const said = async (status: string) =>
  (await house.world.made(200, 'GET', `/operations?filter[status]=${status}`))._embedded.operations;
/** As the validators of many consoles written in PHP answer. */
const refuses = (field: string, text: string) =>
  simulator.fail(
    {
      kind: 'status',
      status: 422,
      body: {
        title: 'Unprocessable Entity',
        detail: 'Failed Validation',
        validation_messages: { [field]: { rule: text } },
      },
    },
    { times: 1000, matches: ({ body, method }) => method !== 'GET' && typeof body[field] === 'string' },
  );

test('guests whom Mews knows by long ids have names that the console takes, each another, and keep them', async () => {
  const id = book('101', { lastName: 'Novak' }, [{ lastName: 'Berg' }]);
  await arrive(id);
  await until('both are there', () => held().length === 2);
  const names = held().map(({ username }) => String(username));
  expect(names.every((name) => name.length <= 64)).toBe(true);
  mews.hotel.move(id, '102');
  mews.hotel.checkOut(id);
  await sent.flush();
  await until('both have left', () => held().every(({ disabled }) => disabled === 1));
  expect(held().map(({ username }) => username)).toEqual(names);
});

test('what the console would not take is said before it is asked', async () => {
  await arrive(book('104', { lastName: 'Orsini' }));
  await until('Orsini is in', () => heldOf('Orsini'));
  const access = { preset: 'hotel', username: `{{ room }}-${'wifi-'.repeat(13)}{{ last_name }}` };
  const trial = await house.world.made(200, 'POST', here('/access/preview'), { body: { access } });
  expect(trial.people[0].detail).toMatch(/may refuse this name: it has \d\d characters.*64/);
  const detailOf = async (other: object) =>
    (await house.world.made(200, 'POST', here('/access/preview'), { body: { access: other } })).people[0].detail;
  expect(await detailOf({ preset: 'hotel', username: '{{ company_name }}' })).toContain('needs company_name');
  expect(await detailOf({ preset: 'hotel', grant: 'voucher' })).toBeNull();
  const guest = { status: 'in_house', room: '103', last_name: 'Maly', check_in_at: inHours(-1) };
  const records = [{ key: 'one', ...guest }];
  const { plan } = await house.world.made(200, 'POST', here('/preview'), { body: { access, records } });
  expect(plan).toMatchObject([{ kind: 'create_user', detail: expect.stringMatching(/may refuse this name/) }]);
});

test('a message that only names records is said to need a look at them', async () => {
  const payload = {
    EnterpriseId: '11111111-2222-4333-8444-555555555555',
    IntegrationId: '11111111-2222-4333-8444-555555555556',
    Events: [{ Discriminator: 'ServiceOrderUpdated', Value: { Id: '11111111-2222-4333-8444-555555555557' } }],
  };
  const { plan } = await house.world.made(200, 'POST', here('/preview'), { body: { payload } });
  expect(plan).toMatchObject([{ kind: 'none', detail: expect.stringContaining('would be read first') }]);
});

test('an address that the console does not take costs nobody the access, and the operation says so', async () => {
  refuses('email', 'The input is not a valid email address');
  await arrive(book('102', { lastName: 'Moser', email: 'moser@hotel-guests.example' }));
  const account = await until('Moser is in', () => heldOf('Moser'));
  expect(account).toMatchObject({ disabled: 0, email: null, valid_until: expect.any(String) });
  const [done] = await until('it is said', async () => {
    const operations = await said('done');
    return operations[0].user === account.username && operations;
  });
  expect(done.detail).toBe('Written without email: Failed Validation; email: The input is not a valid email address');
});

test('a password that the console forbids is asked once, is told with its field, and again after a test', async () => {
  refuses('password', 'The password must have a digit');
  await arrive(book('103', { lastName: 'Kral' }));
  const [refused] = await until('it is refused', async () => {
    const operations = await said('refused');
    return operations.length > 0 && operations;
  });
  expect(refused).toMatchObject({
    kind: 'create_user',
    detail: 'Failed Validation; password: The password must have a digit',
  });
  const { accounts_refused: accounts, last_problem: problem } = await until('the connection says so', async () => {
    const connection = await read();
    return connection.accounts_refused !== null && connection;
  });
  expect(accounts).toMatchObject({ accounts: 1, detail: 'The console does not take 1 account, because of: password' });
  expect(problem).toMatchObject({ code: 'accounts_refused', detail: accounts.detail });
  const open = await house.world.made(200, 'GET', '/alerts?filter[status]=open');
  expect(open._embedded.alerts).toMatchObject([
    { event: 'connection.accounts_refused', detail: accounts.detail, facts: { accounts: 1, fields: 'password' } },
  ]);
  const asked = () => simulator.seen.filter(({ body }) => body.last_name === 'Kral').length;
  expect(asked()).toBe(1);

  simulator.heal();
  await house.world.made(200, 'POST', here('/test'));
  await until('Kral is in', () => heldOf('Kral'));
  await until('it is over', async () => (await read()).accounts_refused === null);
  expect((await read()).last_problem).toBeNull();
  expect((await house.world.made(200, 'GET', '/alerts?filter[status]=open'))._embedded.alerts).toEqual([]);
});
