import { inspect } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import type { Check, Connector, ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import type { ConnectorRig, Outside } from './rig.js';
import { open, secretsOf } from './session.js';

export function describeConnectionTest(
  definition: ConnectorDefinition,
  { test: rig, settings, errors, polls, snapshots, reads }: ConnectorRig,
): void {
  if (!rig) {
    test('connection test: settings that are accepted are all well, without a network', async () => {
      const { checks } = await check(definition, {
        settings: settings.valid,
        written: () => 0,
        stop: () => Promise.resolve(),
      });
      expect(checks.map(({ ok }) => ok)).not.toContain(false);
      expect(checks.length).toBeGreaterThan(0);
      expect(definition.rights ?? []).toEqual([]);
    });
    return;
  }
  describe('connection test', () => {
    test('is all well with a system that has us, and writes nothing', async () => {
      const { checks, written } = await check(definition, await rig.reachable());
      expect(checks.length).toBeGreaterThan(0);
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
      expect(written).toBe(0);
    });

    const rights = definition.rights ?? [];

    test('tries every declared right and says what it asked; connectors that call out declare some', async () => {
      const { checks } = await check(definition, await rig.reachable());
      for (const { name, tried } of rights)
        expect(checks).toContainEqual(expect.objectContaining({ name, ok: true, tried }));
      expect(checks.filter(({ remedy }) => remedy !== undefined)).toEqual([]);
      expect(rights.length > 0).toBe(errors !== undefined);
      expect(new Set(rights.map(({ name }) => name)).size).toBe(rights.length);
    });

    for (const { name, tried, remedy } of rights) {
      test(`names the right ${name}, and its remedy, when the vendor gives everything but that`, async () => {
        if (!rig.withdrawn)
          throw new Error('A connector that declares rights needs a rig that takes each of them away');
        const { checks } = await check(definition, await rig.withdrawn(name));
        const detail = expect.stringMatching(/\S/);
        expect(checks.filter(({ ok }) => !ok)).toEqual([{ name, ok: false, tried, detail, remedy }]);
      });
    }

    test('has tried each operation that lists, polls and reads ask for', async () => {
      const tried = await operationsOf(definition, await rig.reachable(), (connector, signal) =>
        connector.test(signal),
      );
      const asked = new Set<string>();
      const ask = async (outside: Outside, work: (connector: Connector, signal: AbortSignal) => Promise<unknown>) => {
        for (const each of await operationsOf(definition, outside, work)) asked.add(each);
      };
      if (snapshots)
        await ask(await snapshots.start(3), (connector, signal) => all(connector.snapshots!.all(null, signal)));
      if (polls) {
        const outside = await polls.start(3);
        await ask(outside, (connector, signal) => all(connector.polls!.changes(outside.since, signal)));
      }
      if (reads) {
        const outside = await reads.start();
        await ask(outside, (connector, signal) => connector.reads!.read(outside.existing, signal));
      }
      expect([...asked].filter((each) => !tried.has(each))).toEqual([]);
      expect(asked.size > 0).toBe(errors !== undefined);
    });

    test('tells a system that cannot be reached from one that refuses us', async () => {
      const unreachable = firstFailed((await check(definition, await rig.unreachable())).checks);
      const refused = firstFailed((await check(definition, await rig.refused())).checks);
      expect(unreachable.detail).not.toBe('');
      expect(refused.detail).not.toBe('');
      expect(refused.name).not.toBe(unreachable.name);
      for (const { tried, remedy } of [unreachable, refused])
        expect([tried, remedy]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)]);
    });

    test('stops promptly when it is given up', async () => {
      const outside = await rig.reachable();
      const { connector } = open(definition, outside);
      const checks = await connector.test(AbortSignal.abort());
      expect(checks.some(({ ok }) => !ok)).toBe(true);
      await connector.close?.();
      await outside.stop();
    });
  });
}

/** Runs the connection's test; no secret may show in what it says or logs. */
async function check(
  definition: ConnectorDefinition,
  outside: Outside,
): Promise<{ checks: readonly Check[]; written: number }> {
  const { connector, log } = open(definition, outside);
  try {
    const checks = await connector.test(AbortSignal.timeout(200_000));
    const seen = `${inspect(checks)}\n${log.lines.join('\n')}`;
    for (const secret of secretsOf(definition, outside.settings)) expect(seen).not.toContain(secret);
    return { checks, written: outside.written() };
  } finally {
    await connector.close?.();
    await outside.stop();
  }
}

/** Method and path of every request, where what differs from record to record counts as one, and as its list. */
async function operationsOf(
  definition: ConnectorDefinition,
  outside: Outside,
  work: (connector: Connector, signal: AbortSignal) => Promise<unknown>,
): Promise<ReadonlySet<string>> {
  const asked = new Set<string>();
  const { connector } = open(definition, outside, ({ method, url }) => {
    const segments = new URL(url).pathname
      .split('/')
      .filter((segment) => segment !== '' && !/^(api|v\d+)$/.test(segment))
      .map((segment) => (/\d{2}|@|%|^all$/.test(segment) ? '*' : segment));
    asked.add(`${method} ${segments.join('/').replace(/(\/\*)+$/, '')}`);
  });
  try {
    await work(connector, AbortSignal.timeout(200_000));
    return asked;
  } finally {
    await connector.close?.();
    await outside.stop();
  }
}

async function all(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pages);
}

function firstFailed(checks: readonly Check[]): Check {
  const failed = checks.find(({ ok }) => !ok);
  if (!failed) throw new Error('Every check was well');
  return failed;
}
