import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { EntraSimulator } from '../simulators/entra/entra-simulator.js';
import { notificationSecret } from './entra-rig.js';

/** From what happens in a tenant to accounts and back: sockets, database and engine are real. */
const baseUrl = 'https://wifi.example.com';
let simulator: EntraSimulator;
let house: Connected;
let service: WorkingService;
let group: string;

beforeAll(async () => {
  service = await WorkingService.start({ baseUrl });
});
afterAll(async () => {
  await service.stop();
});

beforeEach(async () => {
  simulator = await EntraSimulator.start();
  simulator.notifications.reaches.set(baseUrl, `http://127.0.0.1:${service.world.port}`);
  group = simulator.directory.addGroup('WiFi-Staff');
  house = await service.connected({
    connector: 'entra',
    settings: {
      graph_url: simulator.url,
      login_url: simulator.url,
      tenant_id: simulator.tenantId,
      client_id: simulator.clientId,
      groups: [group],
      time_zone: 'Europe/Prague',
    },
    secrets: { client_secret: simulator.clientSecret, notification_secret: notificationSecret },
    access: { preset: 'staff', when: [{ field: 'groups', op: 'eq', value: 'WiFi-Staff' }] },
  });
  await until('Usher has subscribed to people and groups', () => simulator.notifications.subscriptions.size === 2);
});
afterEach(async () => {
  await simulator.stop();
  await house.close();
});

const hire = (name: string) =>
  simulator.directory.hire({
    givenName: name,
    surname: 'Novak',
    userPrincipalName: `${name}@acme.example`,
    mail: null,
  });
async function poll(): Promise<Record<string, unknown>> {
  const { id } = (await house.world.made(202, 'POST', `/connections/${house.connectionId}/sync`, {
    body: { mode: 'incremental' },
  })) as { id: string };
  return until('the poll ends', async () => {
    const run = (await house.world.made(200, 'GET', `/runs/${id}`)) as Record<string, unknown>;
    return !['queued', 'running'].includes(String(run.status)) && run;
  });
}

test('hired, put into the group, blocked, back, removed, restored: the account follows the notifications', async () => {
  simulator.notifications.isDuplicated = true;
  const { directory } = simulator;
  await house.scan();
  const jana = hire('jana');
  const eva = hire('eva');
  directory.join(group, jana);
  await house.become({ 'jana@acme.example': 'enabled' });
  directory.change(jana, { accountEnabled: false });
  await house.become({ 'jana@acme.example': 'disabled' });
  const came = arriving('entra');
  directory.change(jana, { accountEnabled: true });
  await house.become({ 'jana@acme.example': 'enabled' });
  came();
  directory.remove(jana);
  await house.become({ 'jana@acme.example': 'disabled' });
  directory.restore(jana);
  directory.join(group, eva);
  await house.become({ 'eva@acme.example': 'enabled', 'jana@acme.example': 'enabled' });
});

