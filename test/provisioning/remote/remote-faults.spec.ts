import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ConsoleRefused, ConsoleUnavailable } from '../../../src/provisioning/console-port/console-problems.js';
import { operationPriority, type Outcome, type WifiConsole } from '../../../src/provisioning/console-port/wifi-console.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { RemoteConsoleSimulator, type SeenRequest, type SimulatorOptions } from '../../simulators/remote-console/remote-console-simulator.js';
import { changeUser, createUser, createVouchers, deleteUser, revokeVoucher } from '../../wifi-console-contract/operations.js';
import { context, type RemoteSettings, type RemoteWorld, remoteWorld } from './remote-world.js';
import { stepUntil } from './stepping.js';

const { grant } = operationPriority;
let world: RemoteWorld;
let simulator: RemoteConsoleSimulator;
beforeAll(async () => { world = await remoteWorld(); });
afterAll(async () => { await world.close(); });
afterEach(async () => { await simulator.close(); });

async function start(options: Partial<SimulatorOptions> = {}, target: Partial<RemoteSettings> = {}): Promise<WifiConsole> {
  simulator = await RemoteConsoleSimulator.start({ mode: 'extended', ratePerMinute: 100_000, ...options });
  return world.process().console({ base_url: simulator.address, token: simulator.token, ...target });
}

const isPost = ({ method }: SeenRequest) => method === 'POST';
const isBulk = ({ path }: SeenRequest) => path.startsWith('/bulk');
const one = async (outcomes: Promise<Outcome[]>) => (await outcomes)[0];
const madeByHand = (username: string) => (simulator.organization().createUser({ username }).body as { id: string }).id;
const thirty = (name: string) => Array.from({ length: 30 }, (_, index) => createUser(`${name}-${index}`));

