import { afterEach, expect, test } from '@jest/globals';
import { machineMilliseconds } from '../kernel/machine-time.js';
import { PatroniCluster, withPatroni } from '../database/patroni-cluster.js';
import { sharedSecret } from '../radius/around.js';
import { signIn } from '../radius/radclient.js';
import { withFreeRadius } from '../radius/served-radius.js';
import { VisitorDesk } from '../simulators/webhook/visitor-desk.js';
import { deskMapping, standardSecret } from '../webhook/webhook-rig.js';
import { brokenStories } from './accounts.js';
import { DataFolder } from './data-folder.js';
import { radiusHere, RadiusProcess } from './radius-process.js';
import { type RunningService, startService } from './service.js';
import { pause, until } from './until.js';

// Last begun, first ended; also when the test ran out of time.
const closing: (() => unknown)[] = [];
afterEach(async () => {
  while (closing.length > 0) await closing.pop()?.();
});

const perSecond = 50;
const secondsBefore = 3;
const secondsAfter = 15;
const mostMilliseconds = 30_000;

/** Visitors who arrive at a steady rate, each told once, whatever is answered; gives the answers by mail address. */
async function arrivals(url: string, seconds: number, at: (second: number) => void): Promise<Map<string, number>> {
  const answers = new Map<string, number>();
  const told: Promise<void>[] = [];
  const begun = performance.now();
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const late = begun + (index * 1000) / perSecond - performance.now();
    if (late > 1) await pause(late);
    if (index % perSecond === 0) at(index / perSecond);
    const desk = new VisitorDesk({ url, signing: 'standard-webhooks', secret: standardSecret, attempts: 1 });
    const email = `guest-${index}@example.com`;
    desk.post({
      event: { type: 'arrival', at: new Date().toISOString() },
      site: 'HQ',
      visit: { id: `v${index}`, kind: 'Guest', nda: true, guest: { name: 'Ada Lovelace', email } },
    });
    told.push(desk.flush().then(() => void answers.set(email, desk.answers[0])));
  }
  await Promise.all(told);
  return answers;
}

withPatroni('a primary that is killed', () => {
  withFreeRadius('under 50 events a second', () => {
    test('loses nothing that was acknowledged, grants nothing twice, and logins go on', async () => {
      const cluster = await PatroniCluster.start();
      closing.push(() => cluster.stop());
      await cluster.sql('create role usher login createrole');
      await cluster.sql('create database usher owner usher');
      const folder = await DataFolder.make();
      closing.push(() => folder.remove());
      const environment = { DATABASE_URL: cluster.url('usher', 'usher'), USHER_DATA_DIR: folder.path };
      const services: RunningService[] = [];
      for (const role of ['api', 'worker']) {
        const service = await startService({ ...environment, USHER_ROLE: role });
        closing.push(() => service.kill());
        services.push(service);
      }
      const [api] = services;
      const clients = [{ address: '127.0.0.1', short_name: 'ap', secret: sharedSecret }];
      expect((await api.call('POST', '/networks', { name: 'House', clients })).status).toBe(201);
      const anna = { username: 'anna', password: 'Sommer 2026!' };
      expect((await api.call('POST', '/users', anna)).status).toBe(201);
      const { auth, settings } = await radiusHere();
      const radius = RadiusProcess.start({ ...environment, ...settings });
      closing.push(() => radius.stop());
      await radius.answers();
      const isLetIn = async () => (await signIn(auth, anna.username, anna.password)).packet === 'Access-Accept';
      expect(await isLetIn()).toBe(true);
      const desk = await api.call('POST', '/connections', {
        name: 'Desk',
        connector: 'webhook',
        settings: { verifier: { type: 'standard-webhooks' }, mapping: deskMapping, time_zone: 'UTC', site: 'hq' },
        secrets: { secret: standardSecret },
        access: { preset: 'visitor-user', deliver: [] },
        target: { console: 'built-in' },
        enabled: true,
      });
      expect(desk.status).toBe(201);

      let isOver: Promise<number> | undefined;
      const answers = await arrivals(
        `${api.url}/hooks/${String(desk.body.id)}`,
        secondsBefore + secondsAfter,
        (now) => {
          if (now !== secondsBefore) return;
          isOver = machineMilliseconds(() => cluster.failOver().then(() => until('logins work again', isLetIn)));
        },
      );
      expect(await isOver).toBeLessThan(mostMilliseconds);
      for (const { url } of services)
        await until(
          'it is ready',
          async () => ((await (await fetch(`${url}/readyz`)).json()) as { status: string }).status === 'ready',
        );

      const acknowledged = [...answers].filter(([, status]) => status >= 200 && status < 300).map(([email]) => email);
      // Some before, some after, or nothing was shown.
      expect(acknowledged.length).toBeGreaterThan(perSecond * secondsBefore);
      const users = () => cluster.sql<{ username: string }>('select username from users', 'usher');
      let names: string[] = [];
      await until('who was acknowledged has an account', async () => {
        names = (await users()).map(({ username }) => username);
        return acknowledged.every((email) => names.includes(email));
      }).catch((error: unknown) => {
        throw new Error(`${String(error)}: ${acknowledged.filter((email) => !names.includes(email)).join()}`);
      });
      expect(names.length).toBe(new Set(names).size);
      const log = `select identity_id as identity, kind, before, after from provision_log
        where status = 'done' order by at, id`;
      expect(brokenStories(await cluster.sql(log, 'usher'))).toEqual([]);
      const failed = answers.size - acknowledged.length;
      process.stdout.write(`failover: ${await isOver} s until logins, ${failed} of ${answers.size} events refused\n`);
    });
  });
});
