import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { SystemClock } from '../../src/kernel/clock.js';
import { Absorber } from '../../src/provisioning/intake/absorb/absorber.js';
import { Reconciler } from '../../src/provisioning/reconcile/reconciler.js';
import { RunWorker } from '../../src/provisioning/intake/runs/run-worker.js';
import { type UsherWorld, usherWorld } from '../api/usher-world.js';
import { eventually } from '../kernel/manual-clock.js';
import { BambooHrSimulator } from '../simulators/bamboohr/bamboohr-simulator.js';
import type { CompanyEvent } from '../simulators/bamboohr/company.js';

/**
 * From what happens in BambooHR to accounts and back, with the whole service on real sockets. The tests follow each
 * other.
 */
let world: UsherWorld;
let simulator: BambooHrSimulator;
let connection: string;
let clara: string;
const events: CompanyEvent[] = [];
const parts = [Absorber, RunWorker, Reconciler];
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  simulator = await BambooHrSimulator.start(new SystemClock());
  simulator.company.onEvent((event) => events.push(event));
  world = await usherWorld();
  for (const part of parts) world.app.get<{ start(): void }>(part, { strict: false }).start();
  simulator.company.hire({
    hireDate: day(-300),
    firstName: 'Ivo',
    lastName: 'Kral',
    workEmail: 'ivo.kral@acme.example',
  });
  connection = (
    await world.made(201, 'POST', '/connections', {
      body: {
        name: 'BambooHR',
        connector: 'bamboohr',
        settings: { base_url: simulator.url, time_zone: 'Europe/Prague' },
        secrets: { api_key: simulator.apiKey, webhook_key: simulator.webhookKey },
      },
    })
  ).id;
  await sync('full');
});

afterAll(async () => {
  for (const part of parts) await world.app.get<{ stop(): Promise<void> }>(part, { strict: false }).stop();
  await world.close();
  await simulator.stop();
});

async function sync(mode: 'full' | 'incremental'): Promise<void> {
  const { id } = await world.made(202, 'POST', `/connections/${connection}/sync`, { body: { mode } });
  await eventually(
    `the ${mode} run is done`,
    async () => (await world.made(200, 'GET', `/runs/${id}`)).status === 'done',
  );
}

/** Sends what happened since, in both families, twice, in the wrong order. */
async function deliver(): Promise<void> {
  for (const event of events.splice(0).reverse()) {
    const { body, headers } = simulator.webhook(event, {
      thin: event.type !== 'updated',
      isoTime: event.type === 'created',
    });
    for (let times = 0; times < 2; times += 1)
      expect((await world.ask('POST', `/hooks/${connection}`, { body, headers, token: null })).status).toBe(200);
  }
}

async function account(username: string): Promise<{ disabled: boolean; validUntil: string | null } | undefined> {
  const [row] = await world.sql<{ disabled: boolean; validUntil: string | null }>(
    'select disabled, valid_until as "validUntil" from users where username = $1',
    [username],
  );
  return row;
}

const is = (username: string, disabled: boolean) =>
  eventually(
    `${username} is ${disabled ? 'disabled' : 'there'}`,
    async () => (await account(username))?.disabled === disabled,
  );

test('everybody who works there has an account after the first list', () => is('ivo.kral@acme.example', false));

test('who is hired for today is there with the webhook', async () => {
  const came = arriving('bamboohr');
  simulator.company.hire({
    hireDate: day(-1),
    firstName: 'Jana',
    lastName: 'Novak',
    workEmail: 'jana.novak@acme.example',
  });
  await deliver();
  await is('jana.novak@acme.example', false);
  came();
});

test('a webhook that somebody else signed is refused', async () => {
  simulator.company.change('401', { department: 'IT' });
  const { body, headers } = simulator.webhook(events.splice(0)[0]);
  expect(
    (await world.ask('POST', `/hooks/${connection}`, { body: body.replace('401', '402'), headers, token: null }))
      .status,
  ).toBe(401);
});

test('a termination entered in advance is known before any webhook: the account has its end', async () => {
  clara = simulator.company.hire({
    hireDate: day(-30),
    firstName: 'Clara',
    lastName: 'Berg',
    workEmail: 'clara.berg@acme.example',
  });
  await deliver();
  await is('clara.berg@acme.example', false);
  const row = simulator.company.row(clara, day(20), 'Terminated');
  expect(events).toEqual([]);
  await sync('incremental');
  await eventually(
    'the end is known',
    async () => (await account('clara.berg@acme.example'))?.validUntil?.slice(0, 10) === day(20),
  );

  simulator.company.deleteRow(clara, row);
  await sync('full');
  await eventually(
    'the end is taken back',
    async () => (await account('clara.berg@acme.example'))?.validUntil === null,
  );
});

