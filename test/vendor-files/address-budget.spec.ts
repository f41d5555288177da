import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { vendorDefinition } from '../../src/connectors/vendor-file/vendor-definition.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import type { Connector } from '../../src/provisioning/connector/connector.js';
import { open } from '../connector-contract/session.js';
import { eventually, ManualClock } from '../kernel/manual-clock.js';

/** Hostaway counts 15 requests in 10 seconds for each address that asks, whatever the account. */
const text = readFileSync(new URL('../../src/connectors/pms/hostaway/vendor.yaml', import.meta.url), 'utf8');
const file = readVendor(text).file!;
const each = 12;

async function listOften(connector: Connector): Promise<void> {
  for (let count = 0; count < each; count += 1)
    for await (const page of connector.snapshots!.all(null, AbortSignal.timeout(60_000))) if (page.complete) break;
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
