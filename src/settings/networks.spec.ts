import { expect, test } from '@jest/globals';
import { networks } from './load-settings.js';

test('addresses and networks of both kinds are read', () => {
  expect(networks('')).toEqual([]);
  expect(networks('10.0.0.5, 10.1.0.0/16,2001:db8::1 , 2001:db8::/32')).toEqual([
    '10.0.0.5',
    '10.1.0.0/16',
    '2001:db8::1',
    '2001:db8::/32',
  ]);
});

test.each(['proxy.example.com', '10.0.0', '10.0.0.5/33', '10.0.0.5;10.0.0.6', 'loopback', '0.0.0.0/0', '::/0'])(
  '%s is refused',
  (text) => {
    expect(() => networks(text)).toThrow(`not "${text}"`);
  },
);
