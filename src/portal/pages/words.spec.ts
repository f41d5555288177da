import { expect, test } from '@jest/globals';
import { isolated, say } from './words.js';

test('in Arabic, names, prices and numbers of phones keep their signs on their own side; codes stay bare', () => {
  expect(isolated('ar', '4.90 €')).toBe('\u20684.90 €\u2069');
  expect(say('ar', 'help', { support: 'Reception, dial 9' })).toContain('\u2068Reception, dial 9\u2069');
  expect(say('ar', 'codeText', { phone: '+43 660 1234567' })).toContain('\u2068+43 660 1234567\u2069');
  expect(say('ar', 'smsText', { portal: 'Lindenhof', code: '123456' })).not.toContain('\u2068123456');
  expect(isolated('de', 'Lindenhof, 4.90 €')).toBe('Lindenhof, 4.90 €');
});
