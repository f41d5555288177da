import { describe, expect, test } from '@jest/globals';
import { operationPriority } from '../../../src/provisioning/wifi-console/port/wifi-console.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import { RemoteConsoleSimulator } from '../../simulators/remote-console/remote-console-simulator.js';
import {
  changeUser,
  changeVoucher,
  createUser,
  createVouchers,
  revokeVoucher,
} from '../../wifi-console-contract/operations.js';
import { isBulk, isPost, only, RemoteRig, statusesOf, thirty } from './remote-rig.js';
import { context } from './remote-world.js';
import { stepUntil } from './stepping.js';

const { grant } = operationPriority;
const rig = new RemoteRig();

describe('bulk', () => {
  test('each row of a bulk call has its own outcome: taken, gone, refused or done', async () => {
    const console = await rig.start();
    const taken = rig.madeByHand('bulk-taken');
    await console.apply(context, [createUser('warm')], grant);
    const operations = [
      createUser('bulk-a'),
      createUser('bulk-taken'),
      createUser('y'.repeat(65)),
      changeUser('0190a0ff-0000-7000-8000-000000000001', { disabled: true }),
      changeUser(taken, { disabled: true }),
    ];
    const outcomes = await console.apply(context, operations, grant);
    expect(outcomes.map(({ status }) => status)).toEqual(['done', 'taken', 'refused', 'gone', 'done']);
    expect(outcomes[1]).toEqual({ status: 'taken', remoteId: taken });
    expect(rig.simulator.requests('POST', '/bulk/users')).toHaveLength(1);
  });

  test('fewer than five operations are sent one by one', async () => {
    const console = await rig.start();
    await console.apply(context, [createUser('a'), createUser('b'), createUser('c'), createUser('d')], grant);
    expect(rig.simulator.requests('POST', '/bulk/users')).toHaveLength(0);
    expect(rig.simulator.requests('POST', '/users')).toHaveLength(4);
  });

  test('sizes double from 25 and halve when refused', async () => {
    const console = await rig.start({ bulkRowLimit: 60 });
    await console.apply(
      context,
      Array.from({ length: 260 }, (_, index) => createUser(`size-${index}`)),
      grant,
    );
    const sizes = rig.simulator
      .requests('POST', '/bulk/users')
      .map(({ body }) => (body.operations as unknown[]).length);
    expect(sizes.slice(0, 4)).toEqual([25, 50, 100, 50]);
    expect(Math.max(...sizes.slice(3))).toBeLessThanOrEqual(60);
    expect(rig.simulator.organization().users.size).toBe(260);
  });

  test.each([404, 405, 501])('%i means singles, remembered for the next call', async (status) => {
    const console = await rig.start();
    rig.simulator.fail({ kind: 'status', status }, { times: 100, matches: isBulk });
    await console.apply(context, thirty('first'), grant);
    const outcomes = await console.apply(context, thirty('second'), grant);
    expect(statusesOf(outcomes)).toEqual(['done']);
    expect(rig.simulator.seen.filter(isBulk)).toHaveLength(1);
  });

  test('a page of the web server in place of the bulk path means singles as well', async () => {
    const console = await rig.start();
    rig.simulator.fail({ kind: 'status', status: 404, body: '<html>nginx</html>' }, { times: 100, matches: isBulk });
    expect(statusesOf(await console.apply(context, thirty('first'), grant))).toEqual(['done']);
  });

  test('a bulk call of another form is given up after a few tries', async () => {
    const console = await rig.start();
    rig.simulator.fail({ kind: 'status', status: 422 }, { times: 100, matches: isBulk });
    const outcomes = await console.apply(context, thirty('other'), grant);
    expect(statusesOf(outcomes)).toEqual(['done']);
    expect(rig.simulator.seen.filter(isBulk).length).toBeLessThanOrEqual(4);
  });

  test('a bulk answer that was lost leaves every row unknown, one of an unknown form as well', async () => {
    const console = await rig.start();
    rig.simulator.fail({ kind: 'drop_after_effect' }, { matches: isBulk });
    expect(statusesOf(await console.apply(context, thirty('lost').slice(0, 25), grant))).toEqual(['unknown']);
    expect(rig.simulator.organization().users.size).toBe(25);
    rig.simulator.fail({ kind: 'status', status: 200, body: { accepted: true } }, { matches: isBulk });
    expect(statusesOf(await console.apply(context, thirty('form').slice(0, 25), grant))).toEqual(['unknown']);
  });

  test('one key per request: the operation id on single creations', async () => {
    const console = await rig.start();
    const request = createUser('keyed');
    await console.apply(context, [request], grant);
    expect(rig.simulator.requests('POST', '/users')[0].headers['idempotency-key']).toBe(request.id);
  });
});