test('hired for later, that day moved, another department and name, made a guest and staff again', async () => {
  const { directory } = simulator;
  await house.scan();
  const day = (offset: number) => `${new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;
  const jana = hire('jana');
  directory.change(jana, { employeeHireDate: day(30), department: 'Finance' });
  const eva = hire('eva');
  for (const each of [jana, eva]) directory.join(group, each);
  await house.become({ 'eva@acme.example': 'enabled' });
  directory.change(jana, { employeeHireDate: day(-2) });
  await house.become({ 'eva@acme.example': 'enabled', 'jana@acme.example': 'enabled' });
  directory.change(jana, {
    userPrincipalName: 'jana.kral@acme.example',
    mail: 'jana.kral@acme.example',
    surname: 'Kral',
  });
  await house.become({ 'eva@acme.example': 'enabled', 'jana.kral@acme.example': 'enabled' });
  directory.change(eva, { userType: 'Guest' });
  await house.become({ 'eva@acme.example': 'disabled', 'jana.kral@acme.example': 'enabled' });
  directory.change(eva, { userType: 'Member' });
  directory.leave(group, jana);
  await house.become({ 'eva@acme.example': 'enabled', 'jana.kral@acme.example': 'disabled' });
  directory.remove(eva);
  directory.purge(eva);
  directory.join(group, jana);
  await house.become({ 'eva@acme.example': 'disabled', 'jana.kral@acme.example': 'enabled' });
});

test('what no notification told, the next round does; membership through a group inside, too', async () => {
  const { directory, notifications } = simulator;
  // The rounds have begun before there is a group inside.
  await house.scan();
  expect(await poll()).toMatchObject({ status: 'done' });
  const finance = directory.addGroup('Finance');
  const jana = hire('jana');
  directory.join(group, finance);
  directory.join(finance, jana);
  await house.scan();
  await house.become({ 'jana@acme.example': 'enabled' });
  notifications.subscriptions.clear();
  const ivo = hire('ivo');
  directory.join(finance, ivo);
  expect(await poll()).toMatchObject({ status: 'done' });
  await house.become({ 'ivo@acme.example': 'enabled', 'jana@acme.example': 'enabled' });
  directory.leave(finance, jana);
  directory.remove(ivo);
  await poll();
  await house.become({ 'ivo@acme.example': 'disabled', 'jana@acme.example': 'disabled' });
});

test('a link that is too old asks for a full list, which finds what happened', async () => {
  const { directory, rounds } = simulator;
  await house.scan();
  simulator.notifications.subscriptions.clear();
  const jana = hire('jana');
  directory.join(group, jana);
  rounds.areExpired = true;
  await poll();
  rounds.areExpired = false;
  await house.become({ 'jana@acme.example': 'enabled' });
});

test('a subscription that Microsoft removed is made anew; one that has to be reauthorized is renewed', async () => {
  const { notifications } = simulator;
  const [first] = [...notifications.subscriptions.values()];
  const firstEnd = first.expirationDateTime;
  notifications.lifecycle('reauthorizationRequired');
  await until('it is renewed', () => first.expirationDateTime > firstEnd);
  notifications.lifecycle('subscriptionRemoved');
  await until('there are new ones', () => notifications.subscriptions.size === 2);
  expect(notifications.subscriptions.has(first.id)).toBe(false);
  const jana = hire('jana');
  simulator.directory.join(group, jana);
  await house.become({ 'jana@acme.example': 'enabled' });
});

test('a subscription that Microsoft removes while it is being renewed is made anew', async () => {
  const { notifications } = simulator;
  const before = new Set(notifications.subscriptions.keys());
  notifications.whileRenewing = async () => {
    notifications.whileRenewing = null;
    const sent = notifications.postings.length;
    notifications.lifecycle('subscriptionRemoved');
    await until('Usher was told', () => notifications.postings.slice(sent).every(({ delivered }) => delivered > 0));
  };
  notifications.lifecycle('reauthorizationRequired');
  await until('there are two new ones', () => {
    const now = [...notifications.subscriptions.keys()];
    return now.length === 2 && !now.some((id) => before.has(id));
  });
});

test('somebody who does not know the secret tells nothing; a stranger only hears back what they said', async () => {
  const body = JSON.stringify({ value: [{ clientState: 'guessed', resourceData: { id: 'x' } }] });
  const ask = (path: string) => fetch(`${house.hookUrl}${path}`, { method: 'POST', body });
  expect((await ask('')).status).toBe(401);
  const answer = await ask('?validationToken=hello');
  expect([answer.status, await answer.text()]).toEqual([200, 'hello']);
});

test('without an address of its own the service says why nothing is subscribed to', async () => {
  const lonely = await WorkingService.start();
  const other = await lonely.connected({
    connector: 'entra',
    settings: {
      graph_url: simulator.url,
      login_url: simulator.url,
      tenant_id: simulator.tenantId,
      client_id: simulator.clientId,
      time_zone: 'Europe/Prague',
    },
    secrets: { client_secret: simulator.clientSecret, notification_secret: notificationSecret },
    access: { preset: 'staff' },
  });
  await until('it is said', async () => {
    const { last_problem: problem } = (await other.world.made(200, 'GET', `/connections/${other.connectionId}`)) as {
      last_problem: { code: string; detail: string } | null;
    };
    return problem?.code === 'not_subscribed' && problem.detail.includes('USHER_BASE_URL');
  });
  await other.close();
  await lonely.stop();
});
