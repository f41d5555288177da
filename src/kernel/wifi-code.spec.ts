import { expect, test } from '@jest/globals';
import { wifiCode } from './wifi-code.js';

const anna = { username: 'anna', password: 'plum;otter' };

test.each([
  [{ ssid: 'Guests', security: 'open' as const }, 'WIFI:T:nopass;S:Guests;;'],
  [{ ssid: 'A;B,C:"D"\\', security: 'open' as const }, 'WIFI:T:nopass;S:A\\;B\\,C\\:\\"D\\"\\\\;;'],
  [{ ssid: 'Café 王', security: 'psk' as const, passphrase: 'p:w' }, 'WIFI:T:WPA;S:Café 王;P:p\\:w;;'],
  [
    { ssid: 'Staff', security: 'eap-peap' as const },
    'WIFI:T:WPA2-EAP;S:Staff;E:PEAP;PH2:MSCHAPV2;I:anna;P:plum\\;otter;;',
  ],
  [{ ssid: 'Staff', security: 'eap-ttls' as const }, 'WIFI:T:WPA2-EAP;S:Staff;E:TTLS;PH2:PAP;I:anna;P:plum\\;otter;;'],
])('%j is %s', (network, code) => {
  expect(wifiCode(network, anna)).toBe(code);
});

test.each([
  ['a network that asks for certificates', { ssid: 'Staff', security: 'eap-tls' as const }, anna],
  ['802.1X without a password', { ssid: 'Staff', security: 'eap-peap' as const }, { username: 'anna', password: null }],
  ['a passphrase that is not known', { ssid: 'Home', security: 'psk' as const }, anna],
  ['a network without a name', { ssid: '', security: 'open' as const }, anna],
])('no code can say %s', (_what, network, account) => {
  expect(wifiCode(network, account)).toBeNull();
});
