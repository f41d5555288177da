import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Context } from '../../../src/kernel/context.js';
import type { StoredConnection } from '../../../src/provisioning/connection/stored-connection.js';
import type { Facts } from '../../../src/provisioning/facts/facts.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';
import { ManualClock } from '../../kernel/manual-clock.js';
import type { Fault, FaultPoint } from '../../wifi-console-contract/fake-wifi-console.js';
import { event, guest, left, makeRig, type Rig } from './rig.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

const access = { preset: 'hotel-enterprise', password: 'SECRET-{{ last_name }}', delete_after_seconds: 600 };

/** What happens at one of the console's awaits. */
type Trouble =
  | 'lost_before'
  | 'lost_after'
  | 'retry'
  | 'error'
  | 'killed_before'
  | 'killed_after'
  | 'frozen_before'
  | 'frozen_after'
  | null;

type Step =
  | {
      readonly do: 'say';
      readonly key: string;
      readonly name: string;
      readonly room: string;
      readonly inHouse: boolean;
    }
  | { readonly do: 'work'; readonly troubles: readonly Trouble[]; readonly workers: number }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'pause'; readonly mode: 'all' | 'grants' | null };

const trouble = fc.constantFrom<Trouble>(
  null,
  null,
  null,
  'lost_before',
  'lost_after',
  'retry',
  'error',
  'killed_before',
  'killed_after',
  'frozen_before',
  'frozen_after',
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('say' as const),
      key: fc.constantFrom('A', 'B', 'C', 'D'),
      name: fc.constantFrom('Novak', 'Horvat'),
      room: fc.constantFrom('1', '2', '3'),
      inHouse: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('work' as const),
      troubles: fc.array(trouble, { maxLength: 6 }),
      workers: fc.constantFrom(1, 1, 2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(5, 40, 700) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('pause' as const),
      mode: fc.constantFrom('all' as const, 'grants' as const, null),
    }),
  },
);
const story = fc.array(step, { minLength: 4, maxLength: 25 });

function factsOf({ name, room, inHouse }: Extract<Step, { do: 'say' }>, now: string): Facts {
  const stay = guest(name, room, { departureAt: '2026-06-20T09:00:00.000Z' });
  return inHouse ? stay : left(stay, now);
}

/** Workers that stood still before a request or with its answer in hand: what thaws each, and its turn. */
const frozen = new WeakMap<Rig, { readonly thaw: () => void; readonly turn: Promise<unknown> }[]>();

/** They go on as if nothing had happened, whoever has taken over meanwhile. */
async function thaw(rig: Rig): Promise<void> {
  const those = frozen.get(rig) ?? [];
  frozen.delete(rig);
  for (const each of those) each.thaw();
  await Promise.allSettled(those.map(({ turn }) => turn));
}

/**
 * Turns at the console with trouble at its awaits; a worker that is killed there never comes back, a frozen one too
 * late.
 */
async function work(rig: Rig, context: Context, troubles: readonly Trouble[], workers: number): Promise<void> {
  const queue = [...troubles];
  let kill: () => void = () => undefined;
  const killed = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const wake: (() => void)[] = [];
  rig.remoteConsole.faults = async ({ operation, stage }: FaultPoint): Promise<Fault | null> => {
    await watch(rig, context);
    if (!operation) return null;
    const next = queue[0] ?? null;
    if (next === null) {
      if (stage === 'after_effect') queue.shift();
      return null;
    }
    if ((next.endsWith('_before') || next === 'retry' || next === 'error') !== (stage === 'before_effect')) return null;
    queue.shift();
    if (next === 'retry') return { status: 'retry', detail: 'busy' };
    if (next === 'error') return new Error('connection reset');
    if (next.startsWith('frozen')) {
      kill();
      return new Promise<null>((resolve) => {
        wake.push(() => resolve(null));
      });
    }
    if (next.startsWith('killed')) {
      kill();
      return new Promise<never>(() => undefined);
    }
    return { status: 'unknown', detail: 'no answer' };
  };
  for (let worker = 0; worker < workers; worker += 1) {
    // A clock of its own: one that is dead renews no lease.
    const clock = new ManualClock(rig.clock.instant());
    const turn = rig.remoteWorker(clock).run(context, 'remote-1', 100, false, `worker-${worker}`);
    await Promise.race([turn, killed]);
    const sleeping = wake.splice(0);
    if (sleeping.length > 0)
      frozen.set(rig, [
        ...(frozen.get(rig) ?? []),
        {
          thaw: () => {
            for (const each of sleeping) each();
          },
          turn,
        },
      ]);
  }
  rig.remoteConsole.faults = () => null;
}

/** Tokens that were seen, by rig and identity: whoever comes later has a higher one. */
const tokens = new WeakMap<Rig, Map<string, number>>();

