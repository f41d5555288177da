import { expect, test } from '@jest/globals';
import { makers } from './makers/makers.js';
import { toldBy, redirectValuesOf } from './redirect.js';

type GatewayVendor = keyof typeof makers;

function told(vendor: GatewayVendor, query: string) {
  return toldBy(makers[vendor], redirectValuesOf(makers[vendor], new URLSearchParams(query)));
}

test('only what is a web address is shown as what the guest wanted', () => {
  for (const [url, shown] of [
    ['http://example.com/?a=b', 'http://example.com/?a=b'],
    ['www.example.com/', 'http://www.example.com/'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['https://user:pass@example.com/', null],
    ['', null],
  ])
    expect([url, told('aruba', new URLSearchParams({ url: url ?? '' }).toString()).wantedUrl]).toEqual([url, shown]);
});

test('parameters behind a second question mark are read, and those of nobody are dropped', () => {
  const query = new URLSearchParams('lang=de?cmd=login&mac=aabbcc001122&essid=5&evil=x&mac=00:00:00:00:00:00');
  expect(redirectValuesOf(makers.aruba, query)).toEqual({ mac: 'aabbcc001122', essid: '5' });
  expect(redirectValuesOf(makers.coova, new URLSearchParams('x=1?mac=a&userurl=http://e/?mac=b'))).toEqual({
    mac: 'a',
    userurl: 'http://e/?mac=b',
  });
});
