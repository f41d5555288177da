import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { gatesOf, loginRefusalOf, loginRefusals, remedies } from './gates.js';

test('every reason of the authentication log has a remedy, and the docs name both', () => {
  const [, table = ''] = /## Why not\n([\s\S]*?)\n## /.exec(readFileSync('docs/radius.md', 'utf8')) ?? [];
  const reasons = [...table.matchAll(/^\| ([a-z_, ]+) \|/gm)].flatMap(([, names]) => names.split(', '));
  expect(reasons.length).toBeGreaterThan(20);
  expect(Object.keys(loginRefusals).sort()).toEqual(reasons.sort());
  const page = readFileSync('docs/online.md', 'utf8');
  expect(remedies.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});

test('gates before the one that closed were passed, those behind it were not reached', () => {
  expect(gatesOf('rejected', 'policy_denied').map(({ state }) => state)).toEqual([
    'passed',
    'passed',
    'passed',
    'passed',
    'closed',
    'not_reached',
    'not_reached',
    'not_reached',
    'not_reached',
  ]);
  expect(gatesOf('accepted', null).every(({ state }) => state === 'passed')).toBe(true);
});

test('where a handshake broke off, nothing is said of gates that may or may not have been asked', () => {
  const states = gatesOf('rejected', 'tls_failure').map(({ gate, state }) => `${gate} ${state}`);
  expect(states.slice(0, 3)).toEqual(['network passed', 'method closed', 'identity unknown']);
  expect(gatesOf('rejected', 'failed').every(({ state }) => state === 'unknown')).toBe(true);
  expect(loginRefusalOf('a reason of tomorrow').remedies).toEqual(['read_detail']);
});
