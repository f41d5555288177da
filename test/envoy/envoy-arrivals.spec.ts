import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { envoy } from '../../src/connectors/visitor/envoy/envoy.connector.js';
import { entryKey } from '../../src/connectors/visitor/envoy/envoy.mapping.js';
import type { Change } from '../../src/provisioning/connector/change.js';
import type { Connector, ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import { open } from '../connector-contract/session.js';
import type { WebhookPlan } from '../simulators/envoy/webhook-sender.js';
import { keyedOutside, outside, type EnvoyOutside } from './envoy-rig.js';

let world: EnvoyOutside;
let connector: Connector;
beforeEach(async () => {
  world = await outside();
  connector = open(envoy as unknown as ConnectorDefinition, world).connector;
});
afterEach(() => world.stop());

/** What the office tells, as it is understood, without a network between. */
async function told(plan: Partial<WebhookPlan> = {}, act: () => void): Promise<readonly Change[]> {
  const sender = world.simulator.postWebhooksTo({ url: 'http://127.0.0.1:9/', attempts: 1, ...plan });
  act();
  return (await sender.flush()).flatMap(({ body }) =>
    connector.receives!.interpret({ body: Buffer.from(body), receivedAt: world.clock.instant(), sequence: '1' }),
  );
}

const details = async (changes: readonly Change[]) =>
  connector.reads!.read(
    changes.filter((change) => change.kind === 'hint'),
    AbortSignal.timeout(200_000),
  );

test('a conference of two hundred costs a few lists, not two hundred questions', async () => {
  const { office } = world.simulator;
  const departure = new Date('2026-11-20T17:30:00.000Z');
  const invites = Array.from({ length: 200 }, (_, index) =>
    office.invite({ fullName: `Guest Number${index}`, expectedDepartureAt: departure }),
  );
  const changes = await told({}, () => {
    for (const inviteId of invites) office.signIn({ inviteId });
  });
  expect(changes.filter(({ kind }) => kind === 'record')).toHaveLength(200);
  const before = world.simulator.asked.length;
  const read = await details(changes);
  expect(read).toHaveLength(200);
  expect(
    new Set(read.map((change) => (change.kind === 'patch' ? change.facts.expectedDepartureAt : change.kind))),
  ).toEqual(new Set([departure.toISOString()]));
  expect(world.simulator.asked.length - before).toBeLessThanOrEqual(5);
});

test('each visit has the zone of its own location, also where the request does not say which that is', async () => {
  const { office } = world.simulator;
  const [london, vienna] = ['4410', '4411'].map((locationId) => () => office.signIn({ locationId }));
  const zones = (changes: readonly Change[]) =>
    changes.flatMap((change) =>
      change.kind === 'record'
        ? [change.record.facts.timeZone]
        : change.kind === 'patch'
          ? [change.facts.timeZone]
          : [],
    );
  expect(
    zones(
      await told({ as: 'app' }, () => {
        london();
        vienna();
      }),
    ),
  ).toEqual(['Europe/London', 'Europe/Vienna']);
  connector = open(envoy as unknown as ConnectorDefinition, {
    ...world,
    settings: { ...world.settings, authorization: 'front-desk:let-me-in' },
  }).connector;
  const plain = await told({ as: 'webhooks' }, () => {
    london();
    vienna();
  });
  expect(zones(plain)).toEqual([undefined, undefined]);
  expect(zones(await details(plain))).toEqual(['Europe/London', 'Europe/Vienna']);
});

test('other locations are left alone, in events and in lists', async () => {
  const { office } = world.simulator;
  connector = open(envoy as unknown as ConnectorDefinition, {
    ...world,
    settings: { ...world.settings, location_ids: ['4411'] },
  }).connector;
  const changes = await told({}, () => {
    office.signIn();
    office.signIn({ locationId: '4411' });
  });
  expect(changes.map(({ kind }) => kind)).toEqual(['ignored', 'record']);
  const listed: Change[] = [];
  for await (const page of connector.snapshots!.all(null, AbortSignal.timeout(200_000))) listed.push(...page.changes);
  expect(listed.map((change) => (change.kind === 'record' ? change.record.key : change.kind))).toEqual([
    'ignored',
    entryKey(office.entries[1].id),
  ]);
});

test('with an API key the list has entries only, and nothing can be asked without any credentials', async () => {
  await world.stop();
  world = await keyedOutside();
  connector = open(envoy as unknown as ConnectorDefinition, world).connector;
  world.simulator.office.invite();
  const entry = world.simulator.office.signIn();
  const pages = [];
  for await (const page of connector.snapshots!.all(null, AbortSignal.timeout(200_000))) pages.push(page);
  expect(
    pages.map(({ changes, complete }) => [
      changes.map((change) => (change.kind === 'record' ? change.record.key : change.kind)),
      complete,
    ]),
  ).toEqual([[[entryKey(entry)], { declaredTotal: 1 }]]);
  const bare = open(envoy as unknown as ConnectorDefinition, {
    ...world,
    settings: { ...world.settings, api_key: undefined },
  }).connector;
  await expect(
    bare.snapshots!.all(null, AbortSignal.timeout(200_000))[Symbol.asyncIterator]().next(),
  ).rejects.toMatchObject({ code: 'settings_invalid' });
});
