import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { repeatedMember } from './repeated-members.js';

const pointerIn = (json: string) => repeatedMember(json)?.pointer;

test.each([
  ['{"disabled":1,"disabled":0}', '#/disabled'],
  ['{"a":{"b":[0,{"c":1,"d":2,"c":3}]}}', '#/a/b/1/c'],
  ['[{"x":1},{"x":1},{"x":{}, "x" : []}]', '#/2/x'],
  [String.raw`{"a":1,"\u0061":2}`, '#/a'],
  [String.raw`{"a\"b":1,"a/b":2,"a\"b":3}`, '#/a%22b'],
  ['{"a":{"a":1},"b":"a","a":2}', '#/a'],
  [`{${Array.from({ length: 40 }, (_, index) => `"n${index}":${index}`).join(',')},"n3":0}`, '#/n3'],
])('%s names a member twice', (json, pointer) => {
  expect(pointerIn(json)).toBe(pointer);
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
  expect(pointerIn(json)).toBeUndefined();
});

test('what JSON.stringify writes never does, whatever is in it and however it is laid out', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom(0, 1, '\t'),
      (value, indent) => repeatedMember(JSON.stringify(value, null, indent)) === undefined,
    ),
  );
});

test('a member that is written once more is found', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, seed) => {
      const names = Object.keys(object);
      const again = `${JSON.stringify(names[seed % names.length])}:null`;
      return repeatedMember(`${JSON.stringify(object).slice(0, -1)},${again}}`) !== undefined;
    }),
  );
});

test('an element of a part is pointed at by its place in the whole list', () => {
  expect(repeatedMember('[{"op":1},{"op":1,"op":2}]', (index) => `#/operations/${500 + Number(index)}`)?.pointer).toBe(
    '#/operations/501/op',
  );
});
