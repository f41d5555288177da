import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter } from '../../../test/kernel/any-character.js';
import { loginAddress } from './login-address.js';
import { makers } from './makers/makers.js';

const cisco = (url: string, hosts: string[]): string =>
  loginAddress(makers.cisco.logins[0], { switch_url: url }, hosts).href;
const coova = (uamip: string, uamport: string, hosts: string[]): string =>
  loginAddress(makers.coova.logins[0], { uamip, uamport }, hosts).href;

test.each([
  ['https://192.0.2.1/login.html', ['192.0.2.1'], 'https://192.0.2.1/login.html'],
  ['http://192.0.2.1/login.html', ['192.0.2.1'], 'http://192.0.2.1/login.html'],
  ['HTTPS://WLC.Example.com./x?y#z', ['wlc.example.com'], 'https://wlc.example.com/login.html'],
  ['https://wlc.example.com:8443/x', ['wlc.example.com:8443'], 'https://wlc.example.com:8443/login.html'],
  ['https://wlc.müller.example/', ['wlc.müller.example'], 'https://wlc.xn--mller-kva.example/login.html'],
  ['https://[2001:db8::1]/login.html', ['[2001:DB8::1]'], 'https://[2001:db8::1]/login.html'],
])('%s with %j leads to %s', (url, hosts, address) => {
  expect(cisco(url, hosts)).toBe(address);
});

test.each([
  'https://evil.example/login.html',
  'https://192.0.2.1.evil.example/',
  'https://192.0.2.1@evil.example/',
  'https://evil.example@192.0.2.1/',
  'https://user:pass@192.0.2.1/',
  'https://192.0.2.1:8443/',
  'https://192.0.2.1:22/',
  'https://192.0.2.1\\@evil.example/',
  'https://evil.example\\.192.0.2.1/',
  'https:\\\\evil.example',
  '//evil.example/',
  'javascript:alert(1)',
  'https://192.0.2.1%2eevil.example/',
  'https://evil.example%2f192.0.2.1/',
  'https%3A%2F%2F192.0.2.1/',
  'https://192.0.2.1\r\nSet-Cookie: x=1',
  'https://192.0.2.1\t/',
  'https://evil.example#192.0.2.1',
  'https://evil.example?192.0.2.1',
  'https://１９２.0.2.2/',
  'ftp://192.0.2.1/',
  'https://',
  '192.0.2.1/login.html',
  'https://[::ffff:192.0.2.1]/',
])('%j is refused where only 192.0.2.1 is listed', (url) => {
  expect(() => cisco(url, ['192.0.2.1'])).toThrow();
});

test('another spelling of the same address is the same address', () => {
  for (const url of ['https://0xc0000201/', 'https://3221225985/', 'https://192.0.2.1./'])
    expect(cisco(url, ['192.0.2.1'])).toBe('https://192.0.2.1/login.html');
});

test('a port that the make does not use needs an entry of its own', () => {
  expect(coova('10.1.0.1', '3990', ['10.1.0.1'])).toBe('http://10.1.0.1:3990/logon');
  expect(coova('10.1.0.1', '3991', ['10.1.0.1:3991'])).toBe('http://10.1.0.1:3991/logon');
  expect(coova('10.1.0.1', '', ['10.1.0.1:3991'])).toBe('http://10.1.0.1:3991/logon');
  for (const port of ['3991', '22', '0', '-1', '99999', '3990/x', '3990@evil.example'])
    expect(() => coova('10.1.0.1', port, ['10.1.0.1'])).toThrow();
  expect(() => coova('10.1.0.1', '3990', ['10.1.0.1:3991'])).toThrow('port 3990');
});

test('a redirect without a host leads to the only one that is listed', () => {
  expect(coova('', '', ['10.1.0.1'])).toBe('http://10.1.0.1:3990/logon');
  expect(() => coova('', '', ['10.1.0.1', '10.1.0.2'])).toThrow('no uamip');
  expect(() => coova('', '', [])).toThrow('no login host');
});

test('meraki keeps what its cloud signed, on its own path only', () => {
  const login = makers.meraki.logins[0];
  const at = (url: string) => loginAddress(login, { login_url: url }, ['n1.network-auth.com']).href;
  expect(at('https://n1.network-auth.com/splash/login?mauth=a%26b')).toBe(
    'https://n1.network-auth.com/splash/login?mauth=a%26b',
  );
  for (const url of ['https://n1.network-auth.com/other', 'https://n1.network-auth.com/splash/../other'])
    expect(() => at(url)).toThrow('path');
  expect(() => at('http://n1.network-auth.com/splash/login')).toThrow('port 80');
});

test('whatever a redirect says, nothing leads to a host that is not listed', () => {
  const anything = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: anyCharacter }),
    fc.string().map((text) => `https://192.0.2.1${text}`),
    fc.string().map((text) => `https://${text}192.0.2.1/`),
  );
  fc.assert(
    fc.property(anything, (url) => {
      let address: URL | undefined;
      try {
        address = loginAddress(makers.cisco.logins[0], { switch_url: url }, ['192.0.2.1']);
      } catch {
        return;
      }
      expect([address.hostname, address.pathname, address.search]).toEqual(['192.0.2.1', '/login.html', '']);
    }),
    { numRuns: 2000 },
  );
});
