import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { reportPageAddress } from '../../src/console/report-schedules/report-address.js';
import type { FilterCondition } from '../../src/http/list/filter.js';
import { filterOf } from '../../web/src/parts/filter-words.js';

describe('the words of the filter box', () => {
  test.each([
    ['pkcs12_encryption:aes', { pkcs12_encryption: { eq: 'aes' } }, ''],
    ['-ipv6:empty x509:~ca', { ipv6: { ne: null }, x509: { like: '%ca%' } }, ''],
    ['seen_24h:>5 status:held', { seen_24h: { gt: 5 }, status: { eq: 'held' } }, ''],
    ['mac:aa:bb:cc:dd:ee:ff', { mac: { eq: 'aa:bb:cc:dd:ee:ff' } }, ''],
    ['a4:5e:60:c4:00:1f', {}, 'a4:5e:60:c4:00:1f'],
    ['aa:bb:cc:dd:ee:ff', {}, 'aa:bb:cc:dd:ee:ff'],
    ['fe80::1 2001:db8::1', {}, 'fe80::1 2001:db8::1'],
    ['10:30 412', {}, '10:30 412'],
  ])('%s', (text, filter, words) => {
    expect(filterOf(text)).toEqual({ filter, words });
  });
});

const values = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.constant(null),
  fc.stringMatching(/^[a-z][a-z ,:<~-]{0,8}[a-z]$/).filter((text) => text !== 'empty'),
);
const fields = fc.constantFrom('outcome', 'pkcs12_encryption', 'at', 'seen_24h');
const single = fc.record({
  field: fields,
  operator: fc.constantFrom('eq' as const, 'ne' as const, 'gt' as const, 'lte' as const),
  values: fc.tuple(values),
});
const several = fc.record({
  field: fields,
  operator: fc.constant('in' as const),
  values: fc.array(values, { minLength: 2, maxLength: 4 }),
});

test('what a mail writes into the address of a report, the page reads as the same filter', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.oneof(single, several), { maxLength: 4, selector: ({ field }) => field }),
      (conditions) => {
        const request = { report: { id: '110' }, list: { conditions }, periodMinutes: null } as unknown;
        const { path, isSame } = reportPageAddress(request as Parameters<typeof reportPageAddress>[0], undefined);
        if (!isSame) return;
        const { filter, words } = filterOf(new URL(path, 'http://usher').searchParams.get('q') ?? '');
        expect(words).toBe('');
        const wanted = (conditions as readonly FilterCondition[]).map(
          ({ field, operator, values: [first, ...more] }) => [
            field,
            { [operator]: operator === 'in' ? [first, ...more] : first },
          ],
        );
        expect(filter).toEqual(Object.fromEntries(wanted));
      },
    ),
  );
});
