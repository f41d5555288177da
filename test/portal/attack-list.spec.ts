import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const kinds = [
  'Header injection',
  'Redirect that points elsewhere',
  'Open redirect',
  'Sniffed ticket',
  'Forged address of a device',
  'Guessing',
  'Replayed confirmation',
  'Replayed payment',
  'Free access',
  'Forged form',
  'Script',
  'A step of another way in',
  'What cannot be stored',
  'Flood',
];

const rows = [
  ...readFileSync('docs/portal-attacks.md', 'utf8').matchAll(/^\| ([^|`]+) \| `([^`]+)` \| `([^`]+)` \|$/gm),
];

test.each(rows.map(([, attack, title, file]) => [attack, title, file]))('%s: %s', (_, title, file) => {
  // In a test's title, or in that of its group.
  expect(readFileSync(file, 'utf8')).toContain(title);
});

test('no kind of attack is without a test, and none is listed twice', () => {
  expect(kinds.filter((kind) => !rows.some(([, attack]) => attack.startsWith(kind)))).toEqual([]);
  expect(rows.filter(([, attack]) => !kinds.some((kind) => attack.startsWith(kind)))).toEqual([]);
  expect(new Set(rows.map(([, , title]) => title)).size).toBe(rows.length);
});
