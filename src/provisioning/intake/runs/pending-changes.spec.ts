import { expect, test } from '@jest/globals';
import type { Change, SourceRecord } from '../../connector/change.js';
import { PendingChanges } from './pending-changes.js';

const named = (key: string, parentKey?: string): SourceRecord => ({
  key,
  parentKey,
  facts: { kind: 'stay', status: 'in_house' },
});
const record = (key: string, parentKey?: string): Change => ({
  kind: 'record',
  mode: 'replace',
  record: named(key, parentKey),
});
const group = (parentKey: string, ...keys: string[]): Change => ({
  kind: 'group',
  parentKey,
  records: keys.map((key) => named(key)),
});

function isConcerned(pending: PendingChanges, change: Change): boolean {
  const records =
    change.kind === 'record'
      ? [change.record]
      : change.kind === 'group'
        ? change.records.map(({ key }) => named(key, change.parentKey))
        : [];
  return pending.concerns(change, records);
}

test.each<[string, Change, Change, boolean]>([
  ['the same record', record('G1'), record('G1'), true],
  ['another record', record('G1'), record('G2'), false],
  ['a record that a patch is about', { kind: 'patch', key: 'G1', facts: {} }, record('G1'), true],
  [
    'a record that could not be read before',
    { kind: 'malformed', problem: { code: 'record_malformed', detail: '', key: 'G1' } },
    record('G1'),
    true,
  ],
  ['the same group', group('R1', 'a'), group('R1', 'a', 'b'), true],
  ['the same group, empty', group('R1', 'a'), group('R1'), true],
  ['another group with the same guest', group('R1', 'a'), group('R2', 'a'), true],
  ['another group', group('R1', 'a'), group('R2', 'b'), false],
  ['a record that names no parent, behind a group', group('R1', 'a'), record('b'), true],
  [
    'anybody, behind a change of a whole room',
    { kind: 'patch_matching', match: { room: '7' }, exceptKeys: [], facts: {}, reason: 'moved' },
    record('G1'),
    true,
  ],
  [
    'anybody, behind the second half of a move',
    { kind: 'record', mode: 'replace', record: named('G1'), continues: { match: {}, withinSeconds: 60 } },
    record('G2'),
    true,
  ],
])('what is said of %s is compared only once what waits is written', (_, waiting, said, isHeld) => {
  const pending = new PendingChanges();
  pending.add([waiting]);
  expect(isConcerned(pending, said)).toBe(isHeld);
  pending.written([waiting]);
  expect(isConcerned(pending, said)).toBe(false);
});

test('a record that waits twice waits until both are written', () => {
  const pending = new PendingChanges();
  pending.add([record('G1')]);
  pending.add([record('G1')]);
  pending.written([record('G1')]);
  expect(isConcerned(pending, record('G1'))).toBe(true);
  pending.written([record('G1')]);
  expect(isConcerned(pending, record('G1'))).toBe(false);
});
