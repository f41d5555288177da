import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Change } from '../connector/change.js';
import type { Employment, Stay } from '../facts/facts.js';
import { applyChange, type ChangeOutcome } from './apply-change.js';
import { SubjectSet } from './subject-set.js';

const at = '2026-05-14T13:00:00.000Z';

function origin(sequence: number) {
  return { sequence, at, cause: { kind: 'event', id: String(sequence) } as const };
}

function subjects(): SubjectSet {
  let count = 0;
  return new SubjectSet([], () => {
    count += 1;
    return `subject ${count}`;
  });
}

interface Word {
  readonly key: string;
  readonly version: number;
  readonly status: Stay['status'];
}

/** What a vendor said of a record in one version is always the same. */
const story = fc.uniqueArray(
  fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    version: fc.integer({ min: 1, max: 9 }),
    status: fc.constantFrom<Stay['status']>('expected', 'in_house', 'checked_out'),
  }),
  { selector: ({ key, version }) => `${key} ${version}`, minLength: 1, maxLength: 20 },
);

const told = ({ key, version, status }: Word): Change => ({
  kind: 'record',
  mode: 'replace',
  record: { key, version: `v${version}`, facts: { kind: 'stay', status, room: `room in v${version}` } },
});

function state(set: SubjectSet): unknown[] {
  return set
    .all()
    .map(({ sourceKey, version, state, facts }) => ({ sourceKey, version, state, facts }))
    .sort((one, other) => one.sourceKey.localeCompare(other.sourceKey));
}

function hear(words: readonly Word[]): SubjectSet {
  const set = subjects();
  words.forEach((word, index) => applyChange(set, told(word), origin(index + 1)));
  return set;
}

test('words with versions end the same in any order, and however often they are repeated', () => {
  fc.assert(
    fc.property(
      story.chain((words) =>
        fc.tuple(fc.constant(words), fc.shuffledSubarray([...words, ...words], { minLength: words.length * 2 })),
      ),
      ([words, permuted]) => {
        const inOrder = [...words].sort((one, other) => one.version - other.version);
        expect(state(hear(permuted))).toEqual(state(hear(inOrder)));
      },
    ),
  );
});

test('after a removal nothing up to its version brings the guest back', () => {
  fc.assert(
    fc.property(story, fc.integer({ min: 1, max: 9 }), (words, version) => {
      const removal: Word = { key: 'a', version, status: 'checked_out' };
      const older = words.filter((word) => word.key !== 'a' || word.version < version);
      expect(hear([removal, ...older]).find('a')?.state).toBe('gone');
    }),
  );
});

test('hearing everything again as it was received changes nothing', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          key: fc.constantFrom('a', 'b'),
          status: fc.constantFrom<Stay['status']>('in_house', 'checked_out'),
          room: fc.constantFrom('1', '2'),
        }),
        { minLength: 1, maxLength: 15 },
      ),
      (words) => {
        const set = subjects();
        const say = (word: (typeof words)[number], index: number): ChangeOutcome =>
          applyChange(
            set,
            {
              kind: 'record',
              mode: 'replace',
              record: { key: word.key, facts: { kind: 'stay', status: word.status, room: word.room } },
            },
            origin(index + 1),
          );
        words.forEach(say);
        const before = state(set);
        expect(words.map(say)).not.toContain('changed');
        expect(state(set)).toEqual(before);
      },
    ),
  );
});

