import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';
import { DatabaseWay } from './database-way.js';
import { join } from './eapol.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.close());

/** Each question of FreeRADIUS: the function, and with how many values. */
function questions(): { name: string; given: number }[] {
  const text = ['modules.conf', 'server.conf']
    .map((name) => readFileSync(new URL(`../../deploy/freeradius/${name}`, import.meta.url), 'utf8'))
    .join('\n');
  const prepared = new Map(
    [...text.matchAll(/PREPARE (\w+) AS [^;]*? FROM radius\.(\w+)\(([^)]*)\)/g)].map(([, name, asked, values]) => [
      name,
      { asked, wanted: values.split(', ').length },
    ]),
  );
  return [...text.matchAll(/(radius\.|EXECUTE )(\w+)\(((?:'[^']*'(?:, )?)+)\)/g)].map(([, how, name, values]) => {
    const given = [...values.matchAll(/'[^']*'/g)].length;
    if (how === 'radius.') return { name, given };
    const { asked = '', wanted } = prepared.get(name) ?? {};
    return { name: asked, given: given === wanted ? given : -1 };
  });
}

const functions = statement(
  'test_radius_functions',
  `
  select proname as name, pronargs::int as most, pronargs - pronargdefaults as least from pg_proc
    where pronamespace = 'radius'::regnamespace and has_function_privilege('usher_radius', oid, 'execute') order by 1`,
);

test('FreeRADIUS asks what its login may ask, with as many values as the function takes', async () => {
  const known = await fresh.database.query<{ name: string; most: number; least: number }>(
    await fresh.organization(),
    functions,
    [],
  );
  // What FreeRADIUS forwards is stored by the process that runs it.
  const all = ['accept', 'account', 'authorize', 'client', 'reject', 'site', 'store_packets'];
  expect(known.map(({ name }) => name)).toEqual(all);
  const asked = questions();
  const names = [...new Set(asked.map(({ name }) => name)), 'store_packets'];
  expect(names.toSorted()).toEqual(known.map(({ name }) => name));
  for (const { name, given } of asked) {
    const { least, most } = known.find((each) => each.name === name) ?? { least: 0, most: -1 };
    expect([name, given, given >= least && given <= most]).toEqual([name, given, true]);
  }
});

withFreeRadius('a login within a tunnel', () => {
  test.each([
    ['PEAP', 'phase2="auth=MSCHAPV2"'],
    ['TTLS', 'phase2="autheap=MSCHAPV2"'],
  ])('by %s asks twice: how to compare the password, and whether to let in', async (method, phase2) => {
    const rig = await RadiusRig.open();
    const way = await DatabaseWay.open(rig.world.fresh.url);
    const url = new URL(rig.world.fresh.url);
    url.port = String(way.port);
    const served = await rig.another(url.href);
    try {
      await rig.post('/users', { username: 'anna', password: 'Sommer 2026!' });
      const own = ['identity="anna"', 'password="Sommer 2026!"', phase2];
      expect(await join(served.auth, [`eap=${method}`, ...own])).toBe(true);
      expect(
        ['FROM radius.client', 'EXECUTE authorize', 'EXECUTE accept', 'EXECUTE login', 'SELECT radius.reject'].map(
          (question) => [question, way.timesAsked(`${question}(`)],
        ),
      ).toEqual([
        ['FROM radius.client', 1],
        ['EXECUTE authorize', 1],
        ['EXECUTE accept', 1],
        ['EXECUTE login', 0],
        ['SELECT radius.reject', 0],
      ]);
    } finally {
      await served.server.stop();
      rmSync(served.runFolder, { recursive: true, force: true });
      await way.close();
      await rig.close();
    }
  });
});

test("of the gate's two ways one brings proofs and the other none", () => {
  expect(
    questions()
      .filter(({ name }) => name === 'accept')
      .map(({ given }) => given),
  ).toEqual([8, 11]);
});
