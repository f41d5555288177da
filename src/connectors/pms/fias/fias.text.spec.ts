import iconv from 'iconv-lite';
import { expect, test } from '@jest/globals';
import { parseRecord, fieldOf, type FiasRecord } from './fias.record.js';
import { encodings } from './fias.settings.js';
import { bytesOf, encodingDoubt, decodedText } from './fias.text.js';
import { field } from './fias.wire.js';

test.each([
  ['gbk', '剕'],
  ['big5', '育'],
  ['shift_jis', 'ポ'],
] as const)('in %s a character whose second byte is the separator stays whole', (encoding, character) => {
  const frame = bytesOf(`GI|RN412|GN${character}|`, encoding);
  expect(frame.includes(Buffer.from(`${bytesOf(character, encoding).toString('latin1')}`, 'latin1'))).toBe(true);
  expect(bytesOf(character, encoding)[1]).toBe(0x7c);
  expect(fieldOf(parseRecord(decodedText(frame, encoding)) as FiasRecord, field.name)).toBe(character);
});

test.each(encodings)('%s is a code page that can be read', (encoding) => {
  expect(iconv.encodingExists(encoding)).toBe(true);
  expect(decodedText(bytesOf('GI|RN412|GNNova|', encoding), encoding)).toBe('GI|RN412|GNNova|');
});

test.each([
  ['windows-1250', 'utf-8', 'does not send UTF-8'],
  ['utf-8', 'windows-1252', 'seems to send UTF-8'],
  ['utf-8', 'gbk', 'seems to send UTF-8'],
] as const)('names in %s read as %s raise a doubt', (sent, set, words) => {
  expect(encodingDoubt(bytesOf('GI|GNNováková|', sent), set)).toContain(words);
});

test.each([
  ['utf-8', 'Nováková'],
  ['windows-1250', 'Nováková'],
  ['gbk', '李伟'],
  ['utf-8', 'Smith'],
] as const)('names in the set %s raise none', (encoding, name) => {
  expect(encodingDoubt(bytesOf(`GI|GN${name}|`, encoding), encoding)).toBeNull();
});

test('question marks inside a name mean that the interface lost letters', () => {
  expect(encodingDoubt(Buffer.from('GI|GNNov?kov?|'), 'utf-8')).toContain('question marks');
});
