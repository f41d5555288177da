import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

test('no two pages are reached by the same key', () => {
  const keys = globSync('web/src/pages/*/route.ts').flatMap(
    (file) => /\bkey: '(\w)'/.exec(readFileSync(file, 'utf8'))?.[1] ?? [],
  );
  expect(keys.length).toBeGreaterThan(10);
  expect([...new Set(keys)]).toEqual(keys);
});
