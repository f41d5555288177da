import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Context } from '../../src/kernel/context.js';
import {
  operationPriority,
  type ConsoleOperation,
  type OperationOutcome,
  type WifiConsole,
} from '../../src/provisioning/wifi-console/port/wifi-console.js';
import { changeUser, changeVoucher, createUser, createVouchers, deleteUser, revokeVoucher } from './operations.js';

/** What the console truly holds of one account, read behind the adapter's back. */
export interface HeldAccount {
  readonly username: string;
  readonly disabled: boolean;
  readonly groupId: string | null;
  readonly firstName: string | null;
  readonly validUntil: string | null;
}

export interface WifiConsoleRig {
  readonly console: WifiConsole;
  /** Runs `work` with a context of one organization; a transactional console gets a transaction that commits. */
  run<T>(work: (context: Context) => Promise<T>): Promise<T>;
  account(remoteId: string): Promise<HeldAccount | null>;
  groups(): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** `usable`: neither revoked nor removed. */
  voucher(remoteId: string): Promise<{ readonly groupId: string; readonly usable: boolean } | null>;
  readonly abilities: {
    /** Keeps names, validity and external ids, not only what the reference documents. */
    readonly extendedFields: boolean;
    /** A creation repeated with the same operation id answers what the first one answered. */
    readonly recognisesRepeats: boolean;
    readonly revokesVouchers: boolean;
  };
  close(): Promise<void>;
}