describe('what became of a single operation', () => {
  test('an answer that was lost after the effect is unknown, and asking then finds the account', async () => {
    const console = await start();
    simulator.fail({ kind: 'drop_after_effect' });
    expect(await one(console.apply(context, [createUser('lost')], grant))).toMatchObject({ status: 'unknown' });
    expect(await console.findUser(context, { username: 'lost' }, grant)).toMatchObject({ username: 'lost' });
  });

  test('a connection lost before the effect is unknown too, and asking then finds nothing', async () => {
    const console = await start();
    simulator.fail({ kind: 'drop_before_effect' });
    expect(await one(console.apply(context, [createUser('lost')], grant))).toMatchObject({ status: 'unknown' });
    expect(await console.findUser(context, { username: 'lost' }, grant)).toBeNull();
  });

  test('the same wish sent again after a lost answer is the same account', async () => {
    const console = await start();
    const wish = createUser('twice');
    simulator.fail({ kind: 'drop_after_effect' });
    await console.apply(context, [wish], grant);
    expect(await one(console.apply(context, [wish], grant))).toMatchObject({ status: 'done' });
    expect(simulator.organization().users.size).toBe(1);
  });

  test('a refusal that the server stored does not outlive its reason', async () => {
    const console = await start();
    const holder = madeByHand('wanted');
    const wish = createUser('wanted');
    expect(await one(console.apply(context, [wish], grant))).toEqual({ status: 'taken', remoteId: holder });
    simulator.organization().remove('users', holder);
    expect(await one(console.apply(context, [wish], grant))).toMatchObject({ status: 'done' });
  });

  test('an account that is ours by its external id is taken over and brought to what is wanted', async () => {
    const console = await start();
    const wish = createUser('ours', { spec: { firstName: 'New' } });
    const held = simulator.organization().createUser({ username: 'ours', first_name: 'Old', external_id: wish.externalId }).body as { id: string };
    expect(await one(console.apply(context, [wish], grant))).toEqual({ status: 'done', remoteId: held.id });
    expect(simulator.organization().users.get(held.id)).toMatchObject({ first_name: 'New' });
  });

  test('an account that is ours under an older name is renamed instead of made twice', async () => {
    const console = await start();
    const wish = createUser('new-name');
    const held = simulator.organization().createUser({ username: 'old-name', external_id: wish.externalId }).body as { id: string };
    expect(await one(console.apply(context, [wish], grant))).toEqual({ status: 'done', remoteId: held.id });
    expect(simulator.organization().users.get(held.id)).toMatchObject({ username: 'new-name' });
  });

  test('a console that cannot be reached is asked again later: nothing happened', async () => {
    const console = await start();
    const address = simulator.address;
    await simulator.close();
    expect(await one(console.apply(context, [createUser('nobody')], grant))).toMatchObject({ status: 'retry' });
    await expect(console.findUser(context, { username: 'x' }, grant)).rejects.toThrow(ConsoleUnavailable);
    expect(address).toMatch(/^http/);
    simulator = await RemoteConsoleSimulator.start({ mode: 'plain' });
  });

  test.each([
    [500, 'retry'], [503, 'retry'], [502, 'unknown'], [504, 'unknown'], [422, 'refused'], [301, 'retry'],
  ])('status %i is %s', async (status, outcome) => {
    const console = await start();
    await console.apply(context, [createUser('first')], grant);
    simulator.fail({ kind: 'status', status, body: { status, detail: 'The reason', errors: [{ pointer: '#/username', detail: 'too odd' }] } });
    expect((await one(console.apply(context, [createUser('second')], grant))).status).toBe(outcome);
  });

  test('a refusal tells the reason the server gave', async () => {
    const console = await start();
    expect(await one(console.apply(context, [createUser('x'.repeat(65))], grant))).toEqual({ status: 'refused', detail: expect.stringContaining('longer than 64') });
  });

  test('a maintenance page in place of JSON is unknown for a write and unavailable for a question', async () => {
    const console = await start();
    simulator.fail({ kind: 'not_json' }, { times: 2 });
    expect(await one(console.apply(context, [createUser('guest')], grant))).toMatchObject({ status: 'unknown' });
    await expect(console.findUser(context, { username: 'guest' }, grant)).rejects.toThrow(ConsoleUnavailable);
  });

  test('a 404 of something else at the address does not pass for a deleted account', async () => {
    const console = await start();
    simulator.fail({ kind: 'status', status: 404, body: '<html>nginx</html>' });
    expect(await one(console.apply(context, [deleteUser('0190a0ff-0000-7000-8000-000000000001')], grant))).toMatchObject({ status: 'retry' });
  });

  test('too many requests is to be tried again when the server says', async () => {
    const console = await start();
    simulator.fail({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
    const before = Date.now();
    const outcome = await one(console.apply(context, [createUser('guest')], grant));
    const waitSeconds = (Date.parse((outcome as { notBeforeAt: string }).notBeforeAt) - before) / 1000;
    expect(outcome.status).toBe('retry');
    expect(waitSeconds).toBeGreaterThanOrEqual(7);
    expect(waitSeconds).toBeLessThan(10);
  });
});

describe('a key that is not accepted', () => {
  test.each([401, 403] as const)('%i before anything happened is thrown, for operations and questions', async (status) => {
    const console = await start();
    simulator.fail({ kind: 'status', status }, { times: 100 });
    await expect(console.apply(context, [createUser('a'), createUser('b')], grant)).rejects.toThrow(expect.objectContaining({ name: 'ConsoleRefused', status }));
    await expect(console.findUser(context, { username: 'a' }, grant)).rejects.toThrow(ConsoleRefused);
    await expect(console.groups(context, ['g'], grant)).rejects.toThrow(ConsoleRefused);
    await expect(console.apply(context, thirty('bulk'), grant)).rejects.toThrow(ConsoleRefused);
  });

  test('in the middle of a call what was done stays told, the rest waits, and the next call throws', async () => {
    const console = await start();
    const id = madeByHand('leaver');
    simulator.fail({ kind: 'status', status: 401 }, { times: 100, matches: isPost });
    expect(await console.apply(context, [deleteUser(id), createUser('a')], grant)).toMatchObject([{ status: 'done' }, { status: 'retry' }]);
    await expect(console.apply(context, [createUser('a')], grant)).rejects.toThrow(ConsoleRefused);
  });

  test('a key that may not act for the organization is refused', async () => {
    const console = await start({}, { organization_id: 'org-9' });
    await expect(console.apply(context, [createUser('a')], grant)).rejects.toThrow(expect.objectContaining({ status: 403 }));
  });

  test('an incomplete target is named at once', async () => {
    await start();
    expect(() => world.process().console({ base_url: simulator.address, token: '' })).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/target/token' })] }));
    expect(() => world.process().console({ base_url: 'console.example.org', token: 'x' })).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/target/base_url' })] }));
  });
});

describe('bulk', () => {
  test('rows fail alone: taken, gone, refused and done in one call', async () => {
    const console = await start();
    const taken = madeByHand('bulk-taken');
    await console.apply(context, [createUser('warm')], grant);
    const operations = [
      createUser('bulk-a'), createUser('bulk-taken'), createUser('y'.repeat(65)), changeUser('0190a0ff-0000-7000-8000-000000000001', { disabled: true }), changeUser(taken, { disabled: true }),
    ];
    const outcomes = await console.apply(context, operations, grant);
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'taken', 'refused', 'gone', 'done']);
    expect(outcomes[1]).toEqual({ status: 'taken', remoteId: taken });
    expect(simulator.requests('POST', '/bulk/users')).toHaveLength(1);
  });

  test('fewer than five travel one by one', async () => {
    const console = await start();
    await console.apply(context, [createUser('a'), createUser('b'), createUser('c'), createUser('d')], grant);
    expect(simulator.requests('POST', '/bulk/users')).toHaveLength(0);
    expect(simulator.requests('POST', '/users')).toHaveLength(4);
  });

  test('sizes double from 25 and halve when refused', async () => {
    const console = await start({ bulkRowLimit: 60 });
    await console.apply(context, Array.from({ length: 260 }, (_, index) => createUser(`size-${index}`)), grant);
    const sizes = simulator.requests('POST', '/bulk/users').map(({ body }) => (body.operations as unknown[]).length);
    expect(sizes.slice(0, 4)).toEqual([25, 50, 100, 50]);
    expect(Math.max(...sizes.slice(3))).toBeLessThanOrEqual(60);
    expect(simulator.organization().users.size).toBe(260);
  });

  test.each([404, 405, 501])('%i means singles, remembered for the next call', async (status) => {
    const console = await start();
    simulator.fail({ kind: 'status', status }, { times: 100, matches: isBulk });
    await console.apply(context, thirty('first'), grant);
    const outcomes = await console.apply(context, thirty('second'), grant);
    expect(new Set(outcomes.map(({ status: each }) => each))).toEqual(new Set(['done']));
    expect(simulator.seen.filter(isBulk)).toHaveLength(1);
  });

  test('a bulk call of another form is given up after a few tries', async () => {
    const console = await start();
    simulator.fail({ kind: 'status', status: 422 }, { times: 100, matches: isBulk });
    const outcomes = await console.apply(context, thirty('other'), grant);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['done']));
    expect(simulator.seen.filter(isBulk).length).toBeLessThanOrEqual(4);
  });

  test('a bulk answer that was lost leaves every row unknown, one of an unknown form as well', async () => {
    const console = await start();
    simulator.fail({ kind: 'drop_after_effect' }, { matches: isBulk });
    expect(new Set((await console.apply(context, thirty('lost').slice(0, 25), grant)).map(({ status }) => status))).toEqual(new Set(['unknown']));
    expect(simulator.organization().users.size).toBe(25);
    simulator.fail({ kind: 'status', status: 200, body: { accepted: true } }, { matches: isBulk });
    expect(new Set((await console.apply(context, thirty('form').slice(0, 25), grant)).map(({ status }) => status))).toEqual(new Set(['unknown']));
  });

  test('one key per wish: the operation id on single creations', async () => {
    const console = await start();
    const wish = createUser('keyed');
    await console.apply(context, [wish], grant);
    expect(simulator.requests('POST', '/users')[0].headers['idempotency-key']).toBe(wish.id);
  });
});