describe('what the server knows beyond the reference', () => {
  test('fields it does not know are left out from then on, at the cost of one call', async () => {
    const console = await rig.start({ mode: 'plain' });
    const spec = { firstName: 'Jana', validUntil: '2031-01-01T00:00:00.000Z', maxDevices: 2 };
    const done = await console.apply(context, [createUser('a', { spec })], grant);
    await console.apply(context, [createUser('b', { spec }), createUser('c', { spec })], grant);
    expect(done).toMatchObject([{ status: 'done' }]);
    const posts = rig.simulator.requests('POST', '/users');
    expect(posts.map(({ status }) => status)).toEqual([422, 422, 201, 201, 201].slice(5 - posts.length));
    expect(Object.keys(posts.at(-1)?.body ?? {}).sort()).toEqual(['disabled', 'password', 'username']);
  });

  test('what a server lacks is asked for again after an hour, when it may have been updated', async () => {
    rig.simulator = await RemoteConsoleSimulator.start({ mode: 'extended', ratePerMinute: 100_000 });
    const clock = new ManualClock();
    const console = rig.world.process(clock).console({ base_url: rig.simulator.address, token: rig.simulator.token });
    rig.simulator.fail({ kind: 'status', status: 404 }, { matches: isBulk });
    const apply = async (name: string) => {
      let open = true;
      const outcomes = console.apply(context, thirty(name), grant).finally(() => {
        open = false;
      });
      await stepUntil(
        clock,
        () => !open,
        () => `${rig.simulator.seen.length} ${rig.simulator.inFlight} ${open}`,
        { stepSeconds: 0.1, quietMilliseconds: 30 },
      );
      expect(statusesOf(await outcomes)).toEqual(['done']);
      return rig.simulator.seen.filter(isBulk).length;
    };
    expect(await apply('first')).toBe(1);
    await clock.advance(3500);
    expect(await apply('within the hour')).toBe(1);
    await clock.advance(200);
    expect(await apply('after the hour')).toBeGreaterThan(1);
  });

  test('a change of nothing that the server knows costs no call', async () => {
    const console = await rig.start({ mode: 'plain' });
    const [made] = await console.apply(context, [createUser('a', { spec: { firstName: 'x' } })], grant);
    const remoteId = made.status === 'done' ? made.remoteId : '';
    const before = rig.simulator.seen.length;
    expect(await console.apply(context, [changeUser(remoteId, { phone: '+43 1 234' })], grant)).toEqual([made]);
    expect(rig.simulator.seen).toHaveLength(before);
  });

  test('a wrong number is left out of that account, by single and by bulk calls, and not of others', async () => {
    const console = await rig.start();
    const wrong = { spec: { phone: 'call me', firstName: 'Jana' } };
    expect(await only(console.apply(context, [createUser('a', wrong)], grant))).toMatchObject({
      status: 'done',
      detail: 'Written without phone: phone: must be a telephone number',
    });
    const many = Array.from({ length: 30 }, (_, index) => createUser(`many-${index}`, wrong));
    expect(statusesOf(await console.apply(context, many, grant))).toEqual(['done']);
    const held = [...rig.simulator.organization().users.values()];
    expect(held).toHaveLength(31);
    expect(held.every(({ phone, first_name: name }) => phone === null && name === 'Jana')).toBe(true);
    const [made] = await console.apply(context, [createUser('b', { spec: { phone: '+43 1 234' } })], grant);
    expect(rig.simulator.organization().users.get(made.status === 'done' ? made.remoteId : '')).toMatchObject({
      phone: '+43 1 234',
    });
  });

  test('a 400 without a named field is looked into: accounts shown with more fields mean a wrong value', async () => {
    const console = await rig.start();
    rig.madeByHand('somebody');
    rig.simulator.fail(
      { kind: 'status', status: 400, body: { status: 400, detail: 'Bad Request' } },
      { matches: isPost },
    );
    expect(await only(console.apply(context, [createUser('a')], grant))).toMatchObject({ status: 'refused' });
    expect(rig.simulator.requests('GET', '/users')).toHaveLength(1);
  });

  test('a user name refused in words alone, at an empty console, costs nobody the end of their access', async () => {
    const console = await rig.start();
    rig.simulator.fail(
      { kind: 'status', status: 422, body: { status: 422, detail: 'The username is too long' } },
      { matches: isPost },
    );
    const spec = { validUntil: '2031-01-01T00:00:00.000Z' };
    expect(await only(console.apply(context, [createUser('a', { spec })], grant))).toMatchObject({
      status: 'refused',
      fields: ['username'],
    });
    await console.apply(context, [createUser('b', { spec })], grant);
    expect([...rig.simulator.organization().users.values()]).toMatchObject([{ valid_until: spec.validUntil }]);
  });

  test.each([
    ['create_vouchers', 405, { status: 'refused', detail: 'The reason' }],
    ['create_vouchers', 409, { status: 'retry', detail: 'The reason' }],
    ['revoke_voucher', 405, { status: 'refused', detail: 'The reason' }],
    ['revoke_voucher', 409, { status: 'refused', detail: 'The reason' }],
    ['revoke_voucher', 422, { status: 'refused', detail: 'The reason' }],
    ['revoke_voucher', 503, { status: 'retry' }],
    ['change_voucher', 405, { status: 'done', detail: expect.stringContaining('does not offer to change vouchers') }],
    ['change_voucher', 409, { status: 'refused', detail: 'The reason' }],
    ['change_voucher', 503, { status: 'retry' }],
  ] as const)('%s that is answered %i is %j', async (kind, status, outcome) => {
    const console = await rig.start();
    const group = (await console.groups(context, ['Visitors'], grant)).get('Visitors') ?? '';
    const made = await only(console.apply(context, [createVouchers(group)], grant));
    const remoteId = made.status === 'done' ? made.remoteId : '';
    rig.simulator.fail(
      { kind: 'status', status, body: { status, detail: 'The reason' } },
      { matches: ({ method, path }) => path.startsWith('/vouchers') && method !== 'GET' },
    );
    const operation = {
      create_vouchers: () => createVouchers(group),
      revoke_voucher: () => revokeVoucher(remoteId),
      change_voucher: () => changeVoucher(remoteId, { validUntil: '2031-01-01T00:00:00.000Z' }),
    }[kind]();
    expect(await only(console.apply(context, [operation], grant))).toMatchObject(outcome);
    expect(rig.simulator.organization().vouchers.size).toBe(1);
  });

  test('what a console does not offer for vouchers is not sent to it again', async () => {
    const console = await rig.start();
    const group = (await console.groups(context, ['Visitors'], grant)).get('Visitors') ?? '';
    const made = await only(console.apply(context, [createVouchers(group)], grant));
    const remoteId = made.status === 'done' ? made.remoteId : '';
    rig.simulator.fail({ kind: 'status', status: 501 }, { times: 9, matches: ({ method }) => method === 'DELETE' });
    for (const _ of [1, 2])
      expect(await only(console.apply(context, [revokeVoucher(remoteId)], grant))).toMatchObject({ status: 'refused' });
    expect(rig.simulator.requests('DELETE', /vouchers/)).toHaveLength(1);
  });

  test('a voucher is made without the fields that the console refuses without naming them', async () => {
    const console = await rig.start({ mode: 'plain' });
    const group = (await console.groups(context, ['Visitors'], grant)).get('Visitors') ?? '';
    rig.simulator.fail(
      { kind: 'status', status: 422, body: { status: 422, detail: 'Bad Request' } },
      { matches: ({ method, path }) => method === 'POST' && path === '/vouchers' },
    );
    const end = { validUntil: '2031-01-01T00:00:00.000Z' };
    expect(await only(console.apply(context, [createVouchers(group, end)], grant))).toMatchObject({ status: 'done' });
    const [first, second] = rig.simulator.requests('POST', '/vouchers').map(({ body }) => Object.keys(body));
    expect(first.filter((field) => !second.includes(field))).toContain('valid_until');
  });

  test('vouchers that the answer does not tell from others are unknown', async () => {
    const console = await rig.start();
    const group = (await console.groups(context, ['Visitors'], grant)).get('Visitors') ?? '';
    rig.simulator.fail(
      { kind: 'status', status: 201, body: { created: 1 } },
      { matches: ({ method, path }) => method === 'POST' && path === '/vouchers' },
    );
    expect(await only(console.apply(context, [createVouchers(group)], grant))).toEqual({
      status: 'unknown',
      detail: 'The console made vouchers, but which 1 they are cannot be told from its answer',
    });
  });

  test('accounts refused without a reason, at a console that shows none of our fields, go without them', async () => {
    const console = await rig.start({ mode: 'plain' });
    rig.madeByHand('somebody');
    rig.simulator.fail(
      { kind: 'status', status: 400, body: { status: 400, detail: 'Bad Request' } },
      { matches: isPost },
    );
    const spec = { validUntil: '2031-01-01T00:00:00.000Z' };
    expect(await only(console.apply(context, [createUser('a', { spec })], grant))).toMatchObject({ status: 'done' });
    const [first, second] = rig.simulator.requests('POST', '/users').map(({ body }) => body);
    expect([Object.keys(first), Object.keys(second)]).toEqual([
      expect.arrayContaining(['valid_until']),
      expect.not.arrayContaining(['valid_until']),
    ]);
  });

  test('a voucher that the server cannot revoke is not reported as gone', async () => {
    const console = await rig.start({ mode: 'plain' });
    const groups = await console.groups(context, ['Visitors'], grant);
    const made = await only(console.apply(context, [createVouchers(groups.get('Visitors') ?? '')], grant));
    const remoteId = made.status === 'done' ? made.remoteId : '';
    expect(await only(console.apply(context, [revokeVoucher(remoteId)], grant))).toMatchObject({ status: 'refused' });
    expect(
      await only(console.apply(context, [revokeVoucher('0190a0ff-0000-7000-8000-000000000001')], grant)),
    ).toMatchObject({ status: 'refused' });
  });

  test.each(['drop_after_effect', 'server error'])(
    'vouchers whose creation ended with %s are unknown, never repeated by themselves',
    async (how) => {
      const console = await rig.start();
      const groups = await console.groups(context, ['Visitors'], grant);
      rig.simulator.fail(how === 'server error' ? { kind: 'status', status: 500 } : { kind: 'drop_after_effect' }, {
        matches: ({ path, method }) => path === '/vouchers' && method === 'POST',
      });
      expect(await only(console.apply(context, [createVouchers(groups.get('Visitors') ?? '')], grant))).toMatchObject({
        status: 'unknown',
      });
      expect(rig.simulator.requests('POST', '/vouchers')).toHaveLength(1);
    },
  );
});

