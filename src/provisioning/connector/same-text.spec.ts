import { describe, expect, it } from '@jest/globals';
import { isSameText } from './same-text.js';

describe('A secret compared with what a caller gave', () => {
  it.each([
    ['the same', 'right', 'right', true],
    ['another of the same length', 'wrong', 'right', false],
    ['its beginning', 'righ', 'right', false],
    ['more than it', 'right and more', 'right', false],
    ['nothing', '', 'right', false],
    ['as many characters but more bytes', 'ríght', 'right', false],
  ])('is %s', (_what, given, expected, isSame) => {
    expect(isSameText(given, expected)).toBe(isSame);
  });
});
