import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AccessPointLoad } from '../../bench/radius/access-points.js';
import { accessRequest, codes } from '../../bench/radius/packets.js';
import { eventually } from '../kernel/manual-clock.js';
import { sharedSecret } from './around.js';
import { RadiusRig } from './radius-rig.js';
import { type Served, withFreeRadius } from './served-radius.js';

const password = 'Sommer 2026!';
const accessPoints = 8;
/** An access point takes silence of this time for a dead server, and asks its second one. */
const patienceSeconds = 2;

withFreeRadius('two servers, one of which is restarted while people sign in', () => {
  let rig: RadiusRig;
  let second: Served;
  let points: AccessPointLoad[];

  beforeAll(async () => {
    rig = await RadiusRig.open();
    second = await rig.another(rig.world.fresh.url);
    points = await Promise.all(Array.from({ length: accessPoints }, () => AccessPointLoad.open('127.0.0.1')));
    for (let point = 0; point < accessPoints; point += 1)
      await rig.post('/users', { username: `guest.${point}`, password });
  });
  afterAll(async () => {
    for (const point of points) point.close();
    await second.server.stop();
    await rig.close();
  });

  test('no login is lost, and those that the first one left are with the second', async () => {
    const answers: (number | undefined)[] = [];
    const byServer = [0, 0];
    let isOver = false;
    const signIn = async (point: AccessPointLoad, index: number): Promise<void> => {
      const visitor = { username: `guest.${index}`, password, mac: `AA-BB-CC-00-00-0${index}` };
      const make = (id: number) => accessRequest(id, visitor, sharedSecret);
      while (!isOver) {
        let answer: Buffer | undefined;
        // The first, once more, then the second; twice, as access points do.
        for (const port of [rig.auth, rig.auth, second.auth, rig.auth, second.auth]) {
          answer = await point.ask(port, make, patienceSeconds);
          if (!answer) continue;
          byServer[port === rig.auth ? 0 : 1] += 1;
          break;
        }
        answers.push(answer?.[0]);
      }
    };
    const load = Promise.all(points.map(signIn));
    const answered = (more: number) => {
      const from = answers.length;
      return eventually(`${more} more are answered`, () => answers.length >= from + more);
    };
    await answered(50);
    await rig.server.stop();
    const bySecond = byServer[1];
    await eventually('the second one serves', () => byServer[1] >= bySecond + accessPoints);
    await rig.server.serve();
    await answered(50);
    isOver = true;
    await load;
    expect(answers.filter((code) => code !== codes.accessAccept)).toEqual([]);
    expect(byServer[1]).toBeGreaterThanOrEqual(accessPoints);
    // Each is in the log, also where an access point asked twice.
    expect((await rig.log()).filter(({ outcome }) => outcome === 'accepted').length).toBeGreaterThanOrEqual(
      answers.length,
    );
  });
});
