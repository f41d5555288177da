import { expect, test } from '@jest/globals';
import type { Facts } from '../../facts/facts.js';
import type { KnownSubject } from '../../subject/known-subject.js';
import { isPastItsEnd } from '../../facts/planned-end.js';
import { planHash, planRemovals } from './removal-plan.js';

const now = '2026-05-14T13:00:00.000Z';
const safety = { max_removals: 5, max_removals_percent: 10 };

function guests(count: number, departureAt?: string): KnownSubject[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${departureAt ?? 'open'}-${index}`,
    sourceKey: String(index),
    parentKey: null,
    guestKey: null,
    facts: { kind: 'stay', status: 'in_house', departureAt },
    version: null,
    digest: null,
    sequence: index,
    state: 'present',
    invalid: null,
    seenRunId: null,
    missingScans: 2,
    firstMissingAt: null,
    absenceIgnored: false,
    lastEventAt: now,
    endsAt: null,
    ending: null,
    endingRunId: null,
    extension: null,
    identityId: null,
  }));
}

test('the greater of a number and a share may go, and not one more', () => {
  expect(planRemovals(guests(5), 10, 0, safety, now)).toMatchObject({ removed: { length: 5 }, held: [] });
  expect(planRemovals(guests(6), 10, 0, safety, now)).toMatchObject({ removed: [], held: { length: 6 } });
  expect(planRemovals(guests(20), 200, 0, safety, now)).toMatchObject({ removed: { length: 20 } });
  expect(planRemovals(guests(20), 199, 0, safety, now)).toMatchObject({ held: { length: 20 } });
});

test('a list without items ends nobody by itself but those who were to leave', () => {
  const plan = planRemovals([...guests(1), ...guests(1, '2026-05-14T09:00:00.000Z')], 2, 0, safety, now, true);
  expect(plan).toMatchObject({ departed: { length: 1 }, removed: [], held: { length: 1 } });
});

test('what went in the last 24 hours counts', () => {
  expect(planRemovals(guests(3), 10, 3, safety, now)).toMatchObject({ removed: [], held: { length: 3 } });
});

test('who was to leave by now goes without counting, even while the others are held', () => {
  const plan = planRemovals([...guests(30, '2026-05-14T09:00:00.000Z'), ...guests(6)], 40, 5, safety, now);
  expect(plan).toMatchObject({ departed: { length: 30 }, removed: [], held: { length: 6 } });
});

test('the hash names exactly these records in these versions', () => {
  const [one, two, three] = guests(3);
  expect(planHash([one, two])).toBe(planHash([two, one]));
  expect(planHash([one, two])).not.toBe(planHash([one, three]));
  expect(planHash([one, two])).not.toBe(planHash([one, { ...two, version: 'v2' }]));
});

const ends: readonly [string, Facts, boolean][] = [
  ['a stay past its departure', { kind: 'stay', status: 'in_house', departureAt: '2026-05-14T12:59:59.000Z' }, true],
  ['a stay without a departure', { kind: 'stay', status: 'in_house' }, false],
  [
    'a visit that was to end an hour ago',
    { kind: 'visit', status: 'active', expectedDepartureAt: '2026-05-14T12:00:00.000Z' },
    true,
  ],
  ['a membership that runs', { kind: 'membership', status: 'active', endsAt: '2026-06-01T00:00:00.000Z' }, false],
  [
    'an employee whose last day is today somewhere',
    { kind: 'employment', status: 'active', endDate: '2026-05-13' },
    false,
  ],
  [
    'an employee whose last day is over everywhere',
    { kind: 'employment', status: 'active', endDate: '2026-05-12' },
    true,
  ],
  ['somebody seen at a door', { kind: 'presence', status: 'active' }, false],
];

test.each(ends)('planned end of %s', (_, facts, past) => {
  expect(isPastItsEnd(facts, now)).toBe(past);
});
