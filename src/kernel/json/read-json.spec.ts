import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cpuMilliseconds } from '../../../test/kernel/cpu-time.js';
import { type JsonLimits, NotJson, readJson } from './read-json.js';

const strict: JsonLimits = { deepest: 20, namesOnce: true, reservedNames: 'all', storable: true };
const names: JsonLimits = { deepest: 64, namesOnce: true };

function refusal(text: string | Buffer, limits: JsonLimits, elementPointer?: (index: string) => string) {
  try {
    readJson(Buffer.from(text), limits, elementPointer);
    return undefined;
  } catch (error) {
    if (error instanceof NotJson) return error;
    throw error;
  }
}

function read(text: string): unknown {
  return refusal(text, strict)?.message ?? readJson(Buffer.from(text), strict);
}

test.each<[string | Buffer, RegExp]>([
  ['', /not JSON/],
  ['{"a":1', /not JSON/],
  ['{"a":1}x', /not JSON/],
  ['"open', /not JSON/],
  ['{"\\u12":1}', /not JSON/],
  [']', /not JSON/],
  ['{"a":1,"a":2', /not JSON/],
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
  expect(refusal(text, strict)?.message).toMatch(problem);
});

test('the same name in different objects, brackets in texts and 20 levels are plain', () => {
  const text = '{"a":{"x":"}{[\\"]:"},"b":[{"x":1},{"x":2}],"c":"__proto__"}';
  expect(read(text)).toEqual(JSON.parse(text));
  expect(read('['.repeat(20) + ']'.repeat(20))).toBeInstanceOf(Array);
  expect(readJson(Buffer.from(String.raw`["[[[[\"[[[["]`), { deepest: 1 })).toEqual(['[[[["[[[[']);
});

test('a byte order mark is no part of the text', () => {
  expect(read('\ufeff{"a":1}')).toEqual({ a: 1 });
});

test('without limits, JSON is read as JSON.parse reads it', () => {
  expect(readJson(Buffer.from('{"a":1,"a":2,"constructor":"\\u0000"}'), { deepest: 1 })).toEqual({
    a: 2,
    constructor: '\0',
  });
});

test.each([
  ['{"__proto__":1}', true],
  ['{"constructor":{"prototype":{}}}', true],
  ['{"constructor":1,"prototype":2}', false],
  ['{"constructor":[{"prototype":1}]}', false],
])('whether a name in %s reaches into a prototype: %s', (text, isRefused) => {
  expect(refusal(text, { deepest: 64, reservedNames: 'reaching' }) !== undefined).toBe(isRefused);
});

test.each([
  ['{"disabled":1,"disabled":0}', '#/disabled'],
  ['{"a":{"b":[0,{"c":1,"d":2,"c":3}]}}', '#/a/b/1/c'],
  ['[{"x":1},{"x":1},{"x":{}, "x" : []}]', '#/2/x'],
  [String.raw`{"a":1,"\u0061":2}`, '#/a'],
  [String.raw`{"a\"b":1,"a/b":2,"a\"b":3}`, '#/a%22b'],
  ['{"a":{"a":1},"b":"a","a":2}', '#/a'],
  [`{${Array.from({ length: 40 }, (_, index) => `"n${index}":${index}`).join(',')},"n3":0}`, '#/n3'],
])('%s names a member twice', (json, pointer) => {
  expect(refusal(json, names)?.problems.map((each) => each.pointer)).toEqual([pointer]);
});

test.each([
  '{"a":{"a":{"a":1}},"b":["a","a",{"a":1},{"a":1}]}',
  String.raw`{"a":"\"a\":1,\"a\":2","b":"\\"}`,
  String.raw`{"\\":"a","a\\":"a","a":"\\\\"}`,
  '"a"',
  '5',
  '[]',
  '{}',
  '{"":1," ":2}',
])('%s does not', (json) => {
  expect(refusal(json, names)).toBeUndefined();
});