describe('what the server knows beyond the reference', () => {
  test('fields it does not know are left out from then on, at the cost of one call', async () => {
    const console = await start({ mode: 'plain' });
    const spec = { firstName: 'Jana', validUntil: '2031-01-01T00:00:00.000Z', maxDevices: 2 };
    const done = await console.apply(context, [createUser('a', { spec })], grant);
    await console.apply(context, [createUser('b', { spec }), createUser('c', { spec })], grant);
    expect(done).toMatchObject([{ status: 'done' }]);
    const posts = simulator.requests('POST', '/users');
    expect(posts.map(({ status }) => status)).toEqual([422, 422, 201, 201, 201].slice(5 - posts.length));
    expect(Object.keys(posts.at(-1)?.body ?? {}).sort()).toEqual(['disabled', 'password', 'username']);
  });

  test('what a server lacks is asked for again after an hour, when it may have been updated', async () => {
    simulator = await RemoteConsoleSimulator.start({ mode: 'extended', ratePerMinute: 100_000 });
    const clock = new ManualClock();
    const console = world.process(clock).console({ base_url: simulator.address, token: simulator.token });
    simulator.fail({ kind: 'status', status: 404 }, { matches: isBulk });
    const apply = async (name: string) => {
      let open = true;
      const outcomes = console.apply(context, thirty(name), grant).finally(() => { open = false; });
      await stepUntil(clock, () => !open, () => `${simulator.seen.length} ${simulator.inFlight} ${open}`, { stepSeconds: 0.1, quietMilliseconds: 30 });
      expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set(['done']));
      return simulator.seen.filter(isBulk).length;
    };
    expect(await apply('first')).toBe(1);
    await clock.advance(3500);
    expect(await apply('within the hour')).toBe(1);
    await clock.advance(200);
    expect(await apply('after the hour')).toBeGreaterThan(1);
  });

  test('a change of nothing that the server knows costs no call', async () => {
    const console = await start({ mode: 'plain' });
    const [made] = await console.apply(context, [createUser('a', { spec: { firstName: 'x' } })], grant);
    const remoteId = made.status === 'done' ? made.remoteId : '';
    const before = simulator.seen.length;
    expect(await console.apply(context, [changeUser(remoteId, { phone: '+43 1 234' })], grant)).toEqual([made]);
    expect(simulator.seen).toHaveLength(before);
  });

  test('a wrong value is refused and does not cost the server its fields', async () => {
    const console = await start();
    expect(await one(console.apply(context, [createUser('a', { spec: { phone: 'call me' } })], grant))).toMatchObject({ status: 'refused' });
    const [made] = await console.apply(context, [createUser('b', { spec: { phone: '+43 1 234' } })], grant);
    expect(simulator.organization().users.get(made.status === 'done' ? made.remoteId : '')).toMatchObject({ phone: '+43 1 234' });
  });

  test('a 400 without a named field is looked into: accounts shown with more fields mean a wrong value', async () => {
    const console = await start();
    madeByHand('somebody');
    simulator.fail({ kind: 'status', status: 400, body: { status: 400, detail: 'Bad Request' } }, { matches: isPost });
    expect(await one(console.apply(context, [createUser('a')], grant))).toMatchObject({ status: 'refused' });
    expect(simulator.requests('GET', '/users')).toHaveLength(1);
  });

  test('a voucher that the server cannot revoke is not reported as gone', async () => {
    const console = await start({ mode: 'plain' });
    const groups = await console.groups(context, ['Visitors'], grant);
    const made = await one(console.apply(context, [createVouchers(groups.get('Visitors') ?? '')], grant));
    const remoteId = made.status === 'done' ? made.remoteId : '';
    expect(await one(console.apply(context, [revokeVoucher(remoteId)], grant))).toMatchObject({ status: 'refused' });
    expect(await one(console.apply(context, [revokeVoucher('0190a0ff-0000-7000-8000-000000000001')], grant))).toMatchObject({ status: 'refused' });
  });

  test.each(['drop_after_effect', 'server error'])('vouchers whose creation ended with %s are unknown, never repeated by themselves', async (how) => {
    const console = await start();
    const groups = await console.groups(context, ['Visitors'], grant);
    simulator.fail(how === 'server error' ? { kind: 'status', status: 500 } : { kind: 'drop_after_effect' }, { matches: ({ path, method }) => path === '/vouchers' && method === 'POST' });
    expect(await one(console.apply(context, [createVouchers(groups.get('Visitors') ?? '')], grant))).toMatchObject({ status: 'unknown' });
    expect(simulator.requests('POST', '/vouchers')).toHaveLength(1);
  });
});

