import { expect, test } from '@jest/globals';
import { nestsDeeper, unstorableTexts } from './unstorable.js';

test('texts and names that cannot be stored are pointed at', () => {
  const value = {
    fine: 'grüß 😀',
    list: ['a', 'b\0c'],
    'a/b': { name: 'half \ud83d' },
    'n\udc00': 'x',
    'z\0': { inner: '\0' },
  };
  expect(unstorableTexts(value).map(({ pointer }) => pointer)).toEqual(['#/list/1', '#/a~1b/name', '#/n%3F', '#/z%00']);
});

test('nesting is counted outside of texts only', () => {
  const deep = (json: string, most: number) => nestsDeeper(Buffer.from(json), most);
  expect(deep('[[{"a":[]}]]', 4)).toBe(false);
  expect(deep('[[{"a":[]}]]', 3)).toBe(true);
  expect(deep(String.raw`["[[[[\"[[[["]`, 1)).toBe(false);
  expect(deep('[],[],[]', 1)).toBe(false);
});