test('an element of a part is pointed at by its place in the whole list', () => {
  const place = (index: string) => `#/operations/${500 + Number(index)}`;
  const pointers = (text: string) => refusal(text, strict, place)?.problems.map(({ pointer }) => pointer);
  expect(pointers('[{"op":1},{"op":1,"op":2}]')).toEqual(['#/operations/501/op']);
  expect(pointers(String.raw`[{"op":1},{"op":["\u0000"]}]`)).toEqual(['#/operations/501/op/0']);
});

test('texts and names that cannot be stored are pointed at', () => {
  const value = {
    fine: 'grüß 😀',
    list: ['a', 'b\0c'],
    'a/b': { name: 'half \ud83d' },
    'n\udc00': 'x',
    'z\0': { inner: '\0' },
  };
  expect(refusal(JSON.stringify(value), strict)?.problems.map(({ pointer }) => pointer)).toEqual([
    '#/list/1',
    '#/a~1b/name',
    '#/n%3F',
    '#/z%00',
  ]);
});

test('what JSON writes is read as it is, however it is laid out, and what is not JSON is said to be not', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10 }), fc.constantFrom(0, 1, '\t'), (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      if (/"(__proto__|constructor|prototype)"|\\u/.test(text)) return;
      expect(read(text)).toEqual(JSON.parse(text));
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

test('a member that is written once more is found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, seed) => {
      const members = Object.keys(object);
      const again = `${JSON.stringify(members[seed % members.length])}:null`;
      expect(refusal(`${JSON.stringify(object).slice(0, -1)},${again}}`, names)?.fault).toBe('repeated');
    }),
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

const alike = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, name: `Nov${id}`, note: 'a "b"\n', left: id % 2 === 0, on: null }));

test.each<[string, string, string | undefined]>([
  ['names a member twice', '{"id":4,"name":"x","note":"","left":true,"on":null,"id":5}', '#/data/4/id'],
  ['has the same name in place of another', '{"id":4,"name":"x","note":"","left":true,"left":null}', '#/data/4/left'],
  [
    'is as the others, with a text that looks like a member',
    '{"id":4,"name":"x","note":"\\",\\"id\\":","left":1,"on":0}',
    undefined,
  ],
  ['has an object within', '{"id":4,"name":"x","note":{"id":1},"left":{"id":2},"on":0}', undefined],
  ['has an object within that names a member twice', '{"id":4,"name":"x","note":{"a":1,"a":2}}', '#/data/4/note/a'],
])('a record among others that are alike and %s', (_, odd, pointer) => {
  const text = JSON.stringify({ data: alike(8) }).replace('{"id":4', `${odd},{"id":4`);
  expect(refusal(text, names)?.problems.map((each) => each.pointer)).toEqual(pointer && [pointer]);
  if (!pointer) expect(readJson(Buffer.from(text), strict)).toEqual(JSON.parse(text));
});

test('a record among others that are alike may be nested too deep, or long beyond any stack', () => {
  const [records] = [JSON.stringify(alike(8)).slice(0, -1)];
  const deep = `${records},{"id":${'['.repeat(30)}${']'.repeat(30)}}]`;
  expect(refusal(deep, strict)?.fault).toBe('depth');
  const long = `${records},{"id":1,"name":"${String.raw`\n`.repeat(5_000_000)}","note":"","left":1,"on":2}]`;
  expect(refusal(long, strict)).toBeUndefined();
});

test('a member that is written once more in one of many records is found', () => {
  const members = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minKeys: 1 });
  fc.assert(
    fc.property(members, fc.nat(), fc.nat(20), (object, seed, place) => {
      const written = JSON.stringify(object);
      const all = Object.keys(object);
      const again = `${written.slice(0, -1)},${JSON.stringify(all[seed % all.length])}:null}`;
      const list = (odd: string) =>
        `[${Array.from({ length: 21 }, (_, at) => (at === place ? odd : written)).join(',')}]`;
      expect(refusal(list(written), names)).toBeUndefined();
      const problems = refusal(list(again), names)?.problems ?? [];
      expect(problems.map((each) => each.pointer.startsWith(`#/${place}/`))).toEqual([true]);
    }),
  );
});
