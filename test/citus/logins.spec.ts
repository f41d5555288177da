import { afterEach, expect, test } from '@jest/globals';
import { radiusHere, RadiusProcess } from '../e2e/radius-process.js';
import { until } from '../e2e/until.js';
import { sharedSecret } from '../radius/around.js';
import { withFreeRadius } from '../radius/served-radius.js';
import { signingIn } from './signing-in.js';
import { twoHouses } from './two-houses.js';
import { withCitus } from './with-citus.js';

// Last begun, first ended; also when the test ran out of time.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
}, 60_000);

const password = 'Sommer 2026!';
/** An access point asks five times, every three seconds. */
const mostSeconds = 15;

withCitus('logins while an organization is moved', () => {
  withFreeRadius('by PAP and PEAP, of that organization and of another', () => {
    test('everybody is let in while access points ask, nobody is refused, each is written down once', async () => {
      const { placements, environment, service, houses } = await twoHouses(closing);
      for (const [index, house] of houses.entries()) {
        const clients = [{ address: `127.0.0.${index + 2}`, short_name: 'ap', secret: sharedSecret }];
        const headers = { 'x-organization-id': house };
        expect((await service.call('POST', '/networks', { name: 'House', clients }, headers)).status).toBe(201);
        expect((await service.call('POST', '/users', { username: 'anna', password }, headers)).status).toBe(201);
      }
      const { auth, settings } = await radiusHere();
      const radius = RadiusProcess.start({ ...environment, ...settings });
      closing.push(() => radius.stop());
      await radius.answers();

      const people = houses.map((_, index) => signingIn(auth, `127.0.0.${index + 2}`, 'anna', password));
      closing.push(...people.map(({ stop }) => stop));
      const ways = houses.flatMap((_, index) => (['PAP', 'PEAP'] as const).map((method) => ({ index, method })));
      const letIn = ({ index, method }: (typeof ways)[number]) =>
        people[index].tried.filter((each) => each.method === method && each.packet === 'Access-Accept').length;
      const allAreLetIn = async (when: string) => {
        const begun = performance.now();
        const soFar = ways.map(letIn);
        await until(`people are let in ${when}`, () => ways.every((way, number) => letIn(way) > soFar[number]));
        return (performance.now() - begun) / 1000;
      };
      await allAreLetIn('at first');
      const steps = {
        moved: () => placements.move(houses[0], 12),
        isolated: () => placements.isolate(houses[0]),
        rebalanced: () => placements.rebalance(),
      };
      // A rebalance moves both in one transaction, for longer than access points ask.
      let triedBeforeBoth = 0;
      for (const [when, step] of Object.entries(steps)) {
        if (when === 'rebalanced') triedBeforeBoth = people[1].tried.length;
        const begun = performance.now();
        await step();
        const took = (performance.now() - begun) / 1000;
        const waited = await allAreLetIn(when);
        process.stdout.write(`logins: ${when} in ${took} s, all are let in ${waited} s later\n`);
        expect(waited).toBeLessThan(mostSeconds);
      }
      for (const [index, house] of houses.entries()) {
        const tried = await people[index].stop();
        expect(tried.filter(({ packet }) => packet === 'Access-Reject')).toEqual([]);
        const written = await placements.rows<{ outcome: string; method: string; lines: number }>(
          `select outcome, auth_method as method, count(*)::int as lines from authentication_log
           where organization_id = $1 group by 1, 2 order by 2, 1`,
          [house],
        );
        const heard = ways.filter((way) => way.index === index);
        // Whoever gave up may have been let in a moment later: that is written down, and he does not hear it.
        const gaveUp = heard.map((way) => tried.filter(({ method }) => method === way.method).length - letIn(way));
        expect(written.map(({ outcome, method }) => ({ outcome, method }))).toEqual(
          heard.map(({ method }) => ({ outcome: 'accepted', method })),
        );
        for (const [n, { lines }] of written.entries()) {
          expect(lines).toBeGreaterThanOrEqual(letIn(heard[n]));
          expect(lines).toBeLessThanOrEqual(letIn(heard[n]) + gaveUp[n]);
        }
      }
      const besideOne = people[1].tried.slice(0, triedBeforeBoth);
      const longest = Math.max(...besideOne.map(({ seconds }) => seconds));
      process.stdout.write(`logins: those of the other one waited ${longest} s at most while one was moved alone\n`);
      expect(besideOne.length).toBeGreaterThan(10);
      expect(besideOne.filter(({ packet }) => packet !== 'Access-Accept')).toEqual([]);
      expect(service.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
    }, 600_000);
  });
});