/** Holds at every await of the console. */
async function watch(rig: Rig, context: Context): Promise<void> {
  const seen = tokens.get(rig) ?? new Map<string, number>();
  tokens.set(rig, seen);
  for (const { id, token } of await rig.rows<{ id: string; token: number }>(context, 'identities', 'id, token')) {
    expect(token).toBeGreaterThanOrEqual(seen.get(id) ?? 0);
    seen.set(id, token);
  }
  const [busy] = await rig.rows<{ most: number }>(
    context,
    "(select organization_id, count(*) as most from operations where state = 'inflight' group by " +
      'organization_id, identity_id) o',
    'coalesce(max(most), 0) as most',
  );
  expect(busy.most).toBeLessThanOrEqual(1);
  const [ahead] = await rig.rows<{ count: number }>(context, 'identities', 'count(*) as count', 'done_rev > want_rev');
  expect(ahead.count).toBe(0);
}

async function comeToRest(rig: Rig, context: Context): Promise<void> {
  rig.remoteConsole.faults = () => null;
  for (let turn = 0; turn < 40; turn += 1) {
    await rig.work.release(context, rig.clock.instant());
    while ((await rig.remoteTurn(context)) > 0) {
      /* as long as something is due */
    }
    const dirty = await rig.rows(context, 'identities', 'id', 'want_rev > done_rev');
    if (dirty.length === 0) return;
    await rig.clock.advance(120);
  }
  throw new Error(`not at rest: ${JSON.stringify(await rig.rows(context, 'identities', '*', 'want_rev > done_rev'))}`);
}

async function play(
  steps: readonly Step[],
  forgetful = false,
): Promise<{ rig: Rig; context: Context; desk: StoredConnection; latest: Map<string, Facts> }> {
  const rig = makeRig(fresh, { forgetful });
  const context = await fresh.organization();
  const desk = await rig.remoteConnection(context, access);
  rig.remoteConsole.addByHand({ username: 'somebody', externalId: 'foreign' });
  const latest = new Map<string, Facts>();
  for (const each of steps) {
    if (each.do === 'wait') {
      await rig.clock.advance(each.seconds);
      await thaw(rig);
    }
    if (each.do === 'work') await work(rig, context, each.troubles, each.workers);
    if (each.do === 'pause')
      await rig.connections.setPause(context, desk.id, each.mode, each.mode ? 'paused' : 'active');
    if (each.do === 'say') {
      latest.set(each.key, factsOf(each, rig.clock.instant()));
      await rig.say(context, desk, { [each.key]: latest.get(each.key) as Facts });
    }
  }
  await rig.connections.setPause(context, desk.id, null, 'active');
  await comeToRest(rig, context);
  await thaw(rig);
  await comeToRest(rig, context);
  return { rig, context, desk, latest };
}

function wanted(latest: ReadonlyMap<string, Facts>): string[] {
  const present = [...latest.values()].flatMap((facts) =>
    facts.kind === 'stay' && facts.status === 'in_house' ? [`${facts.room}-${facts.lastName?.toLowerCase()}`] : [],
  );
  return [...new Set(present)].sort();
}

test('in any order, with any failures and dead processes, the console ends as the latest facts say', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.boolean(), async (steps, forgetful) => {
      const { rig, context, desk, latest } = await play(steps, forgetful);
      const { users } = rig.remoteConsole.held;
      const ours = [...users.values()].filter(({ username }) => username !== 'somebody');
      expect(
        ours
          .filter(({ disabled }) => !disabled)
          .map(({ username }) => username)
          .sort(),
      ).toEqual(wanted(latest));

      const bindings = await rig.rows<{ remoteId: string }>(
        context,
        'bindings',
        'remote_id as "remoteId"',
        "kind = 'user' and state = 'bound'",
      );
      expect(bindings.map(({ remoteId }) => remoteId).sort()).toEqual(ours.map(({ remoteId }) => remoteId).sort());
      expect(await rig.rows(context, 'operations', 'id', "state in ('inflight', 'unknown')")).toEqual([]);

      const { effects } = rig.remoteConsole;
      expect(effects.some(({ name }) => name === 'somebody')).toBe(false);
      const log = await rig.rows<{ kind: string }>(context, 'provision_log', 'kind', "status = 'done'");
      expect(log.filter(({ kind }) => kind === 'create_user')).toHaveLength(
        effects.filter(({ kind }) => kind === 'create_user').length,
      );
      const [{ text }] = await rig.rows<{ text: string }>(
        context,
        'provision_log',
        "coalesce(string_agg(l::text, ' '), '') as text".replace('l::text', 'provision_log::text'),
      );
      expect(text).not.toMatch(/SECRET-|f1\./);

      const before = effects.length;
      await rig.say(context, desk, Object.fromEntries(latest));
      await comeToRest(rig, context);
      expect(effects).toHaveLength(before);
    }),
    { numRuns: Number(process.env.RUNS ?? 60) },
  );
});

test('a worker that stood still in the middle of a batch sends nothing that another has taken over', async () => {
  const rig = makeRig(fresh);
  const context = await fresh.organization();
  const desk = await rig.remoteConnection(context, access);
  const present = { Novak: guest('Novak', '1'), Horvat: guest('Horvat', '2') };
  await rig.say(context, desk, present);
  await work(rig, context, ['frozen_after'], 1);
  await rig.clock.advance(40);
  await rig.say(
    context,
    desk,
    Object.fromEntries(Object.entries(present).map(([key, stay]) => [key, left(stay, rig.clock.instant())])),
  );
  await comeToRest(rig, context);
  const before = rig.remoteConsole.effects.length;
  await thaw(rig);
  expect(rig.remoteConsole.effects).toHaveLength(before);
  await comeToRest(rig, context);
  expect([...rig.remoteConsole.held.users.values()].filter(({ disabled }) => !disabled)).toEqual([]);
});

