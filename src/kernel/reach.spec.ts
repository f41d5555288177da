import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { isHost, isPublic, Reach } from './reach.js';

test('private, loopback, link-local and mapped addresses are not public', () => {
  for (const address of [
    '10.0.0.5',
    '172.16.1.1',
    '192.168.1.1',
    '127.0.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.5',
    '224.0.0.1',
  ]) {
    expect([address, isPublic(address)]).toEqual([address, false]);
  }
  for (const address of ['8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8'])
    expect([address, isPublic(address)]).toEqual([address, true]);
});

test.each([
  ['6to4 of a private address', '2002:a00:5::1'],
  ['6to4', '2002::1'],
  ['NAT64', '64:ff9b::a00:5'],
  ["NAT64 of one's own", '64:ff9b:1::1'],
  ['an address of IPv4 in the first form', '::10.0.0.5'],
  ['a mapped address', '::ffff:169.254.169.254'],
  ['Teredo', '2001::1'],
  ['ORCHID', '2001:20::1'],
  ['documents', '2001:db8::1'],
  ['documents', '3fff::1'],
  ['documents', '192.0.2.1'],
  ['documents', '203.0.113.9'],
  ['site-local', 'fec0::1'],
  ['not given out', '4000::1'],
  ['not given out', 'e000::1'],
  ['segment routing', '5f00::1'],
  ['discard', '100::1'],
  ['benchmarks', '2001:2::1'],
  ['benchmarks', '198.18.0.1'],
  ['the metadata of AWS, Azure and Google', '169.254.169.254'],
  ['of AWS by IPv6', 'fd00:ec2::254'],
  ['of Alibaba', '100.100.100.200'],
  ['of Oracle', '192.0.0.192'],
  ["Azure's wire server", '168.63.129.16'],
  ['the same, mapped', '::ffff:168.63.129.16'],
])('%s is not public: %s', (_what, address) => {
  expect(isPublic(address)).toBe(false);
});

test('of IPv6 nothing outside of 2000::/3 is public', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      const address = ipaddr.fromByteArray([...bytes]);
      if (address.kind() === 'ipv6' && !(address as ipaddr.IPv6).isIPv4MappedAddress() && bytes[0] >> 5 !== 1)
        expect(isPublic(address.toString())).toBe(false);
    }),
  );
});

test.each([
  'localhost',
  'db.localhost',
  'LOCALHOST.',
  'printer.local',
  'db.internal',
  '127.0.0.1',
  '[::1]',
  '10.0.0.5',
  '0x7f000001',
  '2130706433',
  '127.1',
  '0177.0.0.1',
  '169.254.169.254',
])('the host %s is refused when it is saved', (host) => {
  expect(new Reach({ allowPrivateTargets: false }).allowsSaved(host)).toBe(false);
  expect(new Reach({ allowPrivateTargets: true }).allowsSaved(host)).toBe(true);
});

test.each(['ifc.example.com', '8.8.8.8', '2001:4860:4860::8888', 'a1.example'])('the host %s may be saved', (host) => {
  expect(new Reach({ allowPrivateTargets: false }).allowsSaved(host)).toBe(true);
});

test('a literal private address is refused before anything is opened, unless the deployment permits it', () => {
  expect(new Reach({ allowPrivateTargets: false }).allows('10.0.0.5')).toBe(false);
  expect(new Reach({ allowPrivateTargets: true }).allows('10.0.0.5')).toBe(true);
  expect(new Reach({ allowPrivateTargets: false }).allows('pms.example.com')).toBe(true);
});

test('a name that resolves to a private address only gives no address', async () => {
  const { lookup } = new Reach({ allowPrivateTargets: false });
  const failure = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    lookup?.('localhost', {}, (error) => resolve(error));
  });
  expect(failure?.code).toBe('EBLOCKED');
});

test.each([
  ['example.com', true],
  ['example.com.', true],
  ['desk', true],
  ['my_desk.lan', true],
  ['10.0.0.1', true],
  ['[2001:db8::1]', true],
  ['', false],
  ['.', false],
  ['a..b', false],
  ['.example.com', false],
  [`${'a'.repeat(64)}.com`, false],
  [`${'a.'.repeat(127)}com`, false],
])('%j can be a host: %s', (hostname, isSo) => {
  expect(isHost(hostname)).toBe(isSo);
});
