import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { ModuleRef } from '@nestjs/core';
import pg from 'pg';
import { SessionEnder } from '../../src/console/sessions/session-ender.js';
import { SessionsModule } from '../../src/console/sessions/sessions.module.js';
import { wakeUpChannel, WakeUps } from '../../src/database/wake-ups.js';
import { Chance } from '../../src/kernel/chance.js';
import { Clock } from '../../src/kernel/clock.js';
import { Ids } from '../../src/kernel/ids.js';
import { Log } from '../../src/kernel/log.js';
import { WakeUpRelay } from '../../src/database/wake-up-relay.js';
import type { JsonBody } from '../http/http-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { AccessPoint } from './access-point.js';
import { over, signIn } from './radclient.js';
import { RadiusRig } from './radius-rig.js';
import { withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';

/** Looks once and then, of itself, not again while these tests last. */
class RarelyLooking extends SessionEnder {
  protected override readonly everyMilliseconds = 3_600_000;
  roundsOver = 0;

  override async round(signal: AbortSignal): Promise<void> {
    await super.round(signal);
    this.roundsOver += 1;
  }
}

withFreeRadius('a session that is to end is looked at when the change is committed', () => {
  let rig: RadiusRig;
  let ap: AccessPoint;
  let line: WakeUpRelay;
  let ender: RarelyLooking;
  let other: pg.Client;
  let heard: string[];

  beforeAll(async () => {
    rig = await RadiusRig.open();
    const { app, fresh } = rig.world;
    ap = await AccessPoint.open();
    const { clients } = (await rig.world.call('GET', `/networks/${rig.networkId}`)).body;
    await rig.patch(`/networks/${rig.networkId}`, {
      clients: clients.map(({ id, address, short_name, vendor }: JsonBody) => ({
        id,
        address,
        short_name,
        vendor,
        coa_port: ap.port,
        require_message_authenticator: 0,
      })),
    });
    line = new WakeUpRelay(
      fresh.database,
      app.get(WakeUps),
      fresh.url,
      app.get(Clock),
      app.get(Chance),
      app.get(Ids),
      app.get(Log),
    );
    line.start();
    ender = await app.select(SessionsModule).get(ModuleRef, { strict: true }).create(RarelyLooking);
    ender.start();
    other = new pg.Client({ connectionString: fresh.url, options: '-c usher.organization_id=*' });
    other.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await other.connect();
    await other.query(`listen ${wakeUpChannel}`);
    await eventually('the line is up and the first look is over', () => line.isConnected && ender.roundsOver === 1);
  });
  afterAll(async () => {
    await other.end();
    await ender.stop();
    await line.stop();
    ap.close();
    await rig.close();
  });
  beforeEach(() => {
    heard = [];
  });

  /** A user who is signed in, with an open session. */
  async function online(username: string): Promise<string> {
    const { id } = await rig.post('/users', { username, password });
    const { attributes } = await signIn(rig.auth, username, password);
    await rig.account(
      over(
        [
          'Acct-Status-Type = Start',
          `Acct-Session-Id = "of ${username}"`,
          `User-Name = "${username}"`,
          'NAS-Identifier = "lobby"',
          'NAS-IP-Address = 10.0.0.7',
          'Calling-Station-Id = "AA-BB-CC-00-11-22"',
        ],
        [`Class = ${attributes.Class}`],
      ),
    );
    return id;
  }
  const isAsked = (username: string) => () => ap.asked.some(({ sessionId }) => sessionId === `of ${username}`);

  test('a check-out reaches the access point without anybody looking', async () => {
    await rig.patch(`/users/${await online('guest.212')}`, { disabled: 1 });
    await eventually('the access point was asked', isAsked('guest.212'));
  });

  test('so does one that another process made, whatever that is', async () => {
    await other.query('update users set disabled = true where id = $1', [await online('guest.213')]);
    await eventually('the access point was asked', isAsked('guest.213'));
  });

  test('what changed no open session rings nowhere, and a change of many rings once', async () => {
    const users = await Promise.all(['one', 'two', 'three'].map(online));
    const { id: elsewhere } = await rig.post('/users', { username: 'elsewhere', password });
    await rig.patch(`/users/${elsewhere}`, { disabled: 1 });
    await rig.patch(`/users/${users[0]}`, { first_name: 'Anna' });
    await other.query('begin');
    await other.query('update users set disabled = true where id = $1', [users[0]]);
    await other.query('update users set disabled = true where id = any ($1)', [users.slice(1)]);
    await other.query('commit');
    await eventually('all are asked', () => ['one', 'two', 'three'].every((each) => isAsked(each)()));
    // What was committed before has been heard before.
    expect(heard).toEqual([expect.stringContaining('sessions')]);
  });
});
