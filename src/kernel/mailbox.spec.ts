import { expect, test } from '@jest/globals';
import { cpuMilliseconds } from '../../test/kernel/cpu-time.js';
import { isMailbox } from './mailbox.js';

test.each([
  'eva@example.com',
  'eva.nováková+wifi@example.co.uk',
  "o'brien@example.com",
  'desk@localhost',
  'jörg@exämple.de',
  '用户@例子.公司',
  `${'a'.repeat(64)}@example.com`,
])('%s is the address of a mailbox', (text) => {
  expect(isMailbox(text)).toBe(true);
});

test.each([
  '',
  'eva',
  '@example.com',
  'eva@',
  'eva@@example.com',
  'eva@example.com, ewa@example.com',
  'Eva <eva@example.com>',
  'eva nova@example.com',
  'eva@example..com',
  'eva.@example.com',
  '.eva@example.com',
  'eva@.example.com',
  'eva@example.com.',
  'eva@exa mple.com',
  'eva\n@example.com',
  `${'a'.repeat(65)}@example.com`,
  `eva@${'a'.repeat(190)}`,
  'n/a',
])('%j is none', (text) => {
  expect(isMailbox(text)).toBe(false);
});

test('a long text that is none is told at once', () => {
  const milliseconds = cpuMilliseconds(() => {
    expect(isMailbox(`${'a.'.repeat(100_000)}@`)).toBe(false);
    expect(isMailbox(`a@${'a.'.repeat(90)}`)).toBe(false);
  });
  expect(milliseconds).toBeLessThan(1000);
});