test('who leaves today is disabled, although the webhook was lost', async () => {
  simulator.company.row(clara, day(-2), 'Terminated');
  events.splice(0);
  await sync('incremental');
  await is('clara.berg@acme.example', true);
});

test('who returns has the same account again', async () => {
  simulator.company.row(clara, day(-1), 'Part-Time');
  simulator.company.change(clara, { hireDate: day(-1) });
  await deliver();
  await is('clara.berg@acme.example', false);
});

test('a record that was erased ends access', async () => {
  simulator.company.erase(clara);
  await deliver();
  await is('clara.berg@acme.example', true);
});

test('hired for later, that day moved, another department and name', async () => {
  const { company } = simulator;
  const id = company.hire({
    hireDate: day(30),
    firstName: 'Ada',
    lastName: 'Berg',
    workEmail: 'ada.berg@acme.example',
  });
  await sync('incremental');
  expect(await account('ada.berg@acme.example')).toBeUndefined();
  company.employees.get(id)!.rows[0].date = day(-2);
  company.change(id, { hireDate: day(-2) });
  company.takeEffect();
  await sync('incremental');
  await is('ada.berg@acme.example', false);
  company.change(id, { department: 'Sales', lastName: 'Kral', workEmail: 'ada.kral@acme.example' });
  await sync('incremental');
  await is('ada.kral@acme.example', false);
  expect(await account('ada.berg@acme.example')).toBeUndefined();
  events.length = 0;
});

test('what BambooHR keeps of people beyond access is neither asked for nor stored', async () => {
  const rows = await world.sql<{ facts: unknown }>('select facts from subjects where connection_id = $1', [connection]);
  expect(rows.length).toBeGreaterThan(2);
  expect(JSON.stringify(rows)).not.toMatch(/1990-01-01|secret of the staff office/);
});

test('somebody whom the key may not see any more keeps access, and is named', async () => {
  simulator.company.change('401', { department: 'Kitchen' });
  simulator.hiddenPeople.add('401');
  events.splice(0);
  await sync('incremental');
  const [{ invalid }] = await world.sql<{ invalid: { detail: string } }>(
    "select invalid from subjects where connection_id = $1 and source_key = '401'",
    [connection],
  );
  expect(invalid.detail).toContain('may not see this person');
  expect((await account('ivo.kral@acme.example'))?.disabled).toBe(false);
  simulator.hiddenPeople.clear();
});

test('without the table, a termination is known from its day on', async () => {
  simulator.tableHidden = true;
  expect((await world.made(200, 'POST', `/connections/${connection}/test`)).checks).toContainEqual(
    expect.objectContaining({ name: 'employment_status', ok: false }),
  );
  simulator.company.row('401', day(-1), 'Terminated');
  events.splice(0);
  await sync('incremental');
  await eventually(
    'it is known',
    async () =>
      (
        await world.sql<{ status: string }>(
          "select facts ->> 'status' as status from subjects where connection_id = $1 and source_key = '401'",
          [connection],
        )
      )[0].status === 'terminated',
  );
  simulator.tableHidden = false;
});

test('503 with a time to wait is waited for, and the problem is over with the first poll that works', async () => {
  Object.assign(simulator.faults, { status: 503, retryAfterSeconds: 1 });
  const { id } = await world.made(202, 'POST', `/connections/${connection}/sync`, { body: { mode: 'incremental' } });
  await eventually('the run gave up', async () => (await world.made(200, 'GET', `/runs/${id}`)).status === 'failed');
  expect(await world.made(200, 'GET', `/connections/${connection}`)).toMatchObject({
    status: 'active',
    last_problem: { code: 'rate_limited' },
  });
  Object.assign(simulator.faults, { status: undefined, retryAfterSeconds: undefined });
  await eventually('the wait is over', async () => {
    const again = await world.made(202, 'POST', `/connections/${connection}/sync`, { body: { mode: 'incremental' } });
    let status = '';
    await eventually('the run is over', async () => {
      ({ status } = (await world.made(200, 'GET', `/runs/${again.id}`)) as { status: string });
      return status === 'done' || status === 'failed';
    });
    return status === 'done';
  });
  expect(await world.made(200, 'GET', `/connections/${connection}`)).toMatchObject({
    status: 'active',
    last_problem: null,
  });
});
