import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { recognizeDevice } from './recognize-device.js';

const pair = (name: string, type: number, value: Buffer | string): string => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from(`${name}=`), Buffer.from([0, type, 0, bytes.length]), bytes]).toString('hex');
};
const agent = (text: string) => ({ avPairs: pair('http-tlv', 1, text) });
const options = (...list: number[]) => ({ avPairs: pair('dhcp-option', 55, Buffer.from(list)) });
const hex = (text: string): string => Buffer.from(text).toString('hex');

test.each([
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/18.5 Mobile/15E148 Safari/604.1',
    'phone',
    'iOS 18',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 ' +
      'Mobile/15E148 Safari/604.1',
    'tablet',
    'iPadOS 17',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 ' +
      'Mobile Safari/537.36',
    'phone',
    'Android 14',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'phone',
    'Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'computer',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 ' +
      'Safari/605.1.15',
    'computer',
    'macOS',
  ],
])('a browser that says %s', (text, type, os) => {
  expect(recognizeDevice(agent(text))).toEqual({ type, os });
});

test.each([
  ["an iPhone's DHCP", options(1, 121, 3, 6, 15, 108, 114, 119, 252), null, 'iOS'],
  ["a Mac's DHCP", options(1, 121, 3, 6, 15, 108, 114, 119, 252, 95, 44, 46), 'computer', 'macOS'],
  ["Windows' DHCP", options(1, 3, 6, 15, 31, 33, 43, 44, 46, 47, 119, 121, 249, 252), 'computer', 'Windows'],
  ["Android's DHCP", options(1, 3, 6, 15, 26, 28, 51, 58, 59, 43, 114, 108), null, 'Android'],
  ['a vendor class', { avPairs: pair('dhcp-option', 60, 'MSFT 5.0') }, 'computer', 'Windows'],
  ['a host name', { avPairs: pair('dhcp-option', 12, 'Annas-iPad') }, 'tablet', 'iPadOS'],
  ['what Cisco takes it for', { avPairs: hex('dc-profile-name=Apple-iPhone') }, 'phone', 'iOS'],
  ['what Cisco does not know', { avPairs: hex('dc-profile-name=Un-Classified Device') }, null, null],
  ['what Aruba takes it for', { arubaDeviceType: 'Win 10' }, 'computer', 'Windows'],
  ['what Ruckus takes it for', { ruckusOsType: 'iOS', ruckusHostName: 'iPhone' }, 'phone', 'iOS'],
  [
    'an iPhone whose phone number of options says less',
    { avPairs: `${pair('dhcp-option', 12, 'iPhone')}:${pair('dhcp-option', 55, Buffer.from([1, 121, 3, 6, 15]))}` },
    'phone',
    'iOS',
  ],
  ['nothing', {}, null, null],
])('%s', (_, seen, type, os) => {
  expect(recognizeDevice(seen)).toEqual({ type, os });
});

test('whatever an access point says is read without harm', () => {
  const odd = fc.record(
    {
      avPairs: fc.oneof(
        fc.string(),
        fc
          .uint8Array({ maxLength: 60 })
          .map((bytes) => Buffer.concat([Buffer.from('dhcp-option='), bytes]).toString('hex')),
        fc.string().map((text) => pair('http-tlv', 1, text.slice(0, 60))),
      ),
      arubaDeviceType: fc.string(),
      ruckusOsType: fc.string(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(odd, (seen) => {
      const { type, os } = recognizeDevice(seen);
      expect([typeof type === 'string' || type === null, typeof os === 'string' || os === null]).toEqual([true, true]);
    }),
  );
});
