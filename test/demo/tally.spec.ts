import { expect, test } from '@jest/globals';
import { Tally } from './tally.js';

test('all scenes that were played and good are counted as all', () => {
  const tally = new Tally();
  expect(tally.add('Arrivals', [])).toEqual(['  ✓ as it should be']);
  tally.add('Departures', []);
  expect(tally.summary(2, 8.62)).toBe('All 2 scenes as they should be, in 8.6 s.');
  expect(tally.hasFailed).toBe(false);
});

test('a skipped scene is counted as skipped, not as good', () => {
  const tally = new Tally();
  tally.add('Arrivals', []);
  expect(tally.add('A laptop joins', { skipped: 'no FreeRADIUS here' })).toEqual(['  – skipped: no FreeRADIUS here']);
  tally.add('A laptop is thrown off', { skipped: 'no FreeRADIUS here' });
  expect(tally.summary(3, 8)).toBe('1 of 3 scenes as they should be, 2 skipped (no FreeRADIUS here), in 8.0 s.');
  expect(tally.hasFailed).toBe(false);
});

test('a scene that failed is named with what was wrong, beside those that were skipped', () => {
  const tally = new Tally();
  tally.add('A laptop joins', { skipped: 'no FreeRADIUS here' });
  expect(tally.add('Departures', ['one account is still on', 'so is another'])).toEqual([
    '  ✗ one account is still on',
    '  ✗ so is another',
  ]);
  expect(tally.summary(2, 8)).toBe(
    '0 of 2 scenes as they should be, 1 skipped (no FreeRADIUS here). Not as it should be:\n  - Departures: ' +
      'one account is still on\n  - Departures: so is another',
  );
  expect(tally.hasFailed).toBe(true);
});
