import { expect, test } from '@jest/globals';
import {
  changeUser,
  createUser,
  createVouchers,
  deleteUser,
} from '../../../../test/wifi-console-contract/operations.js';
import { inRounds, mayFreeItsName } from './operation-order.js';

test('operations on different accounts travel together', () => {
  expect(
    inRounds([createUser('a'), createUser('b'), changeUser('1', { disabled: true }), createVouchers('g')]),
  ).toEqual([[0, 1, 2, 3]]);
  expect(inRounds([])).toEqual([]);
});

test('operations on one account keep their order', () => {
  expect(inRounds([changeUser('1', { disabled: true }), changeUser('2', { disabled: true }), deleteUser('1')])).toEqual(
    [[0, 1], [2]],
  );
});

test('two requests for one name keep their order, whatever the case', () => {
  expect(inRounds([createUser('Anna'), createUser('anna')])).toEqual([[0], [1]]);
});

test('a creation comes after deletions and renames before it, which may free its name', () => {
  expect(inRounds([deleteUser('1'), createUser('a'), deleteUser('2'), createUser('b')])).toEqual([
    [0, 2],
    [1, 3],
  ]);
  expect(inRounds([createUser('a'), deleteUser('1')])).toEqual([[0, 1]]);
});

test('a party that changes rooms is renamed in one go', () => {
  const renames = [
    changeUser('1', { username: '201' }),
    changeUser('2', { username: '101' }),
    changeUser('3', { username: '102' }),
  ];
  expect(inRounds(renames)).toEqual([[0, 1, 2]]);
  expect(renames.map((_, index) => mayFreeItsName(renames, index))).toEqual([false, true, true]);
});