describe('organizations and addresses', () => {
  test.each([
    ['header', ''],
    ['header', '/v1/'],
    ['path', '/api'],
    ['path', '/v1'],
  ] as const)('the organization by %s under the base %s', async (style, base) => {
    rig.simulator = await RemoteConsoleSimulator.start({ mode: 'plain', ratePerMinute: 100_000 });
    const settings = { base_url: rig.simulator.address + base, token: rig.simulator.token, organization_style: style };
    const process = rig.world.process();
    await process.console({ ...settings, organization_id: 'org-2' }).apply(context, [createUser('there')], grant);
    await process.console({ ...settings, organization_id: null }).apply(context, [createUser('here')], grant);
    expect([...rig.simulator.organization('org-2').users.values()]).toMatchObject([{ username: 'there' }]);
    expect([...rig.simulator.organization('org-1').users.values()]).toMatchObject([{ username: 'here' }]);
  });

  test('a group made at the same time by another process is the same group', async () => {
    rig.simulator = await RemoteConsoleSimulator.start({ mode: 'plain', ratePerMinute: 100_000 });
    const settings = { base_url: rig.simulator.address, token: rig.simulator.token };
    const consoles = [rig.world.process().console(settings), rig.world.process().console(settings)];
    const [first, second] = await Promise.all(
      consoles.map((console) => console.groups(context, ['Hotel guests', 'VIP'], grant)),
    );
    expect([...first].sort()).toEqual([...second].sort());
    expect(rig.simulator.organization().groups.size).toBe(2);
  });
});

