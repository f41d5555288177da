import { expect, test } from '@jest/globals';
import { origins } from './load-settings.js';

test('origins are read as browsers send them, each once', () => {
  expect(origins('')).toEqual([]);
  expect(origins('https://desk.example.com, http://localhost:5173,https://desk.example.com')).toEqual([
    'https://desk.example.com',
    'http://localhost:5173',
  ]);
  expect(origins(' * ')).toEqual(['*']);
});

test.each([
  'desk.example.com',
  'https://desk.example.com/',
  'https://desk.example.com/app',
  'https://desk.example.com:443',
  'https://Desk.example.com',
  'https://*.example.com',
  'null',
  'ftp://x',
])('%s is none', (text) => {
  expect(() => origins(text)).toThrow(`not "${text}"`);
});

test('* stands alone', () => {
  expect(() => origins('*, https://desk.example.com')).toThrow('not "*"');
});
