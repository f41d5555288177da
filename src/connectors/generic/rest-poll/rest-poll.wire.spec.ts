import { expect, test } from '@jest/globals';
import type { Paging } from './rest-poll.rules.js';
import { pageAddress, pageIn, changedSince, nextLink } from './rest-poll.wire.js';

const list = 'https://people.example.com/api/people?fields=all';

test.each<[Paging, Parameters<typeof pageAddress>[2], string]>([
  [{ style: 'none' }, null, ''],
  [{ style: 'page', parameter: 'page', size_parameter: 'n', size: 50 }, null, '&n=50&page=1'],
  [{ style: 'page', parameter: 'page', first: 0 }, null, '&page=0'],
  [{ style: 'page', parameter: 'p' }, { page: 3 }, '&p=3'],
  [{ style: 'offset', parameter: 'skip' }, { offset: 40 }, '&skip=40'],
  [{ style: 'cursor', parameter: 'after', next: '/n' }, null, ''],
  [{ style: 'cursor', parameter: 'after', next: '/n' }, { cursor: 'a&b=c#' }, '&after=a%26b%3Dc%23'],
])('%j at %j is asked for with %s', (paging, place, query) => {
  expect(pageAddress(list, paging, place, null)).toBe(`${list}${query}`);
});

test('changes are asked for in the form that the system reads', () => {
  const at = '2026-05-14T13:00:00.123Z';
  expect(
    (['iso', 'epoch-s', 'epoch-ms', 'date'] as const).map((format) => changedSince({ parameter: 's', format }, at)[1]),
  ).toEqual(['2026-05-14T13:00:00Z', '1778763600', '1778763600123', '2026-05-14']);
});

test.each([
  ['<https://x.example/?page=2>; rel="next"', 'https://x.example/?page=2'],
  ['<https://x.example/?a=1,2>; rel="prev", <https://x.example/?a=3,4>; rel="next last"', 'https://x.example/?a=3,4'],
  ['</p?c=1>;rel=next', '/p?c=1'],
  ['<https://x.example/>; rel="nextish"', null],
  ['<https://x.example/>; rel="prev"', null],
  ['garbage', null],
  ['<'.repeat(9000), null],
  [`<a>; ${'rel= '.repeat(2000)}`, null],
])('Link: %.80s leads to %s', (header, next) => {
  expect(nextLink(header)).toBe(next);
});

const asked = (paging: Paging, place: Parameters<typeof pageAddress>[2] = null) => ({
  address: list,
  records: '/data',
  paging,
  place,
});

test('an answer of more records than the engine takes at once is broken, not cut off', () => {
  const answer = (count: number) => ({ data: Array.from({ length: count }, () => 1) });
  expect(pageIn(answer(50_000), {}, asked({ style: 'none' })).records).toHaveLength(50_000);
  expect(() => pageIn(answer(50_001), {}, asked({ style: 'none' }))).toThrow(/50,?000/);
});

test('a numbered list ends with an empty page only, since a short one may be all that the system gives at once', () => {
  const paging: Paging = { style: 'page', parameter: 'page', size_parameter: 'n', size: 500 };
  expect(pageIn({ data: [1] }, {}, asked(paging)).next).toEqual({ page: 2 });
  expect(pageIn({ data: [] }, {}, asked(paging, { page: 2 })).next).toBeNull();
  expect(pageIn({ data: [1, 2, 3] }, {}, asked({ style: 'offset', parameter: 'o' }, { offset: 6 })).next).toEqual({
    offset: 9,
  });
});

test.each<[object, Paging, RegExp]>([
  [{ items: [] }, { style: 'none' }, /no list at "\/data"/],
  [
    { data: [], meta: { next: { a: 1 } } },
    { style: 'cursor', parameter: 'c', next: '/meta/next' },
    /cannot be asked for/,
  ],
  [{ data: [], next: 'https://elsewhere.example/' }, { style: 'next-url', next: '/next' }, /another address/],
  [{ data: [], next: 'http://people.example.com/api/people' }, { style: 'next-url', next: '/next' }, /another address/],
  [{ data: [], next: 'https://user:x@people.example.com/' }, { style: 'next-url', next: '/next' }, /another address/],
  [{ data: [] }, { style: 'none', total: '/total' }, /no number of records/],
  [{ data: [], total: -1 }, { style: 'none', total: '/total' }, /no number of records/],
])('%j is not taken for a list by %j', (body, paging, problem) => {
  expect(() => pageIn(body, {}, asked(paging))).toThrow(problem);
});

test('credentials go nowhere else, even when a stored place says so', () => {
  expect(() => pageAddress(list, { style: 'link' }, { url: 'https://elsewhere.example/' }, null)).toThrow(
    /another address/,
  );
  expect(pageIn({ data: [] }, { link: '</api/people?cursor=2>; rel="next"' }, asked({ style: 'link' })).next).toEqual({
    url: 'https://people.example.com/api/people?cursor=2',
  });
});
