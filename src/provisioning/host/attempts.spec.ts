import { expect, test } from '@jest/globals';
import { Attempts } from './attempts.js';

const start = Date.parse('2026-06-14T13:00:00.000Z');
const second = (count: number) => start + count * 1000;

test('the twentieth of failed attempts within fifteen minutes says that it does not work', () => {
  const attempts = new Attempts();
  const said = Array.from({ length: 21 }, (_, index) => attempts.note('a', false, second(index)));
  expect(said.indexOf(true)).toBe(19);
});

test('less than half of them is bad luck', () => {
  const attempts = new Attempts();
  for (let index = 0; index < 40; index += 1) expect(attempts.note('a', index % 5 > 1, second(index))).toBe(false);
});

test('half of them is enough', () => {
  const attempts = new Attempts();
  const said = Array.from({ length: 20 }, (_, index) => attempts.note('a', index % 2 === 0, second(index)));
  expect(said.at(-1)).toBe(true);
});

test('attempts of more than fifteen minutes ago do not count, nor those of others', () => {
  const attempts = new Attempts();
  for (let index = 0; index < 19; index += 1) {
    expect(attempts.note('a', false, second(index * 60))).toBe(false);
    expect(attempts.note('b', false, second(index * 60))).toBe(false);
  }
  expect(attempts.note('a', false, second(19 * 60))).toBe(false);
});

test('once forgotten they begin anew', () => {
  const attempts = new Attempts();
  for (let index = 0; index < 19; index += 1) attempts.note('a', false, second(index));
  attempts.forget('a');
  expect(attempts.note('a', false, second(20))).toBe(false);
});
