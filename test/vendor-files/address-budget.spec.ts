import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { vendorDefinition } from '../../src/connectors/vendor-file/vendor-definition.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import type { Connector } from '../../src/provisioning/connector/connector.js';
import { open } from '../connector-contract/session.js';
import { createMigratedDatabase } from '../database/fresh-database.js';
import { DataFolder } from '../e2e/data-folder.js';
import { type RunningService, startService } from '../e2e/service.js';
import { eventually, ManualClock } from '../kernel/manual-clock.js';

/** Hostaway counts 15 requests in 10 seconds for each address that asks, whatever the account. */
const text = readFileSync(new URL('../../src/connectors/pms/hostaway/vendor.yaml', import.meta.url), 'utf8');
const file = readVendor(text).file!;
const each = 12;

async function listOften(connector: Connector): Promise<void> {
  for (let count = 0; count < each; count += 1)
    for await (const page of connector.snapshots!.all(null, AbortSignal.timeout(200_000))) if (page.complete) break;
}

test('two accounts together keep to what one address may ask; another host has a budget of its own', async () => {
  const clock = new ManualClock();
  const now = () => clock.milliseconds();
  const simulators = [await VendorSimulator.start(file, { now }), await VendorSimulator.start(file, { now })];
  const [shared, other] = simulators;
  for (const { records } of simulators) records.add();
  const connect = ({ settings }: VendorSimulator) => open(vendorDefinition(file), { settings, clock }).connector;
  try {
    const work = [connect(shared), connect(shared), connect(other)].map(listOften);
    await work[2];
    await eventually('the address has asked what it may', () => shared.asked.length >= 15);
    expect([shared.asked.length, other.asked.length]).toEqual([15, each + 1]);

    await clock.advance(10);
    await Promise.all(work);
    // Each account signs in once.
    expect(shared.asked.length).toBe(2 * each + 2);
  } finally {
    for (const simulator of simulators) await simulator.stop();
  }
});

test('two processes together keep to it, too', async () => {
  const simulator = await VendorSimulator.start(file);
  simulator.records.add();
  const folder = await DataFolder.make();
  const database = await createMigratedDatabase();
  const start = () => startService({ DATABASE_URL: database.url, USHER_DATA_DIR: folder.path });
  const services = [await start(), await start()];
  try {
    // What is asked while they are connected counts, too, and may begin the window.
    const beganAt = Date.now();
    const connections = await Promise.all([1, 2].map((account) => connected(services[0], simulator, account)));
    // Who waits longer than a connection test may take is answered, too.
    const tests = services.flatMap((service) =>
      connections.flatMap((id) =>
        Array.from({ length: 4 }, () => service.call('POST', `/connections/${id}/test`).catch(() => undefined)),
      ),
    );
    await eventually('more is asked than one window has', () => simulator.askedAt.length > 15);
    expect(simulator.askedAt[15] - beganAt).toBeGreaterThanOrEqual(10_000);
    await Promise.all(tests);
  } finally {
    await Promise.all(services.map((service) => service.kill()));
    await simulator.stop();
    await database.drop();
    await folder.remove();
  }
});

/** Each account has a token and a budget of its own. */
async function connected(service: RunningService, { settings }: VendorSimulator, account: number): Promise<string> {
  const isSecret = ([name]: [string, unknown]) => file.settings[name].secret === true;
  const given = Object.entries(settings);
  const { status, body } = await service.call('POST', '/connections', {
    name: `Account ${account}`,
    connector: 'hostaway',
    settings: Object.fromEntries(given.filter((each) => !isSecret(each))),
    secrets: Object.fromEntries(given.filter(isSecret)),
    target: { console: 'built-in' },
    enabled: true,
    schedule: { full: null, incremental: null },
  });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return String(body.id);
}
