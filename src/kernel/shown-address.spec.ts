import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isShownOnly, shownAddress } from './shown-address.js';

test.each([
  ['https://hooks.example.com/services/T0/B0/secret', 'https://hooks.example.com/…'],
  ['https://people.example.com?api_key=secret', 'https://people.example.com/…'],
  ['https://people.example.com:8443/#secret', 'https://people.example.com:8443/…'],
  ['https://user:secret@people.example.com/a', 'https://people.example.com/…'],
  ['https://sms.example.com/v1/{{ to }}?key={{ secret }}', 'https://sms.example.com/…'],
  ['https://people.example.com', 'https://people.example.com'],
  ['https://people.example.com/', 'https://people.example.com/'],
  ['tls://logs.example.com:6514', 'tls://logs.example.com:6514'],
  ['https://[2001:db8::1]:8443/secret', 'https://[2001:db8::1]:8443/…'],
])('of %s is shown %s', (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});

test('no part of user, path, query or fragment is shown, and a shown address is recognised again', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true, withFragments: true, withDomains: true } as object),
      fc.stringMatching(/^[a-z]{12}$/),
      (base, secret) => {
        const { protocol, host } = new URL(base);
        for (const address of [
          `${protocol}//${secret}:${secret}@${host}/`,
          `${protocol}//${host}/${secret}`,
          `${protocol}//${host}?k=${secret}`,
          `${protocol}//${host}/#${secret}`,
        ]) {
          const shown = shownAddress(address);
          expect(shown).not.toContain(secret);
          expect(shownAddress(shown)).toBe(shown);
          expect([isShownOnly(address), isShownOnly(shown), isShownOnly(new URL(shown).href)]).toEqual([
            false,
            shown.endsWith('…'),
            shown.endsWith('…'),
          ]);
        }
      },
    ),
  );
});