describe('organizations and addresses', () => {
  test.each([
    ['header', ''], ['header', '/v1/'], ['path', '/api'], ['path', '/v1'],
  ] as const)('the organization by %s under the base %s', async (style, base) => {
    simulator = await RemoteConsoleSimulator.start({ mode: 'plain', ratePerMinute: 100_000 });
    const settings = { base_url: simulator.address + base, token: simulator.token, organization_style: style };
    const process = world.process();
    await process.console({ ...settings, organization_id: 'org-2' }).apply(context, [createUser('there')], grant);
    await process.console({ ...settings, organization_id: null }).apply(context, [createUser('here')], grant);
    expect([...simulator.organization('org-2').users.values()]).toMatchObject([{ username: 'there' }]);
    expect([...simulator.organization('org-1').users.values()]).toMatchObject([{ username: 'here' }]);
  });

  test('a group made at the same time by another process is the same group', async () => {
    simulator = await RemoteConsoleSimulator.start({ mode: 'plain', ratePerMinute: 100_000 });
    const settings = { base_url: simulator.address, token: simulator.token };
    const consoles = [world.process().console(settings), world.process().console(settings)];
    const [first, second] = await Promise.all(consoles.map((console) => console.groups(context, ['Hotel guests', 'VIP'], grant)));
    expect([...first].sort()).toEqual([...second].sort());
    expect(simulator.organization().groups.size).toBe(2);
  });
});

test('accounts deleted while the listing is read push nobody past it', async () => {
  const console = await start();
  const ids = Array.from({ length: 450 }, (_, index) => madeByHand(`listed-${index}`));
  const seen = new Set<string>();
  let pages = 0;
  for await (const page of console.users(context)) {
    for (const { remoteId } of page) seen.add(remoteId);
    pages += 1;
    for (const id of ids.slice((pages - 1) * 20, pages * 20)) simulator.organization().remove('users', id);
  }
  const left = [...simulator.organization().users.keys()];
  expect(left.filter((id) => !seen.has(id))).toEqual([]);
});
