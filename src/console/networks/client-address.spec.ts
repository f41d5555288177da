import { expect, test } from '@jest/globals';
import { Wrong } from '../../http/body/readers.js';
import { clientAddress, withoutFullPrefix } from './client-address.js';

test.each([
  ['10.0.0.5', '10.0.0.5'],
  [' 10.0.0.5/32 ', '10.0.0.5'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['10.1.2.128/25', '10.1.2.128/25'],
  ['::ffff:10.0.0.5', '10.0.0.5'],
  ['::ffff:10.0.0.0/120', '10.0.0.0/24'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['2001:db8::/48', '2001:db8::/48'],
  ['127.0.0.1', '127.0.0.1'],
])('%s is %s', (text, address) => {
  expect(clientAddress(text)).toBe(address);
});

test.each([
  ['', 'must be an IP address'],
  ['ap.example.com', 'must be an IP address'],
  ['10.1', 'must be an IP address'],
  ['010.0.0.1', 'must be an IP address'],
  ['10.0.0.1/33', 'must be an IP address'],
  [167_772_165, 'must be an IP address'],
  ['0.0.0.0/0', 'too wide'],
  ['10.0.0.0/7', 'too wide'],
  ['2001::/15', 'too wide'],
  ['10.0.0.5/24', 'write 10.0.0.0/24'],
  ['2001:db8::1/64', 'write 2001:db8::/64'],
  ['224.0.0.1', 'multicast'],
  ['255.255.255.255', 'broadcast'],
])('%s is refused: %s', (text, detail) => {
  expect((clientAddress(text) as Wrong).detail).toContain(detail);
});

test('a cidr that is one host is written without prefix', () => {
  expect(['10.0.0.5/32', '10.0.0.0/24', '2001:db8::/32', '2001:db8::1/128'].map(withoutFullPrefix)).toEqual([
    '10.0.0.5',
    '10.0.0.0/24',
    '2001:db8::/32',
    '2001:db8::1',
  ]);
});
