import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type AskedLogin, type LoginAnswer, LoginDoor } from '../../src/radius/door/login-door.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { radclient } from './radclient.js';
import { withFreeRadius } from './served-radius.js';

withFreeRadius('where FreeRADIUS forwards logins of people of directories', () => {
  const clock = new ManualClock();
  let door: LoginDoor;
  let asked: AskedLogin[] = [];
  let judge: (login: AskedLogin) => Promise<LoginAnswer>;

  beforeAll(async () => {
    door = await LoginDoor.open((login) => {
      asked.push(login);
      return judge(login);
    }, clock);
  });
  afterAll(() => door.close());

  const login = (password: string, secret = door.secret) =>
    radclient(
      door.port,
      'auth',
      [
        'User-Name = "größe"',
        `User-Password = "${password}"`,
        'NAS-Identifier = "house/lobby"',
        'Calling-Station-Id = "AA-BB-CC-00-11-22"',
        'Message-Authenticator = 0x00',
      ],
      secret,
    );

  test.each(['short', 'exactly sixteen!', 'longer than sixteen letters, with ü, and longer than thirty-two'])(
    'the password %j is read as it was shown; the answer names the account',
    async (password) => {
      judge = () => Promise.resolve({ isAccepted: true, username: 'größe-2' });
      expect(await login(password)).toMatchObject({
        packet: 'Access-Accept',
        attributes: { 'User-Name': 'größe-2' },
      });
      expect(asked.at(-1)).toEqual({
        client: 'house/lobby',
        username: 'größe',
        password,
        callingStationId: 'AA-BB-CC-00-11-22',
      });
    },
  );

  test('a refusal has reason and detail', async () => {
    judge = () => Promise.resolve({ isAccepted: false, reason: 'wrong_password', detail: 'Directory Staff: no' });
    expect(await login('guessed')).toMatchObject({
      packet: 'Access-Reject',
      attributes: { 'Filter-Id': 'wrong_password', 'Reply-Message': 'Directory Staff: no' },
    });
  });

  test('what fails here, and what takes too long, is answered as a directory that is away', async () => {
    judge = () => Promise.reject(new Error('no database'));
    expect((await login('any')).attributes).toMatchObject({ 'Filter-Id': 'provider_unavailable' });
    judge = () =>
      new Promise(() => {
        void clock.advance(8);
      });
    expect((await login('any')).attributes).toMatchObject({
      'Filter-Id': 'provider_unavailable',
      'Reply-Message': 'No directory answered in time',
    });
  });

  test('FreeRADIUS hears that it is there; without the secret nothing is heard, and nobody is asked', async () => {
    expect((await radclient(door.port, 'status', ['Message-Authenticator = 0x00'], door.secret)).packet).toBe(
      'Access-Accept',
    );
    asked = [];
    expect((await login('any', 'another-secret-of-24-chars')).packet).toBeNull();
    expect(asked).toEqual([]);
  });
});
