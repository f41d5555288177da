import { expect, test } from '@jest/globals';
import { makers } from './makers/makers.js';
import { redirectValuesOf } from './redirect.js';

test('parameters behind a second question mark are read, and those of nobody are dropped', () => {
  const query = new URLSearchParams('lang=de?cmd=login&mac=aabbcc001122&essid=5&evil=x&mac=00:00:00:00:00:00');
  expect(redirectValuesOf(makers.aruba, query)).toEqual({ mac: 'aabbcc001122', essid: '5' });
  expect(redirectValuesOf(makers.coova, new URLSearchParams('x=1?mac=a&userurl=http://e/?mac=b'))).toEqual({
    mac: 'a',
    userurl: 'http://e/?mac=b',
  });
});
