import { expect, test } from '@jest/globals';
import { e164 } from './sms-transport.js';

test.each([
  ['+43 664 123-4567', undefined, '+436641234567'],
  ['0043 664 1234567', undefined, '+436641234567'],
  ['+49 (0)30 1234567', undefined, '+49301234567'],
  ['0664 1234567', '43', '+436641234567'],
  ['06 1234 5678', '39', '+390612345678'],
  ['(415) 555-0123', '1', '+14155550123'],
])('%s is dialled as %s says', (written, country, number) => {
  expect(e164(written, country)).toBe(number);
});

test.each(['', '0664 1234567', '+0 123 456 789', '+43', 'reception', '+1234567890123456', '+43664x1234567'])(
  '%j is no number without more',
  (written) => {
    expect(e164(written)).toBeNull();
  },
);