test('accounts deleted while the listing is read push nobody past it', async () => {
  const console = await rig.start();
  const ids = Array.from({ length: 450 }, (_, index) => rig.madeByHand(`listed-${index}`));
  const seen = new Set<string>();
  let pages = 0;
  for await (const page of console.users(context)) {
    for (const { remoteId } of page) seen.add(remoteId);
    pages += 1;
    for (const id of ids.slice((pages - 1) * 20, pages * 20)) rig.simulator.organization().remove('users', id);
  }
  const left = [...rig.simulator.organization().users.keys()];
  expect(left.filter((id) => !seen.has(id))).toEqual([]);
});

test('a console that does not count its pages is read to its last page', async () => {
  const console = await rig.start();
  const ids = Array.from({ length: 130 }, (_, index) => rig.madeByHand(`uncounted-${index}`));
  const rows = [...rig.simulator.organization().users.values()];
  const page = (number: number, users: readonly unknown[]) =>
    rig.simulator.fail(
      { kind: 'status', status: 200, body: { _embedded: { users } } },
      { matches: ({ path, query }) => path === '/users' && query.get('page') === String(number) },
    );
  page(1, rows.slice(0, 100));
  page(2, rows.slice(100));
  const seen: string[] = [];
  for await (const users of console.users(context)) seen.push(...users.map(({ remoteId }) => remoteId));
  expect(seen.toSorted()).toEqual(ids.toSorted());
});

