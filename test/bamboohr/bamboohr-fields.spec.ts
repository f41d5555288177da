import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { bamboohr } from '../../src/connectors/hr/bamboohr/bamboohr.connector.js';
import type { Connector, ConnectorDefinition } from '../../src/provisioning/connector/connector.js';
import type { Employment } from '../../src/provisioning/facts/facts.js';
import { open } from '../connector-contract/session.js';
import { outside, type BambooOutside } from './bamboohr-rig.js';

let world: BambooOutside;
let connector: Connector;
beforeEach(async () => {
  world = await outside();
  connector = open(bamboohr as unknown as ConnectorDefinition, world).connector;
  world.simulator.company.hire({ hireDate: '2024-03-01' });
});
afterEach(() => world.stop());

async function listed(): Promise<readonly Employment[]> {
  const found: Employment[] = [];
  for await (const { changes } of connector.snapshots!.all(null, AbortSignal.timeout(200_000))) {
    for (const change of changes) if (change.kind === 'record') found.push(change.record.facts as Employment);
  }
  return found;
}
const failing = async () => (await connector.test(AbortSignal.timeout(200_000))).filter(({ ok }) => !ok);

test('wanted fields are found wherever they stand in a catalogue of several pages', async () => {
  expect(await listed()).toEqual([
    expect.objectContaining({ status: 'active', department: 'Finance', jobTitle: 'Clerk' }),
  ]);
  expect(world.simulator.asked.filter((each) => each.endsWith('/fields'))).toHaveLength(2);
  expect(await failing()).toEqual([]);
});

test.each([
  [403, false],
  [400, false],
  [422, false],
  [403, true],
])(
  'a field that is hidden later (%s, catalogue hides it: %s) is left out of the list, and named by the test',
  async (status, catalogueHides) => {
    expect((await listed())[0].department).toBe('Finance');
    Object.assign(world.simulator, { hiddenStatus: status, catalogueHides });
    world.simulator.hidden.add('department').add('jobTitle');
    const [{ department, jobTitle, status: employment }] = await listed();
    expect([department, jobTitle, employment]).toEqual([undefined, undefined, 'active']);
    expect(await failing()).toEqual([
      expect.objectContaining({
        name: 'fields',
        detail: 'Not visible: department, jobTitle',
        remedy: expect.stringContaining('Access Levels'),
      }),
    ]);

    await world.clock.advance(60);
    world.simulator.hidden.clear();
    expect((await listed())[0].department).toBe('Finance');
    expect(await failing()).toEqual([]);
  },
);

test('without the status nothing is known of anybody: that is no list', async () => {
  world.simulator.hidden.add('status');
  await expect(listed()).rejects.toMatchObject({
    code: 'credentials_refused',
    message: expect.stringContaining('status'),
  });
  expect((await failing()).map(({ name }) => name)).toEqual(['people']);
});

test('two changes of one person within a second are two messages, though their bodies are the same', async () => {
  const event = { type: 'updated', employeeId: '401', changedFields: ['status'], at: world.clock.instant() } as const;
  const { body, headers } = world.simulator.webhook(event);
  const accepted = await connector.receives!.verify({
    method: 'POST',
    path: '',
    headers,
    body: Buffer.from(body),
    remoteAddress: '203.0.113.9',
  });
  expect(accepted.dedupeKey).toBeUndefined();
});
