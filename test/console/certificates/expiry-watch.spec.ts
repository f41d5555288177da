import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ExpiringCertificate, ExpiryEvents } from '../../../src/console/certificates/expiry-events.js';
import { ExpiryWatch } from '../../../src/console/certificates/expiry-watch.js';
import { ExpiryWatchRepository } from '../../../src/console/certificates/expiry-watch.repository.js';
import type { Context } from '../../../src/kernel/context.js';
import { SilentLog } from '../../../src/kernel/log.js';
import { eventually, SeededChance } from '../../kernel/manual-clock.js';
import { type CertificateWorld, certificateWorld } from './certificate-world.js';

const day = 86_400;

class Told implements Pick<ExpiryEvents, 'announce'> {
  readonly heard: { organizationId: string; commonName: string; days: number }[] = [];
  failures = 0;

  async announce({ organizationId }: Context, expiring: readonly ExpiringCertificate[]): Promise<void> {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('nobody listens');
    }
    this.heard.push(
      ...expiring.map(({ certificate, days }) => ({ organizationId, commonName: certificate.commonName, days })),
    );
  }

  take(): string[] {
    return this.heard
      .splice(0)
      .map(({ commonName, days }) => `${commonName} ${days}`)
      .sort();
  }
}

let world: CertificateWorld;
let told: Told;
const watch = () =>
  new ExpiryWatch(
    world.app.get(ExpiryWatchRepository),
    told,
    world.fresh.database,
    world.clock,
    new SeededChance(),
    new SilentLog(),
  );
beforeAll(async () => {
  world = await certificateWorld();
  told = new Told();
});
afterAll(async () => {
  await world.close();
});

test('certificates are announced 30, 7 and 1 days before their end, once each, in every organization', async () => {
  const annex = await world.organization('Annex');
  await world.issued({ common_name: 'anna', validity_days: 40 });
  await world.issued({ common_name: 'berta', validity_days: 20 });
  await world.issued({ purpose: 'server', common_name: 'radius', validity_days: 40 }, annex.token);
  const revoked = await world.issued({ common_name: 'gone', validity_days: 40 });
  await world.call('DELETE', `/certificates/${revoked.id}`);

  expect(await watch().round()).toBe(0);
  await world.clock.advance(10 * day + 1);
  await Promise.all([watch().round(), watch().round(), watch().round()]);
  expect(new Set(told.heard.map(({ organizationId }) => organizationId))).toEqual(
    new Set([world.organizationId, annex.id]),
  );
  expect(told.take()).toEqual(['anna 30', 'radius 30']);
  expect(await watch().round()).toBe(0);
  await world.clock.advance(3 * day);
  await watch().round();
  expect(told.take()).toEqual(['berta 7']);
  await world.clock.advance(20 * day);
  await watch().round();
  // berta ended while nobody watched.
  expect(told.take()).toEqual(['anna 7', 'radius 7']);
  await world.clock.advance(6 * day);
  await watch().round();
  expect(told.take()).toEqual(['anna 1', 'radius 1']);
  await world.clock.advance(2 * day);
  expect(await watch().round()).toBe(0);
});

test('an announcement that failed is made in the next round', async () => {
  await world.issued({ common_name: 'late', validity_days: 31 });
  await world.clock.advance(2 * day);
  told.failures = 1;
  await expect(watch().round()).rejects.toThrow('nobody listens');
  expect(told.take()).toEqual([]);
  await watch().round();
  expect(told.take()).toEqual(['late 30']);
});

test('a running watch looks every five minutes until it is stopped', async () => {
  const running = watch();
  running.start();
  await world.issued({ common_name: 'seen', validity_days: 31 });
  await world.clock.advance(2 * day);
  await eventually('the watch announces it', async () => {
    await world.clock.advance(301);
    return told.heard.length > 0;
  });
  expect(told.take()).toEqual(['seen 30']);
  await running.stop();
});
