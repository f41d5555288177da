import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { createMigratedDatabase } from '../database/fresh-database.js';
import { radiusHere, RadiusProcess } from '../e2e/radius-process.js';
import { type RunningService, startService } from '../e2e/service.js';
import { until } from '../e2e/until.js';
import { sharedSecret } from '../radius/around.js';
import { signIn } from '../radius/radclient.js';
import { withFreeRadius } from '../radius/served-radius.js';
import { SimulatedHotel } from '../simulators/fias/hotel.js';
import { VisitorDesk } from '../simulators/webhook/visitor-desk.js';
import { deskMapping, standardSecret } from '../webhook/webhook-rig.js';
import { type CollectedSpan, Collector } from './collector.js';

let collector: Collector;
let service: RunningService;
let hotel: SimulatedHotel;
let dropDatabase: () => Promise<void>;
let environment: Record<string, string>;
let folder: string;

beforeAll(async () => {
  const { url, drop } = await createMigratedDatabase();
  dropDatabase = drop;
  folder = await mkdtemp(path.join(tmpdir(), 'usher-traces-'));
  collector = await Collector.start();
  hotel = new SimulatedHotel({ timeZone: 'Europe/Vienna' });
  await hotel.start();
  environment = { DATABASE_URL: url, USHER_DATA_DIR: folder };
  service = await startService({ ...environment, ...collector.environment });
  await service.call('POST', '/connections', {
    name: 'Front desk',
    connector: 'fias',
    settings: { host: '127.0.0.1', port: hotel.port, time_zone: 'Europe/Vienna' },
    target: { console: 'built-in' },
    access: { preset: 'hotel-enterprise' },
    enabled: true,
  });
  await until('the link is alive', () => hotel.ifc.isAlive);
});
afterEach(() => {
  collector.spans.length = 0;
});
afterAll(async () => {
  await service?.kill();
  await hotel?.stop();
  await collector?.stop();
  await dropDatabase?.();
  await rm(folder, { recursive: true, force: true });
});

/** Each with the name of its parent: `absorb < receive frame`. */
const waysOf = (spans: readonly CollectedSpan[]) =>
  spans.map(({ name, parentSpanId }) => {
    const parent = spans.find(({ spanId }) => spanId === parentSpanId);
    return parent ? `${name} < ${parent.name}` : name;
  });

/** The trace that ends by writing to the console. */
const written = () => collector.traceOf('write to the console', 'usher.console', 'built-in');

const wayOfAFrame = [
  'receive frame',
  'absorb < receive frame',
  'reconcile < absorb',
  'write to the console < reconcile',
];

test('a check-in over FIAS is one trace, from its frame to the account', async () => {
  hotel.checkIn({ room: '412', lastName: 'Moreau', firstName: 'Alex', vip: '0' });
  const trace = await until('the way is told', () => written().length >= 4 && written());
  expect(waysOf(trace)).toEqual(wayOfAFrame);
  expect(trace.map(({ kind }) => kind)).toEqual([5, 1, 1, 1]);
  expect(trace[1].attributes).toMatchObject({ 'usher.connector': 'fias', 'usher.batch_size': 1 });
  expect(trace.every(({ startMilliseconds: from, endMilliseconds: to }) => from <= to)).toBe(true);
  expect(JSON.stringify(trace.map(({ attributes }) => attributes))).not.toMatch(/moreau|412/i);
});

test('guests who arrive together each have a trace of their own', async () => {
  for (const [room, lastName] of [
    ['501', 'Petit'],
    ['502', 'Roux'],
    ['503', 'Blanc'],
  ] as const)
    hotel.checkIn({ room, lastName, firstName: 'Alex', vip: '0' });
  // A batch that the database refused is there twice.
  const ways = () => {
    const written = collector.spans.filter(({ name }) => name === 'write to the console');
    const traces = [...new Set(written.map(({ traceId }) => traceId))];
    return traces.map((each) => [...new Set(waysOf(collector.spans.filter(({ traceId }) => traceId === each)))].sort());
  };
  const whole = [...wayOfAFrame].sort();
  await until('all ways are told', () => {
    if (ways().filter((way) => way.length === whole.length).length < 3) throw new Error(JSON.stringify(ways()));
    return true;
  });
  expect(ways()).toEqual([whole, whole, whole]);
});

test('a pushed message begins a trace of its own, linked to that of its sender', async () => {
  const { body } = await service.call('POST', '/connections', {
    name: 'Desk',
    connector: 'webhook',
    settings: { verifier: { type: 'standard-webhooks' }, mapping: deskMapping, time_zone: 'Europe/Vienna', site: 'hq' },
    secrets: { secret: standardSecret },
    access: { preset: 'visitor-user', deliver: [] },
  });
  const sender = '4bf92f3577b34da6a3ce929d0e0e4736';
  const desk = new VisitorDesk({
    url: `${service.url}/hooks/${String(body.id)}`,
    signing: 'standard-webhooks',
    secret: standardSecret,
    headers: { traceparent: `00-${sender}-00f067aa0ba902b7-01` },
  });
  desk.arrive(desk.invite({ name: 'Ada Lovelace', email: 'ada@example.com' }));
  await desk.flush();
  const trace = await until('the way is told', () => written().length >= 4 && written());
  expect(waysOf(trace)).toEqual([
    'POST /hooks/:connection_id',
    'absorb < POST /hooks/:connection_id',
    'reconcile < absorb',
    'write to the console < reconcile',
  ]);
  expect(trace[0]).toMatchObject({ kind: 2, attributes: { 'http.response.status_code': 200 } });
  expect(trace[0].links.map(({ traceId }) => traceId)).toEqual([sender]);
  expect(trace[0].traceId).not.toBe(sender);
});

withFreeRadius('the RADIUS decision', () => {
  test('the first login after a check-in is the last step of its trace, and the second is none', async () => {
    const { auth, settings } = await radiusHere();
    await service.call('POST', '/networks', {
      name: 'House',
      clients: [{ address: '127.0.0.1', short_name: 'ap', secret: sharedSecret }],
    });
    const radius = RadiusProcess.start({ ...environment, ...settings });
    try {
      await radius.answers();
      hotel.checkIn({ room: '601', lastName: 'Duval', firstName: 'Alex', vip: '0' });
      const enter = async () => (await signIn(auth, '601-duval', 'duval')).packet;
      await until('the guest is let in', async () => (await enter()) === 'Access-Accept');
      const decisions = () => collector.spans.filter(({ name }) => name === 'RADIUS decision');
      const [decision] = await until('the decision is told', () => decisions().length > 0 && decisions());
      const trace = await until('all is told', () => written().length >= 5 && written());
      expect(waysOf(trace)).toEqual([...wayOfAFrame, 'RADIUS decision < write to the console']);
      expect(decision.attributes).toEqual({
        'usher.radius.outcome': 'accepted',
        'usher.radius.auth_method': 'PAP',
      });
      expect(await enter()).toBe('Access-Accept');
      hotel.checkIn({ room: '602', lastName: 'Later', firstName: 'Alex', vip: '0' });
      await until(
        'a later guest is let in',
        async () => (await signIn(auth, '602-later', 'later')).packet === 'Access-Accept',
      );
      await until('the later decision is told', () => decisions().length > 1);
      expect(decisions().filter(({ traceId }) => traceId === decision.traceId)).toHaveLength(1);
    } finally {
      await radius.stop();
    }
  });
});