/** What every implementation of WifiConsole keeps, whichever console stands behind it. */
export function describeWifiConsole(name: string, makeRig: () => Promise<WifiConsoleRig>): void {
  describe(`${name} as a Wi-Fi console`, () => {
    let rig: WifiConsoleRig;
    beforeAll(async () => {
      rig = await makeRig();
    });
    afterAll(async () => {
      await rig.close();
    });

    const apply = (...operations: ConsoleOperation[]) =>
      rig.run((context) => rig.console.apply(context, operations, operationPriority.grant));
    const groupId = async (group: string) => {
      const ids = await rig.run((context) => rig.console.groups(context, [group], operationPriority.grant));
      return ids.get(group) ?? fail(`no id for ${group}`);
    };
    const find = (by: { remoteId: string } | { username: string }) =>
      rig.run((context) => rig.console.findUser(context, by, operationPriority.grant));
    const create = async (...creation: Parameters<typeof createUser>) =>
      doneId((await apply(createUser(...creation)))[0]);

    test('a console that can be reached and accepts us says so, and nothing changes by asking', async () => {
      await expect(rig.run((context) => rig.console.check(context, operationPriority.grant))).resolves.toBeUndefined();
    });

    test('a created account is there with its name and group', async () => {
      const guests = await groupId('Hotel guests');
      const remoteId = await create('101-novak', {
        groupId: guests,
        spec: { groupName: 'Hotel guests', firstName: 'Jana', validUntil: '2031-05-16T11:00:00.000Z' },
      });
      const held = await rig.account(remoteId);
      expect(held).toMatchObject({ username: '101-novak', disabled: false, groupId: guests });
      if (rig.abilities.extendedFields) {
        expect(held).toMatchObject({ firstName: 'Jana' });
        expect(Date.parse(held?.validUntil ?? '')).toBe(Date.parse('2031-05-16T11:00:00.000Z'));
      }
    });

    test('an account is disabled and enabled again, and nothing else about it changes', async () => {
      const guests = await groupId('Hotel guests');
      const remoteId = await create('102-horvat', { groupId: guests });
      expect((await apply(changeUser(remoteId, { disabled: true })))[0]).toEqual({ status: 'done', remoteId });
      expect(await rig.account(remoteId)).toMatchObject({ username: '102-horvat', disabled: true, groupId: guests });
      expect((await apply(changeUser(remoteId, { disabled: false })))[0]).toEqual({ status: 'done', remoteId });
      expect(await rig.account(remoteId)).toMatchObject({ username: '102-horvat', disabled: false, groupId: guests });
    });

    test('an account can be created disabled', async () => {
      const remoteId = await create('103-early', { spec: { disabled: true } });
      expect(await rig.account(remoteId)).toMatchObject({ disabled: true });
    });

    test('a change moves the account to another group and gives it a new password', async () => {
      const remoteId = await create('104-vip', { groupId: await groupId('Hotel guests') });
      const vip = await groupId('VIP guests');
      const [outcome] = await apply(
        changeUser(remoteId, { groupName: 'VIP guests' }, { groupId: vip, password: 'another one' }),
      );
      expect(outcome).toEqual({ status: 'done', remoteId });
      expect(await rig.account(remoteId)).toMatchObject({ groupId: vip });
    });

    test('a renamed account keeps its id and frees its old name', async () => {
      const remoteId = await create('105-mover');
      expect((await apply(changeUser(remoteId, { username: '205-mover' })))[0]).toEqual({ status: 'done', remoteId });
      expect(await find({ username: '105-mover' })).toBeNull();
      expect(await find({ username: '205-mover' })).toMatchObject({ remoteId });
      expect((await apply(createUser('105-mover')))[0].status).toBe('done');
    });

    test('a deleted account is gone, and deleting it again says so', async () => {
      const remoteId = await create('106-leaver');
      expect((await apply(deleteUser(remoteId)))[0]).toEqual({ status: 'done', remoteId });
      expect(await rig.account(remoteId)).toBeNull();
      expect((await apply(deleteUser(remoteId)))[0]).toEqual({ status: 'gone' });
    });

    test('changing an account that does not exist any more answers gone and creates nothing', async () => {
      const remoteId = await create('107-vanished');
      await apply(deleteUser(remoteId));
      expect((await apply(changeUser(remoteId, { disabled: true })))[0]).toEqual({ status: 'gone' });
      expect(await find({ username: '107-vanished' })).toBeNull();
    });

    test('a name that another account has is taken: its id is told and it is not touched', async () => {
      const holder = await create('108-holder');
      const [outcome] = await apply(createUser('108-holder', { spec: { disabled: true } }));
      expect(outcome).toEqual({ status: 'taken', remoteId: holder });
      expect(await rig.account(holder)).toMatchObject({ username: '108-holder', disabled: false });
    });

    test('renaming to a name that another account has is taken and changes neither', async () => {
      const holder = await create('109-holder');
      const mover = await create('109-mover');
      expect((await apply(changeUser(mover, { username: '109-holder' })))[0].status).toBe('taken');
      expect(await rig.account(holder)).toMatchObject({ username: '109-holder' });
      expect(await rig.account(mover)).toMatchObject({ username: '109-mover' });
    });

    test('operations that touch one account happen in their order', async () => {
      const remoteId = await create('110-order');
      const outcomes = await apply(
        changeUser(remoteId, { disabled: true }),
        changeUser(remoteId, { username: '210-order' }),
        changeUser(remoteId, { disabled: false }),
      );
      expect(outcomes).toEqual(Array.from({ length: 3 }, () => ({ status: 'done', remoteId })));
      expect(await rig.account(remoteId)).toMatchObject({ username: '210-order', disabled: false });
      const [deleted, again] = await apply(deleteUser(remoteId), createUser('210-order'));
      expect(deleted).toEqual({ status: 'done', remoteId });
      expect(again).toMatchObject({ status: 'done' });
      expect(doneId(again)).not.toBe(remoteId);
    });

    test('names can be passed on within one call', async () => {
      const first = await create('111-first');
      const second = await create('111-second');
      const outcomes = await apply(
        changeUser(first, { username: '111-third' }),
        changeUser(second, { username: '111-first' }),
        createUser('111-second'),
      );
      expect(outcomes.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
      expect(await rig.account(second)).toMatchObject({ username: '111-first' });
    });

    test('one operation that fails leaves the others as they are', async () => {
      await create('112-taken');
      const outcomes = await apply(createUser('112-before'), createUser('112-taken'), createUser('112-after'));
      expect(outcomes.map(({ status }) => status)).toEqual(['done', 'taken', 'done']);
    });

    test('nothing to do is no outcome', async () => {
      expect(await apply()).toEqual([]);
    });

    test('a repeated creation never makes a second account', async () => {
      const request = createUser('113-repeated');
      const [first] = await apply(request);
      const [second] = await apply(request);
      expect(second).toEqual(rig.abilities.recognisesRepeats ? first : { status: 'taken', remoteId: doneId(first) });
      expect(await find({ username: '113-repeated' })).toMatchObject({ remoteId: doneId(first) });
    });

    test('an account is found by its id and by its exact name only', async () => {
      const remoteId = await create('114-Exact');
      expect(await find({ remoteId })).toMatchObject({ remoteId, username: '114-Exact', disabled: false });
      expect(await find({ username: '114-Exact' })).toMatchObject({ remoteId });
      expect(await find({ username: '114-EXACT' })).toBeNull();
      expect(await find({ username: '114-Exac' })).toBeNull();
      expect(await find({ username: '114-nobody' })).toBeNull();
      expect(await find({ remoteId: '0190a0ff-0000-7000-8000-00000000dead' })).toBeNull();
    });

    test('names in any writing arrive as they are', async () => {
      const names = [
        '115-Nováková',
        '115-王小明',
        '115-Müller & Söhne',
        '115-o’brien+guest@example.org',
        '115-a/b?c=d#e%20f',
      ];
      const outcomes = await apply(...names.map((username) => createUser(username)));
      expect(outcomes.map(({ status }) => status)).toEqual(names.map(() => 'done'));
      for (const [index, username] of names.entries()) {
        expect(await find({ username })).toMatchObject({ remoteId: doneId(outcomes[index]), username });
      }
    });

    test('a missing group is created once, even when two ask at the same time', async () => {
      const names = ['Tagungsgäste', 'Day guests'];
      const ask = () => rig.run((context) => rig.console.groups(context, names, operationPriority.grant));
      const [one, other] = await Promise.all([ask(), ask()]);
      expect([...one.keys()].sort()).toEqual([...names].sort());
      expect([...other].sort()).toEqual([...one].sort());
      expect((await rig.groups()).filter((group) => names.includes(group.name))).toHaveLength(2);
      expect([...(await ask())].sort()).toEqual([...one].sort());
    });

    test('asking for no group costs nothing', async () => {
      expect((await rig.run((context) => rig.console.groups(context, [], operationPriority.grant))).size).toBe(0);
    });

    test('a name that no group can have is left out, and the others are found', async () => {
      const ids = await rig.run((context) => rig.console.groups(context, ['', 'Conference'], operationPriority.grant));
      expect([...ids.keys()]).toEqual(['Conference']);
    });

    test('vouchers are created with their codes, last longer, and a revoked one is no longer usable', async () => {
      const visitors = await groupId('Visitors');
      const [outcome] = await apply(createVouchers(visitors, { count: 3 }));
      expect(outcome.status).toBe('done');
      const vouchers = outcome.status === 'done' ? (outcome.vouchers ?? []) : [];
      expect(new Set(vouchers.map(({ code }) => code)).size).toBe(3);
      expect(await rig.voucher(vouchers[0].remoteId)).toEqual({ groupId: visitors, usable: true });

      const longer = { durationSeconds: 7200, validUntil: '2030-01-01T00:00:00.000Z' };
      const [changed] = await apply(changeVoucher(vouchers[0].remoteId, longer));
      // Where vouchers cannot be changed, they stay as they are.
      expect(changed).toMatchObject({ status: 'done', remoteId: vouchers[0].remoteId });
      expect(await rig.voucher(vouchers[0].remoteId)).toEqual({ groupId: visitors, usable: true });

      const [revoked] = await apply(revokeVoucher(vouchers[0].remoteId));
      if (rig.abilities.revokesVouchers) {
        expect(revoked.status).toBe('done');
        expect((await rig.voucher(vouchers[0].remoteId))?.usable ?? false).toBe(false);
        expect(['done', 'gone']).toContain((await apply(revokeVoucher(vouchers[0].remoteId)))[0].status);
      } else {
        expect(revoked.status).toBe('refused');
      }
      expect(await rig.voucher(vouchers[1].remoteId)).toEqual({ groupId: visitors, usable: true });
    });

    test('two requests for vouchers are two sets of vouchers, a repeated request is the same set', async () => {
      const visitors = await groupId('Visitors');
      const request = createVouchers(visitors, { count: 2 });
      const [first, other] = await apply(request, createVouchers(visitors, { count: 2 }));
      expect(other).not.toEqual(first);
      if (!rig.abilities.recognisesRepeats) return;
      expect(codes((await apply(request))[0])).toEqual(codes(first));
    });

    test('250 accounts in one call are made in order, and every page of the list shows them', async () => {
      const names = Array.from({ length: 250 }, (_, index) => `116-${String(index).padStart(3, '0')}`);
      const outcomes = await apply(...names.map((username) => createUser(username)));
      expect(outcomes.filter(({ status }) => status !== 'done')).toEqual([]);
      const listed = new Map<string, string>();
      await rig.run(async (context) => {
        for await (const page of rig.console.users(context))
          for (const user of page) listed.set(user.remoteId, user.username);
      });
      expect(outcomes.map((outcome) => listed.get(doneId(outcome)))).toEqual(names);
    });
  });
}

function doneId(outcome: OperationOutcome): string {
  return outcome.status === 'done' ? outcome.remoteId : fail(`not done: ${JSON.stringify(outcome)}`);
}

function codes(outcome: OperationOutcome): string[] {
  return outcome.status === 'done'
    ? (outcome.vouchers ?? []).map(({ code }) => code).sort()
    : fail(`not done: ${JSON.stringify(outcome)}`);
}

function fail(why: string): never {
  throw new Error(why);
}
