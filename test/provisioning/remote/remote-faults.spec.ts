import { describe, expect, test } from '@jest/globals';
import { ConsoleRefused, ConsoleUnavailable } from '../../../src/provisioning/wifi-console/port/console-problems.js';
import { operationPriority } from '../../../src/provisioning/wifi-console/port/wifi-console.js';
import { RemoteConsoleSimulator } from '../../simulators/remote-console/remote-console-simulator.js';
import { createUser, deleteUser } from '../../wifi-console-contract/operations.js';
import { isBulk, isPost, only, RemoteRig, statusesOf, thirty } from './remote-rig.js';
import { context } from './remote-world.js';

const { grant } = operationPriority;
const rig = new RemoteRig();

describe('what became of a single operation', () => {
  test('an answer that was lost after the effect is unknown, and asking then finds the account', async () => {
    const console = await rig.start();
    rig.simulator.fail({ kind: 'drop_after_effect' });
    expect(await only(console.apply(context, [createUser('lost')], grant))).toMatchObject({ status: 'unknown' });
    expect(await console.findUser(context, { username: 'lost' }, grant)).toMatchObject({ username: 'lost' });
  });

  test('a connection lost before the effect is unknown too, and asking then finds nothing', async () => {
    const console = await rig.start();
    rig.simulator.fail({ kind: 'drop_before_effect' });
    expect(await only(console.apply(context, [createUser('lost')], grant))).toMatchObject({ status: 'unknown' });
    expect(await console.findUser(context, { username: 'lost' }, grant)).toBeNull();
  });

  test('the same request sent again after a lost answer is the same account', async () => {
    const console = await rig.start();
    const request = createUser('twice');
    rig.simulator.fail({ kind: 'drop_after_effect' });
    await console.apply(context, [request], grant);
    expect(await only(console.apply(context, [request], grant))).toMatchObject({ status: 'done' });
    expect(rig.simulator.organization().users.size).toBe(1);
  });

  test('a refusal that the server stored does not outlive its reason', async () => {
    const console = await rig.start();
    const holder = rig.madeByHand('wanted');
    const request = createUser('wanted');
    expect(await only(console.apply(context, [request], grant))).toEqual({ status: 'taken', remoteId: holder });
    rig.simulator.organization().remove('users', holder);
    expect(await only(console.apply(context, [request], grant))).toMatchObject({ status: 'done' });
  });

  test('an account that is ours by its external id is taken over and brought to what is wanted', async () => {
    const console = await rig.start();
    const request = createUser('ours', { spec: { firstName: 'New' } });
    const held = rig.simulator
      .organization()
      .createUser({ username: 'ours', first_name: 'Old', external_id: request.externalId }).body as { id: string };
    expect(await only(console.apply(context, [request], grant))).toEqual({ status: 'done', remoteId: held.id });
    expect(rig.simulator.organization().users.get(held.id)).toMatchObject({ first_name: 'New' });
  });

  test('an account that is ours under an older name is renamed instead of made twice', async () => {
    const console = await rig.start();
    const request = createUser('new-name');
    const held = rig.simulator.organization().createUser({ username: 'old-name', external_id: request.externalId })
      .body as { id: string };
    expect(await only(console.apply(context, [request], grant))).toEqual({ status: 'done', remoteId: held.id });
    expect(rig.simulator.organization().users.get(held.id)).toMatchObject({ username: 'new-name' });
  });

  test.each([1, 12])('of %i operations, what its caller has no claim on any more is not sent', async (count) => {
    const console = await rig.start();
    const requests = Array.from({ length: count + 1 }, (_, index) => createUser(`guest-${index}`));
    const [lost, ...held] = requests;
    const outcomes = await console.apply(
      context,
      requests,
      grant,
      async (ids) => new Set(ids.filter((id) => id !== lost.id)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(['retry', ...held.map(() => 'done')]);
    expect([...rig.simulator.organization().users.values()].map(({ username }) => username).sort()).toEqual(
      held.map(({ user }) => user.username).sort(),
    );
  });

  test('a claim that is lost while the account of an earlier attempt is looked for changes nothing', async () => {
    const console = await rig.start();
    const request = createUser('ours', { spec: { firstName: 'New' } });
    rig.simulator.organization().createUser({ username: 'ours', first_name: 'Old', external_id: request.externalId });
    let asked = 0;
    const outcome = console.apply(context, [request], grant, async (ids) => new Set(asked++ === 0 ? ids : []));
    expect(await only(outcome)).toMatchObject({ status: 'retry' });
    expect([...rig.simulator.organization().users.values()]).toMatchObject([{ first_name: 'Old' }]);
  });

  test('a console that cannot be reached is asked again later: nothing happened', async () => {
    const console = await rig.start();
    const address = rig.simulator.address;
    await rig.simulator.close();
    expect(await only(console.apply(context, [createUser('nobody')], grant))).toMatchObject({ status: 'retry' });
    await expect(console.findUser(context, { username: 'x' }, grant)).rejects.toThrow(ConsoleUnavailable);
    expect(address).toMatch(/^http/);
    rig.simulator = await RemoteConsoleSimulator.start({ mode: 'plain' });
  });

  test.each([
    [500, 'retry'],
    [503, 'retry'],
    [502, 'unknown'],
    [504, 'unknown'],
    [422, 'refused'],
    [301, 'retry'],
  ])('status %i is %s', async (status, outcome) => {
    const console = await rig.start();
    await console.apply(context, [createUser('first')], grant);
    rig.simulator.fail({
      kind: 'status',
      status,
      body: { status, detail: 'The reason', errors: [{ pointer: '#/username', detail: 'too odd' }] },
    });
    expect((await only(console.apply(context, [createUser('second')], grant))).status).toBe(outcome);
  });

  test.each([405, 501])('a console without a way to delete accounts (%i) is said to have none', async (status) => {
    const console = await rig.start();
    const remoteId = rig.madeByHand('kept');
    rig.simulator.fail(
      { kind: 'status', status, body: { status, detail: 'No such method' } },
      { matches: ({ method }) => method === 'DELETE' },
    );
    expect(await only(console.apply(context, [deleteUser(remoteId)], grant))).toEqual({
      status: 'refused',
      detail: 'No such method',
    });
  });

  test('a name that is held by nobody knows whom, while the console cannot be asked, is tried again', async () => {
    const console = await rig.start();
    rig.madeByHand('held');
    rig.simulator.fail({ kind: 'status', status: 503 }, { times: 9, matches: ({ method }) => method === 'GET' });
    expect(await only(console.apply(context, [createUser('held')], grant))).toMatchObject({
      status: 'retry',
      detail: expect.stringContaining('The console cannot be asked for users'),
    });
  });

  test('a bulk call in conflict with another is sent again later, every row of it', async () => {
    const console = await rig.start();
    rig.simulator.fail(
      { kind: 'status', status: 409, body: { status: 409, detail: 'Another is running' } },
      { matches: isBulk },
    );
    const outcomes = await console.apply(context, thirty('later').slice(0, 25), grant);
    expect(outcomes).toEqual(Array.from({ length: 25 }, () => ({ status: 'retry', detail: 'Another is running' })));
    expect(rig.simulator.organization().users.size).toBe(0);
  });

  test.each([1, 12])('of %i operations none is sent if nobody can say whether they are claimed', async (count) => {
    const console = await rig.start();
    const requests = Array.from({ length: count }, (_, index) => createUser(`unclaimed-${index}`));
    const outcomes = await console.apply(context, requests, grant, async () => {
      throw new Error('no database');
    });
    expect(statusesOf(outcomes)).toEqual(['unknown']);
    expect(rig.simulator.organization().users.size).toBe(0);
  });

  test('a refusal tells the reason the server gave', async () => {
    const console = await rig.start();
    expect(await only(console.apply(context, [createUser('x'.repeat(65))], grant))).toEqual({
      status: 'refused',
      detail: expect.stringContaining('longer than 64'),
      fields: ['username'],
    });
  });

  test('a maintenance page in place of JSON is unknown for a write and unavailable for a question', async () => {
    const console = await rig.start();
    rig.simulator.fail({ kind: 'not_json' }, { times: 2 });
    expect(await only(console.apply(context, [createUser('guest')], grant))).toMatchObject({ status: 'unknown' });
    await expect(console.findUser(context, { username: 'guest' }, grant)).rejects.toThrow(ConsoleUnavailable);
  });

  test('a 404 of something else at the address does not pass for a deleted account', async () => {
    const console = await rig.start();
    rig.simulator.fail({ kind: 'status', status: 404, body: '<html>nginx</html>' });
    expect(
      await only(console.apply(context, [deleteUser('0190a0ff-0000-7000-8000-000000000001')], grant)),
    ).toMatchObject({ status: 'retry' });
  });

  test('too many requests is to be tried again when the server says', async () => {
    const console = await rig.start();
    rig.simulator.fail({ kind: 'status', status: 429, headers: { 'retry-after': '7' } });
    const before = Date.now();
    const outcome = await only(console.apply(context, [createUser('guest')], grant));
    const waitSeconds = (Date.parse((outcome as { notBeforeAt: string }).notBeforeAt) - before) / 1000;
    expect(outcome.status).toBe('retry');
    expect(waitSeconds).toBeGreaterThanOrEqual(7);
    expect(waitSeconds).toBeLessThan(10);
  });
});

describe('a key that is not accepted', () => {
  test.each([401, 403] as const)(
    '%i before anything happened is thrown, for operations and questions',
    async (status) => {
      const console = await rig.start();
      rig.simulator.fail({ kind: 'status', status }, { times: 100 });
      await expect(console.apply(context, [createUser('a'), createUser('b')], grant)).rejects.toThrow(
        expect.objectContaining({ name: 'ConsoleRefused', status }),
      );
      await expect(console.findUser(context, { username: 'a' }, grant)).rejects.toThrow(ConsoleRefused);
      await expect(console.check(context, grant)).rejects.toThrow(ConsoleRefused);
      await expect(console.groups(context, ['g'], grant)).rejects.toThrow(ConsoleRefused);
      await expect(console.apply(context, thirty('bulk'), grant)).rejects.toThrow(ConsoleRefused);
    },
  );

  test('in the middle of a call what was done stays told, the rest waits, and the next call throws', async () => {
    const console = await rig.start();
    const id = rig.madeByHand('leaver');
    rig.simulator.fail({ kind: 'status', status: 401 }, { times: 100, matches: isPost });
    expect(await console.apply(context, [deleteUser(id), createUser('a')], grant)).toMatchObject([
      { status: 'done' },
      { status: 'retry' },
    ]);
    await expect(console.apply(context, [createUser('a')], grant)).rejects.toThrow(ConsoleRefused);
  });

  test('a key that may not use bulk calls works one by one', async () => {
    const console = await rig.start();
    rig.simulator.fail({ kind: 'status', status: 403 }, { times: 100, matches: isBulk });
    expect(statusesOf(await console.apply(context, thirty('single'), grant))).toEqual(['done']);
    expect(rig.simulator.seen.filter(isBulk)).toHaveLength(1);
  });

  test('a refused key is not tried for each of those who wait', async () => {
    const console = await rig.start({}, { bulk: 'never' });
    rig.simulator.fail({ kind: 'status', status: 401 }, { times: 1000 });
    await expect(console.apply(context, [...thirty('a'), ...thirty('b')], grant)).rejects.toThrow(ConsoleRefused);
    expect(rig.simulator.seen.length).toBeLessThanOrEqual(16);
  });

  test('a key that may not act for the organization is refused', async () => {
    const console = await rig.start({}, { organization_id: 'org-9' });
    await expect(console.apply(context, [createUser('a')], grant)).rejects.toThrow(
      expect.objectContaining({ status: 403 }),
    );
  });

  test('an incomplete target is named at once', async () => {
    await rig.start();
    expect(() => rig.world.process().console({ base_url: rig.simulator.address, token: '' })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/target/token' })] }),
    );
    expect(() => rig.world.process().console({ base_url: 'console.example.org', token: 'x' })).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '#/target/base_url' })] }),
    );
  });
});