test('the built-in console ends as the latest facts say, with one log row for each write', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const rig = makeRig(fresh);
      const context = await fresh.organization();
      const desk = await rig.connection(context, access);
      const latest = new Map<string, Facts>();
      for (const each of steps) {
        if (each.do === 'wait') await rig.clock.advance(each.seconds);
        if (each.do === 'work')
          await Promise.all(Array.from({ length: each.workers }, () => rig.ownPass.run(context, 'built-in', 2)));
        if (each.do === 'pause')
          await rig.connections.setPause(context, desk.id, each.mode, each.mode ? 'paused' : 'active');
        if (each.do === 'say') {
          latest.set(each.key, factsOf(each, rig.clock.instant()));
          await rig.say(context, desk, { [each.key]: latest.get(each.key) as Facts });
        }
      }
      await rig.connections.setPause(context, desk.id, null, 'active');
      await rig.work.release(context, rig.clock.instant());
      await rig.settleAll(context);
      // A name that another account gave up in a later batch is tried again.
      for (
        let rounds = 0;
        rounds < 10 && (await rig.rows(context, 'identities', 'id', 'want_rev > done_rev')).length > 0;
        rounds += 1
      ) {
        await rig.clock.advance(60);
        await rig.settleAll(context);
      }
      expect(
        Object.entries(await rig.accounts(context)).flatMap(([name, state]) => (state === 'enabled' ? [name] : [])),
      ).toEqual(wanted(latest));
      expect(await rig.rows(context, 'identities', 'id', 'want_rev > done_rev')).toEqual([]);
      const [{ writes }] = await rig.rows<{ writes: number }>(
        context,
        'provision_log',
        'count(*) as writes',
        "status = 'done'",
      );
      const [{ revisions }] = await rig.rows<{ revisions: number }>(
        context,
        'users',
        'coalesce(sum(revision), 0) as revisions',
      );
      const [{ deleted }] = await rig.rows<{ deleted: number }>(
        context,
        'bindings',
        'count(*) as deleted',
        "state = 'removed'",
      );
      if (deleted === 0) expect(writes).toBe(revisions);
    }),
    { numRuns: Number(process.env.RUNS ?? 40) },
  );
});

test('passwords of shared, moved and made-anew accounts are those of somebody who is there', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const { rig, latest } = await play(steps);
      for (const { username, disabled, password } of rig.remoteConsole.held.users.values()) {
        if (disabled || username === 'somebody') continue;
        const surnames = [...latest.values()].flatMap(({ lastName }) => lastName ?? []);
        expect(
          surnames
            .map((surname) => `SECRET-${surname}`)
            .filter((each) => each.toLowerCase().endsWith(username.split('-')[1])),
        ).toContain(password);
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 20) },
  );
});

test('a dry run writes nothing, and the next real run does what it showed', async () => {
  await fc.assert(
    fc.asyncProperty(story, fc.array(step, { maxLength: 6 }), async (steps, more) => {
      const { rig, context, desk } = await play(steps);
      const said = more.flatMap((each) => (each.do === 'say' ? [each] : []));
      const records = [
        ...new Map(
          said.map((each) => [each.key, { key: each.key, facts: factsOf(each, rig.clock.instant()) }]),
        ).values(),
      ];
      const writes = () => rig.remoteConsole.effects.filter(({ kind }) => kind !== 'create_group').length;
      const before = writes();
      const items = await rig.preview.preview(context, desk, { records, limit: 100 });
      expect(await rig.rows(context, 'identities', 'id', 'want_rev > done_rev')).toEqual([]);
      const [{ count }] = await rig.rows<{ count: number }>(context, 'provision_log', 'count(*) as count');
      await rig.say(context, desk, Object.fromEntries(records.map(({ key, facts }) => [key, facts])), event);
      await rig.remoteTurn(context);
      expect(writes() - before).toBe(items.filter(({ kind }) => kind.endsWith('_user')).length);
      const log = await rig.rows<{ kind: string; account: string | null }>(
        context,
        'provision_log',
        'kind, account',
        `status = 'done' and id in (select id from provision_log l where l.organization_id = ` +
          `provision_log.organization_id order by at desc, id desc limit (select count(*) - ${count} from ` +
          'provision_log c where c.organization_id = provision_log.organization_id))',
      );
      const key = ({ kind, account }: { kind: string; account: string | null }) => `${kind} ${account}`;
      expect(log.map(key).sort()).toEqual(
        items
          .filter(({ kind }) => kind.endsWith('_user'))
          .map(key)
          .sort(),
      );
    }),
    { numRuns: Number(process.env.RUNS ?? 20) },
  );
});
