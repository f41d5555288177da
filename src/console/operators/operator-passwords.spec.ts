import { describe, expect, test } from '@jest/globals';
import { SeededChance } from '../../../test/kernel/manual-clock.js';
import { Problem } from '../../kernel/errors.js';
import { OperatorPasswords, requireGoodPassword } from './operator-passwords.js';

const eva = { email: 'Eva.Lang@example.com', name: 'Eva Lang' };

async function refusal(password: string, of = eva): Promise<string | undefined> {
  try {
    await requireGoodPassword(password, of);
    return undefined;
  } catch (error) {
    return error instanceof Problem ? error.detail : String(error);
  }
}

describe('a password', () => {
  test.each(['correct horse battery', 'zwölf Zeichen', '🔑🚪🏨🛎️🧳🛏️🔔🗝️🪟🧾', 'x'.repeat(200) + 'abcde'])(
    '"%s" is good',
    async (password) => {
      expect(await refusal(password)).toBeUndefined();
    },
  );

  test.each<[string, RegExp]>([
    ['elevenchars', /12 to 256 characters/],
    ['x'.repeat(257), /12 to 256 characters/],
    ['aaaabbbbccccdddd', /5 different/],
    ['1qaz2wsx3edc', /first that others try/],
    ['Password2026!', /first that others try/],
    ['P4ssw0rd!!!!!', /first that others try/],
    ['qwertyqwerty', /first that others try/],
    ['1234567890qwerty', /first that others try/],
    ['my-eva.lang@example.com', /must not contain/],
    ['EVA.LANG-2026!', /must not contain/],
    ['i am eva lang!', /must not contain/],
  ])('"%s" is not', async (password, why) => {
    expect(await refusal(password)).toMatch(why);
  });

  test('may contain a name so short that many words do', async () => {
    expect(await refusal('a long evening', { email: 'eve@example.com', name: 'Eve' })).toBeUndefined();
  });
});

describe('a hash', () => {
  const passwords = new OperatorPasswords(new SeededChance());

  test('is argon2id of 19 MiB and two passes, with a salt of its own, and knows its password alone', async () => {
    const [one, other] = await Promise.all([
      passwords.hash('correct horse battery'),
      passwords.hash('correct horse battery'),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(other).not.toBe(one);
    expect(await passwords.isRight(one, 'correct horse battery')).toBe(true);
    expect(await passwords.isRight(one, 'correct horse batterx')).toBe(false);
    expect(await passwords.isRight(null, 'correct horse battery')).toBe(false);
  });

  test('is the same for both ways of writing an umlaut', async () => {
    expect(await passwords.isRight(await passwords.hash('zwo\u0308lf Zeichen'), 'zw\u00f6lf Zeichen')).toBe(true);
  });

  test('is not waited for without end', async () => {
    const crowd = new OperatorPasswords(new SeededChance('crowd'));
    const answers = await Promise.allSettled(Array.from({ length: 80 }, () => crowd.hash('correct horse battery')));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(64);
    expect(answers.flatMap((each) => (each.status === 'rejected' ? [(each.reason as Problem).kind] : []))).toEqual(
      Array.from({ length: 16 }, () => 'unavailable'),
    );
    expect(await crowd.hash('correct horse battery')).toMatch(/^\$argon2id/);
  });
});
