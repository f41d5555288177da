import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import { type FreshDatabase, freshDatabase } from '../database/fresh-database.js';

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
  return [...text.matchAll(/radius\.(\w+)\(((?:'[^']*'(?:, )?)+)\)/g)].map(([, name, values]) => ({
    name,
    given: [...values.matchAll(/'[^']*'/g)].length,
  }));
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
  expect(known.map(({ name }) => name)).toEqual(['accept', 'account', 'authorize', 'client', 'reject', 'site']);
  const asked = questions();
  expect([...new Set(asked.map(({ name }) => name))].toSorted()).toEqual(known.map(({ name }) => name));
  for (const { name, given } of asked) {
    const { least, most } = known.find((each) => each.name === name) ?? { least: 0, most: -1 };
    expect([name, given, given >= least && given <= most]).toEqual([name, given, true]);
  }
});

test("of the gate's two ways one brings proofs and the other none", () => {
  expect(
    questions()
      .filter(({ name }) => name === 'accept')
      .map(({ given }) => given),
  ).toEqual([8, 11]);
});
