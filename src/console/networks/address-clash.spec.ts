import { expect, test } from '@jest/globals';
import { type AddressOverlap, clashOf } from './address-clash.js';

const overlap = (mine: Partial<AddressOverlap>, other: Partial<AddressOverlap['other']>): AddressOverlap => ({
  address: '10.0.0.5',
  ssid: 'House',
  secret: 'one secret',
  ...mine,
  other: { network: 'Staff', address: '10.0.0.5', ssid: 'Staff', secret: 'one secret', ...other },
});

test.each<[string, AddressOverlap]>([
  ['one address, two SSIDs, one secret', overlap({}, {})],
  ['one address, one SSID and the rest of them', overlap({ ssid: null }, {})],
  [
    'a host in a range of the same organization',
    overlap({}, { address: '10.0.0.0/24', ssid: 'House', secret: 'another' }),
  ],
  ['an access point shared with another organization', overlap({}, { network: null })],
])('%s is told apart', (_what, given) => {
  expect(clashOf(given)).toBeUndefined();
});

test.each<[string, AddressOverlap, string]>([
  [
    'one address with one SSID',
    overlap({}, { ssid: 'House' }),
    'The client address 10.0.0.5 with the SSID House belongs to the network Staff already',
  ],
  [
    'one address twice without SSID',
    overlap({ ssid: null }, { ssid: null }),
    'The client address 10.0.0.5 without SSID belongs to the network Staff already',
  ],
  [
    'one address with two secrets',
    overlap({}, { secret: 'another' }),
    'The client address 10.0.0.5 is shared with the network Staff: both must have the same secret',
  ],
])('%s is not', (_what, given, detail) => {
  expect(clashOf(given)).toBe(detail);
});

test("of another organization's client nothing is told but that the address is in use, whatever the reason", () => {
  const told = [{ ssid: 'House' }, { secret: 'another' }, { address: '10.0.0.0/24' }].map((other) =>
    clashOf(overlap({}, { network: null, ...other })),
  );
  expect(new Set(told).size).toBe(1);
  expect(told[0]).toContain('10.0.0.5 is in use elsewhere');
});
