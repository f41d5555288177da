import { expect, test } from '@jest/globals';
import { SeededChance } from '../../../../test/kernel/manual-clock.js';
import { FidCrypt, opened, sealed } from './fias.fidcrypt.js';

const ownKey = 'AAECAwQFBgcICQoLDA0ODw==';

test('opens the cryptogram that the specification publishes', () => {
  const key = Buffer.from('GVDpVnl6qYlTQXQJZxXdbw==', 'base64');
  expect(opened('FidCryptAB;3k57hsoHm04fGEyaA3+UVw==oNTebC0J36LY8GV9azyhzw==', key)).toBe('170831102201');
});

test('seals date and time as the known vector says', () => {
  const iv = Buffer.from('EBESExQVFhcYGRobHB0eHw==', 'base64');
  expect(sealed('260514134500', Buffer.from(ownKey, 'base64'), iv)).toBe(
    'FidCryptAB;EBESExQVFhcYGRobHB0eHw==9aSDbyexHCv6vLtiZ1FC2Q==',
  );
});

test('takes the key with or without the prefix the installer sees, and never seals the same twice', () => {
  for (const text of [ownKey, `FidCrypt0S|${ownKey}`]) {
    const fidCrypt = new FidCrypt(text, new SeededChance());
    const [one, other] = [fidCrypt.cryptogram('260514134500'), fidCrypt.cryptogram('260514134500')];
    expect(one).not.toBe(other);
    expect([one, other].map((each) => opened(each, Buffer.from(ownKey, 'base64')))).toEqual([
      '260514134500',
      '260514134500',
    ]);
  }
});

test.each(['', 'FidCrypt0S|', 'c2hvcnQ=', 'not base64 at all'])('refuses %j before anything is connected', (key) => {
  expect(() => new FidCrypt(key, new SeededChance())).toThrow(
    expect.objectContaining({ code: 'settings_invalid', message: expect.stringContaining('auth_key') }),
  );
});
