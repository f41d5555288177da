import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cpuMilliseconds } from '../../../test/kernel/cpu-time.js';
import { NotPlainJson, strictJson } from './strict-json.js';

const read = (text: string | Buffer): unknown => {
  try {
    return strictJson(Buffer.from(text));
  } catch (error) {
    if (error instanceof NotPlainJson) return error.message;
    throw error;
  }
};

test.each<[string | Buffer, RegExp]>([
  ['', /not JSON/],
  ['{"a":1', /not JSON/],
  ['{"a":1}x', /not JSON/],
  ['"open', /not JSON/],
  ['{"\\u12":1}', /not JSON/],
  [']', /not JSON/],
  ['{"a":1,"a":2}', /twice/],
  ['{"a":{"b":1,"\\u0062":2}}', /twice/],
  ['[{"x":1},{"x":1,"x" :2}]', /twice/],
  ['{"__proto__":{"admin":true}}', /__proto__/],
  ['{"a":[{"constructor":1}]}', /__proto__/],
  ['{"\\u005f_proto__":1}', /__proto__/],
  ['{"prototype":1}', /__proto__/],
  ['['.repeat(21) + ']'.repeat(21), /20 levels/],
  ['{"a":'.repeat(21) + '1' + '}'.repeat(21), /20 levels/],
  ['['.repeat(260_000), /20 levels/],
  [Buffer.from([0x22, 0xff, 0x22]), /UTF-8/],
  [Buffer.from([0xed, 0xa0, 0x80]), /UTF-8/],
])('%j is refused with what is wrong', (text, problem) => {
  expect(read(text)).toMatch(problem);
});

test('the same name in different objects, brackets in texts and 20 levels are plain', () => {
  const text = '{"a":{"x":"}{[\\"]:"},"b":[{"x":1},{"x":2}],"c":"__proto__"}';
  expect(read(text)).toEqual(JSON.parse(text));
  expect(read('['.repeat(20) + ']'.repeat(20))).toBeInstanceOf(Array);
});

test('what JSON writes is read as it is, and what is not JSON is said to be not', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 10 }), (text) => {
      if (/"(__proto__|constructor|prototype)"/.test(text)) return;
      expect(read(text)).toEqual(JSON.parse(Buffer.from(text).toString()));
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      let plain: unknown = /not JSON|twice|__proto__|levels/;
      try {
        plain = JSON.parse(text);
      } catch {
        /* expected to be refused */
      }
      if (plain instanceof RegExp) expect(read(text)).toMatch(plain);
      else expect(read(text)).toEqual(plain);
    }),
    { numRuns: 500 },
  );
});

test('a body of 256 KiB full of names, or of brackets and quotes, costs little', () => {
  const bodies = [
    `{${Array.from({ length: 20_000 }, (_, index) => `"n${index}":0`).join(',')}}`,
    '[{"a":"\\\\"},'.repeat(20_000),
    '"'.repeat(262_144),
    ' '.repeat(262_144),
    `{"a"${' '.repeat(262_000)}}`,
  ];
  expect(
    cpuMilliseconds(() => {
      for (const body of bodies) read(body);
    }),
  ).toBeLessThan(2000);
});
