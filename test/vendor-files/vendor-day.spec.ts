import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readVendor } from '../../src/connectors/vendor-file/load-vendor.js';
import { VendorSimulator } from '../../src/connectors/vendor-simulator/vendor-simulator.js';
import { type Connected, WorkingService } from '../e2e/connected.js';

/** From what happens at a vendor to accounts and back, for vendors that are files. The tests follow each other. */
let service: WorkingService;
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  service = await WorkingService.start();
});

afterAll(() => service.stop());

async function startedSimulator(place: string): Promise<VendorSimulator> {
  const text = readFileSync(new URL(`../../src/connectors/${place}/vendor.yaml`, import.meta.url), 'utf8');
  return VendorSimulator.start(readVendor(text).file!);
}

/** A connection with the settings and secrets that the simulator takes. */
function connectionTo(connector: string, simulator: VendorSimulator, secrets: readonly string[]) {
  const given = Object.entries(simulator.settings);
  const isSecret = ([name]: [string, unknown]) => secrets.includes(name);
  return {
    connector,
    settings: Object.fromEntries(given.filter((each) => !isSecret(each))),
    secrets: Object.fromEntries(given.filter(isSecret)),
  };
}

async function hook(house: Connected, { body, headers }: ReturnType<VendorSimulator['webhook']>): Promise<number> {
  return (await house.world.ask('POST', `/hooks/${house.connectionId}`, { body, headers, token: null })).status;
}

describe('personio', () => {
  let simulator: VendorSimulator;
  let house: Connected;
  let jana: string;
  const at = (name: string) => `/attributes/${name}/value`;
  const works = { [at('status')]: 'active', [at('hire_date')]: `${day(-300)}T00:00:00+01:00` };

  beforeAll(async () => {
    simulator = await startedSimulator('hr/personio');
    jana = simulator.records.add({ ...works, [at('email')]: 'jana.novak@acme.example' });
    simulator.records.add({ [at('email')]: 'ivo.kral@acme.example', [at('hire_date')]: `${day(30)}T00:00:00+01:00` });
    house = await service.connected(connectionTo('personio', simulator, ['client_secret', 'webhook_token']));
  });

  afterAll(() => simulator.stop());

  test('who works there has an account after the first list; who begins later waits for the day', async () => {
    expect(await house.scan()).toMatchObject({ status: 'done' });
    await house.become({ 'jana.novak@acme.example': 'enabled' });
  });

  test('who is hired is there with the webhook, although it came twice', async () => {
    const key = simulator.records.add({ ...works, [at('email')]: 'clara.berg@acme.example' });
    const message = simulator.webhook(0, key);
    expect([await hook(house, message), await hook(house, message)]).toEqual([200, 200]);
    await house.become({
      'jana.novak@acme.example': 'enabled',
      'clara.berg@acme.example': 'enabled',
    });
  });

  test('a message that somebody else sends is refused', async () => {
    const message = simulator.webhook(0, jana);
    expect(await hook(house, { ...message, headers: { authorization: 'Bearer another-token-of-16' } })).toBe(401);
  });

  test('an answer of 200 that says success: false is no list, and the connection test shows the words', async () => {
    simulator.faults.unhealthy = true;
    const tested = await house.world.made(200, 'POST', `/connections/${house.connectionId}/test`);
    delete simulator.faults.unhealthy;
    expect(JSON.stringify(tested)).toContain('Personio says that it failed: simulated');
  });

  test('who has left is disabled by the next poll, with a token that was revoked meanwhile', async () => {
    simulator.records.change(jana, {
      [at('status')]: 'inactive',
      [at('termination_date')]: `${day(-1)}T00:00:00+01:00`,
    });
    simulator.signIn.revoke();
    await house.world.made(202, 'POST', `/connections/${house.connectionId}/sync`, { body: { mode: 'incremental' } });
    await house.become({
      'jana.novak@acme.example': 'disabled',
      'clara.berg@acme.example': 'enabled',
    });
  });
});

describe('hibob', () => {
  let simulator: VendorSimulator;
  let house: Connected;
  let jana: string;

  beforeAll(async () => {
    simulator = await startedSimulator('hr/hibob');
    jana = simulator.records.add({ '/email': 'jana.novak@acme.example' });
    simulator.records.add({ '/email': 'ivo.kral@acme.example', '/internal/lifecycleStatus': 'Garden leave' });
    house = await service.connected(connectionTo('hibob', simulator, ['token', 'webhook_secret']));
  });

  afterAll(() => simulator.stop());

  test('the one answer of everybody makes accounts of those who may have one', async () => {
    expect(await house.scan()).toMatchObject({ status: 'done' });
    await house.become({ 'jana.novak@acme.example': 'enabled' });
  });

  test('who has left is disabled with the signed webhook', async () => {
    simulator.records.change(jana, { '/internal/lifecycleStatus': 'Terminated', '/internal/status': 'Inactive' });
    const message = simulator.webhook(0, jana);
    expect(await hook(house, { ...message, body: message.body.replace('employee.left', 'employee.came') })).toBe(401);
    expect(await hook(house, message)).toBe(200);
    await house.become({ 'jana.novak@acme.example': 'disabled' });
  });

  test('who returns has the same account again', async () => {
    simulator.records.change(jana, { '/internal/lifecycleStatus': 'Employed', '/internal/status': 'Active' });
    expect(await hook(house, simulator.webhook(0, jana))).toBe(200);
    await house.become({ 'jana.novak@acme.example': 'enabled' });
  });
});
