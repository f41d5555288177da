import { expect, test } from '@jest/globals';
import { shown } from './shown.js';

test('what stands for a password is left out however deep it lies, and that one was set is told', () => {
  expect(
    shown({
      username: '412-novakova',
      passwordFingerprint: 'f',
      nested: [{ secretSealed: 's', groupName: 'VIP' }],
      password: 'set',
    }),
  ).toEqual({ username: '412-novakova', nested: [{ group_name: 'VIP' }], password: 'set' });
  expect(shown({ password: 'Sommer2026' })).toEqual({});
  expect(shown(null)).toBeNull();
});