test('an account is found at a console that refuses to filter, and one that is not there is not', async () => {
  const console = await rig.start();
  const ids = Array.from({ length: 120 }, (_, index) => rig.madeByHand(`walked-${index}`));
  rig.simulator.fail(
    { kind: 'status', status: 400 },
    { times: 9, matches: ({ query }) => [...query.keys()].some((name) => name.startsWith('filter')) },
  );
  for (const index of [3, 117])
    expect(await console.findUser(context, { username: `walked-${index}` }, grant)).toMatchObject({
      remoteId: ids[index],
    });
  expect(await console.findUser(context, { username: 'nobody' }, grant)).toBeNull();
});

test('a console that answers another page than it was asked for is not believed', async () => {
  const console = await rig.start();
  for (let index = 0; index < 120; index += 1) rig.madeByHand(`stuck-${index}`);
  const [first] = [...rig.simulator.organization().users.values()];
  rig.simulator.fail(
    { kind: 'status', status: 200, body: { _embedded: { users: [first] }, page: 1, page_count: 2 } },
    { matches: ({ query }) => query.get('page') === '2' },
  );
  const listed = async () => {
    for await (const users of console.users(context)) expect(users.length).toBeGreaterThan(0);
  };
  await expect(listed()).rejects.toThrow('The console answered page 1 of users when asked for 2');
});
