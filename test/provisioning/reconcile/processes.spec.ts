import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Context } from '../../../src/kernel/context.js';
import { SilentLog } from '../../../src/kernel/log.js';
import { WakeUps } from '../../../src/database/wake-ups.js';
import { AbandonedWork } from '../../../src/provisioning/reconcile/abandoned-work.js';
import { Postponing } from '../../../src/provisioning/reconcile/postponing.js';
import { Reconciler } from '../../../src/provisioning/reconcile/reconciler.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { eventually } from '../../kernel/manual-clock.js';
import { guest, makeRig, type Rig } from './rig.js';

let fresh: FreshDatabase;
const running: Reconciler[] = [];
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});
afterAll(async () => {
  await fresh.close();
});

/** A process of its own, as far as the database can tell; it hears only its own bell. */
function process(rig: Rig, wakeUps = new WakeUps()): Reconciler {
  const reconciler = new Reconciler(
    rig.work,
    rig.ownPass,
    rig.remotePass,
    rig.outages,
    rig.refusals,
    new Postponing(rig.database, rig.chance, rig.clock),
    new AbandonedWork(rig.database),
    wakeUps,
    rig.ids,
    rig.clock,
    rig.chance,
    new SilentLog(),
  );
  running.push(reconciler);
  reconciler.start();
  return reconciler;
}

const enabled = async (rig: Rig, context: Context) =>
  Object.values(await rig.accounts(context)).filter((state) => state === 'enabled').length;
const house = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`G${index}`, guest(`Novak${index}`, '101')]));

test('a check-in with a wake-up becomes an account at once', async () => {
  const rig = makeRig(fresh);
  const context = await fresh.organization();
  process(rig, rig.wakeUps);
  await rig.say(context, await rig.connection(context), { A: guest('Novak', '101') });
  await eventually('the account is there', async () => (await enabled(rig, context)) === 1);
});

test('a check-in whose wake-up was lost is found by the sweep a second later', async () => {
  const rig = makeRig(fresh);
  const context = await fresh.organization();
  process(rig);
  await rig.say(context, await rig.connection(context), { A: guest('Novak', '101') });
  await eventually('the account is there', async () => {
    await rig.clock.advance(1);
    return (await enabled(rig, context)) === 1;
  });
});

test('three processes share 600 guests of two organizations; each account is made once', async () => {
  const rig = makeRig(fresh);
  const contexts = [await fresh.organization(), await fresh.organization()];
  for (let each = 0; each < 3; each += 1) process(rig);
  for (const context of contexts) await rig.say(context, await rig.connection(context), house(300));
  for (const context of contexts) {
    await eventually('all accounts are there', async () => {
      await rig.clock.advance(1);
      return (await enabled(rig, context)) === 300;
    });
    expect(await rig.rows(context, 'provision_log', 'count(*) as count')).toEqual([{ count: 300 }]);
    expect(await rig.rows(context, 'bindings', 'count(*) as count')).toEqual([{ count: 300 }]);
  }
});

test('three processes share one remote console; each account is made once', async () => {
  const rig = makeRig(fresh);
  const context = await fresh.organization();
  for (let each = 0; each < 3; each += 1) process(rig);
  await rig.say(context, await rig.remoteConnection(context), house(120));
  await eventually('all accounts are there', async () => {
    await rig.clock.advance(1);
    return rig.remoteConsole.held.users.size === 120;
  });
  expect(rig.remoteConsole.effects.filter(({ kind }) => kind === 'create_user')).toHaveLength(120);
  await eventually(
    'all are settled',
    async () => (await rig.rows(context, 'identities', 'id', 'want_rev > done_rev')).length === 0,
  );
  expect(await rig.rows(context, 'provision_log', 'count(*) as count')).toEqual([{ count: 120 }]);
});

test('fifty organizations that wait for their console keep no other organization from another one', async () => {
  const rig = makeRig(fresh);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let waiting = 0;
  rig.remoteConsole.faults = async ({ operation, stage }) => {
    if (stage !== 'before_effect' || operation?.kind !== 'create_user' || operation.user.username === '101-berg')
      return null;
    waiting += 1;
    await answered;
    return null;
  };
  const crowd = await Promise.all(Array.from({ length: 50 }, () => fresh.organization()));
  for (const [index, each] of crowd.entries())
    await rig.say(each, await rig.remoteConnection(each), { A: guest(`Novak${index}`, '101') });
  process(rig);
  await eventually('the crowd waits', () => waiting >= 40);
  const context = await fresh.organization();
  const desk = await rig.remoteConnection(context, undefined, { targetKey: 'remote-2' });
  await rig.say(context, desk, { A: guest('Berg', '101') });
  await eventually('the other is served', async () => {
    await rig.clock.advance(1);
    return rig.remoteConsole.userNamed('101-berg') !== undefined;
  });
  answer();
  await eventually('so is everybody', () => rig.remoteConsole.held.users.size === 51);
});

test('one identity that cannot be worked off does not keep the others waiting', async () => {
  const rig = makeRig(fresh);
  const context = await fresh.organization();
  const desk = await rig.connection(context);
  await rig.say(context, desk, house(20));
  // A sealed password that no key opens.
  await rig.database.query(
    context,
    {
      name: 'test_spoil',
      text: `update entitlements set secret_sealed = 'v1.gone.xx' where organization_id = $1
        and spec ->> 'username' = '101-novak7'`,
    },
    [context.organizationId],
  );
  process(rig, rig.wakeUps);
  await eventually('the others are there', async () => {
    await rig.clock.advance(1);
    return (await enabled(rig, context)) === 19;
  });
  expect(await rig.rows(context, 'identities', "problem ->> 'code' as code", 'want_rev > done_rev')).toEqual([
    { code: 'failed' },
  ]);
});

test('a house of 1,000 guests becomes 1,000 accounts', async () => {
  const rig = makeRig(fresh);
  const context = await fresh.organization();
  const desk = await rig.connection(context);
  await rig.say(context, desk, house(1000));
  expect(await rig.settleAll(context)).toBe(1000);
});
