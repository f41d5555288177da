import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../kernel/manual-clock.js';
import { DatabaseWay } from './database-way.js';
import { attempt } from './eapol.js';
import { type Heard, radclient, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { type Served, withFreeRadius } from './served-radius.js';

/** Half a minute in CI; what happens is the same after the first timeouts. */
const seconds = process.env.CI ? 30 : 5;
const password = 'Sommer 2026!';

withFreeRadius(`while the database is away for ${seconds} s`, () => {
  let rig: RadiusRig;
  const down: { readonly served: Served; readonly way: DatabaseWay; readonly name: string }[] = [];

  beforeAll(async () => {
    rig = await RadiusRig.open();
    for (const name of ['refusing', 'silent']) {
      await rig.post('/users', { username: name, password });
      const way = await DatabaseWay.open(rig.world.fresh.url);
      const url = new URL(rig.world.fresh.url);
      url.port = String(way.port);
      down.push({ served: await rig.another(url.href), way, name });
    }
  });
  afterAll(async () => {
    for (const { served, way } of down) {
      await served.server.stop();
      await way.close();
      rmSync(served.runFolder, { recursive: true, force: true });
    }
    await rig.close();
  });

  const start = (port: number, username: string) =>
    radclient(port, 'acct', [
      'Acct-Status-Type = Start',
      `Acct-Session-Id = "of ${username}"`,
      `User-Name = "${username}"`,
      'NAS-Identifier = "lobby"',
      'Calling-Station-Id = "AA-BB-CC-00-11-22"',
    ]);

  test('during an outage nobody is answered, refused or logged; afterwards logins work by themselves', async () => {
    const heard: Heard[] = [];
    await Promise.all(
      down.map(async ({ served, way, name }) => {
        expect((await signIn(served.auth, name, password)).packet).toBe('Access-Accept');
        if (name === 'refusing') way.refuse();
        else way.silence();
        const until = Date.now() + seconds * 1000;
        const joining = attempt(served.auth, [
          'eap=PEAP',
          `identity="${name}"`,
          `password="${password}"`,
          'phase2="auth=MSCHAPV2"',
        ]);
        while (Date.now() < until)
          heard.push(
            ...(await Promise.all([
              signIn(served.auth, name, password),
              signIn(served.auth, name, 'guessed'),
              start(served.acct, name),
            ])),
          );
        const joined = await joining;
        // The tunnel needs no database, what is asked in it does.
        expect([
          joined.includes('code=11 (Access-Challenge)'),
          joined.includes('code=3 (Access-Reject)'),
          joined.includes('code=2 (Access-Accept)'),
        ]).toEqual([true, false, false]);
        way.reopen();
        await eventually(
          `logins work again: ${name}`,
          async () => (await signIn(served.auth, name, password)).packet === 'Access-Accept',
        );
        // The access point keeps what was not acknowledged and sends it again.
        expect((await start(served.acct, name)).packet).toBe('Accounting-Response');
      }),
    );
    expect(heard.map(({ packet }) => packet)).toEqual(heard.map(() => null));
    // A question that the silence held back may be answered at its end, for what it was.
    expect(
      (await rig.log()).filter(({ outcome, reason }) => outcome === 'rejected' && reason !== 'wrong_password'),
    ).toEqual([]);
  });
});
