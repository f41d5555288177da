import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { JsonListSplitter, type RawPart } from './json-list-splitter.js';

/** The body in pieces of these lengths, then the rest. */
function split(
  body: string,
  lengths: readonly number[] = [],
  size = 3,
): { parts: RawPart[]; rest: unknown; elements: unknown[] } {
  const splitter = new JsonListSplitter({ member: 'rows', size });
  const parts: RawPart[] = [];
  let left = Buffer.from(body);
  for (const length of lengths) {
    parts.push(...splitter.push(left.subarray(0, length)));
    left = left.subarray(length);
  }
  parts.push(...splitter.push(left));
  return {
    parts,
    rest: JSON.parse(splitter.rest().toString()),
    elements: parts.flatMap(({ json }) => JSON.parse(json.toString()) as unknown[]),
  };
}

const lengths = fc.array(fc.nat(12), { maxLength: 40 });
const body = fc.record(
  {
    rows: fc.array(fc.jsonValue({ maxDepth: 3 }), { maxLength: 12 }),
    atomic: fc.jsonValue(),
    'ro"ws': fc.jsonValue(),
    '': fc.constant('rows'),
  },
  { requiredKeys: ['rows'] },
);
const blanks = fc.constantFrom(undefined, 1, '\t');

test('however a body arrives, its list comes out in parts and the rest without it', () => {
  fc.assert(
    fc.property(body, lengths, blanks, (value, pieces, indent) => {
      const { parts, rest, elements } = split(JSON.stringify(value, null, indent), pieces);
      expect(elements).toEqual(JSON.parse(JSON.stringify(value.rows)));
      expect(rest).toEqual(JSON.parse(JSON.stringify({ ...value, rows: [] })));
      expect(parts.map(({ from }) => from)).toEqual(parts.map((_, index) => index * 3));
      for (const { count, json } of parts) expect(JSON.parse(json.toString())).toHaveLength(count);
    }),
    { numRuns: 500 },
  );
});

test('a body with one byte changed or missing is taken exactly when it is JSON', () => {
  const random = fc.tuple(body, fc.nat(), fc.constantFrom('', ',', ']', '[', '}', '{', '"', '\\', '1', ':'), lengths);
  fc.assert(
    fc.property(random, ([value, where, other, pieces]) => {
      const text = JSON.stringify(value);
      const at = where % text.length;
      const changed = text.slice(0, at) + other + text.slice(at + 1);
      expect(isTaken(() => split(changed, pieces))).toBe(isTaken(() => JSON.parse(changed)));
    }),
    { numRuns: 2000 },
  );
});

function isTaken(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch {
    return false;
  }
}

test('the member is known by its name, however that is spelt, and only at the outermost level', () => {
  expect(split(String.raw`{"r\u006fws": [1, 2]}`)).toMatchObject({ elements: [1, 2], rest: { rows: [] } });
  expect(split('{"inner": {"rows": [1]}, "rows": []}')).toMatchObject({ elements: [], rest: { inner: { rows: [1] } } });
  expect(split('{"rows": {"rows": [1]}}')).toMatchObject({ elements: [], rest: { rows: { rows: [1] } } });
  expect(split('["rows", 1]')).toMatchObject({ elements: [], rest: ['rows', 1] });
});

test.each([
  '{"rows":[1],"rows":[2]}',
  '{"rows":[1,]}',
  '{"rows":[,1]}',
  '{"rows":[1,2,3,]}',
  '{"rows":[1',
  '{"rows":[1}',
  `{"rows":${'['.repeat(80)}`,
])('%s is refused', (text) => {
  expect(() => split(text)).toThrow();
});