test('of sightings the latest counts, in whatever order doors and lists that lag behind are heard of', () => {
  const member = (seenAt?: string): Change => ({
    kind: 'record',
    mode: 'merge',
    record: { key: 'a', facts: { kind: 'presence', status: 'active', seenAt } },
  });
  const door = (seenAt: string): Change => ({ kind: 'patch', key: 'a', facts: { seenAt } });
  const hours = ['08', '09', '10'].map((hour) => `2026-05-14T${hour}:00:00.000Z`);
  const heard = fc.array(
    fc.record({
      change: fc.constantFrom(member(), ...hours.map(member), ...hours.map(door)),
      sequence: fc.integer({ min: 2, max: 9 }),
    }),
    { minLength: 1, maxLength: 8 },
  );
  fc.assert(
    fc.property(heard, (words) => {
      const set = subjects();
      applyChange(set, member(), origin(1));
      for (const { change, sequence } of words) applyChange(set, change, origin(sequence));
      const latest = words
        .flatMap(({ change }) =>
          change.kind === 'patch'
            ? [change.facts.seenAt]
            : change.kind === 'record' && change.record.facts.kind === 'presence'
              ? [change.record.facts.seenAt]
              : [],
        )
        .filter((each) => each !== undefined)
        .sort()
        .at(-1);
      expect(set.find('a')?.facts).toEqual(
        latest === undefined
          ? { kind: 'presence', status: 'active' }
          : { kind: 'presence', status: 'active', seenAt: latest },
      );
    }),
  );
});

test('a sighting that is heard of late lets somebody in who was read meanwhile, and nobody who left', () => {
  const set = subjects();
  const sighting: Change = { kind: 'patch', key: 'a', facts: { seenAt: '2026-05-14T09:00:00.000Z' } };
  applyChange(
    set,
    { kind: 'record', mode: 'merge', record: { key: 'a', facts: { kind: 'presence', status: 'active' } } },
    origin(6),
  );
  expect(applyChange(set, sighting, origin(5))).toBe('changed');
  expect(applyChange(set, sighting, origin(5))).toBe('superseded');
  applyChange(set, { kind: 'patch', key: 'a', facts: { status: 'removed' } }, origin(8));
  expect(applyChange(set, { kind: 'patch', key: 'a', facts: { seenAt: '2026-05-14T10:00:00.000Z' } }, origin(7))).toBe(
    'superseded',
  );
  expect(set.find('a')?.state).toBe('gone');
});

describe('access that a message revoked, while lists still say that somebody works there', () => {
  const revokedAt = '2026-05-14T09:00:00.000Z';
  const order: Change = { kind: 'patch', key: 'a', facts: { revokedAt } };
  const person = (facts: Partial<Employment>): Change => ({
    kind: 'record',
    mode: 'replace',
    record: { key: 'a', facts: { kind: 'employment', status: 'active', ...facts } },
  });
  const hear = (...said: readonly Change[]) => {
    const set = subjects();
    said.forEach((change, index) => applyChange(set, change, origin(index + 1)));
    return set;
  };
  const leaving = person({ endDate: '2026-06-30' });
  const left = person({ status: 'terminated', endDate: '2026-06-30' });

  test.each<[what: string, isRevoked: boolean, ...said: Change[]]>([
    ['the list says the same again', true, leaving, order, leaving],
    ['the last day is heard of after the order', true, person({}), order, leaving, leaving],
    ['the last day moves', true, leaving, order, person({ endDate: '2026-07-31' })],
    ['the record says that they have left, with a day to come', true, leaving, order, left, left],
    ['the last day is taken back', false, leaving, order, person({}), person({})],
    ['they have left and come again', false, leaving, order, left, person({ startDate: '2027-01-01' })],
    ['the order comes before anybody knows them', false, order, leaving],
  ])('%s', (_, isRevoked, ...said) => {
    const facts = hear(...said).find('a')!.facts as Employment;
    expect(facts.revokedAt).toBe(isRevoked ? revokedAt : undefined);
    expect(facts.status === 'active').toBe(!isRevoked);
  });

  test('an order that is heard of late counts, unless what it was about was taken back', () => {
    const late = (known: Change) => {
      const set = subjects();
      applyChange(set, known, origin(6));
      return [applyChange(set, order, origin(5)), applyChange(set, order, origin(5))];
    };
    expect(late(leaving)).toEqual(['changed', 'superseded']);
    expect(late(person({}))).toEqual(['superseded', 'superseded']);
    expect(late(left)).toEqual(['superseded', 'superseded']);
  });
});
