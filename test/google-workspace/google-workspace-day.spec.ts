import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { arriving } from '../e2e/arriving.js';
import { type Connected, WorkingService } from '../e2e/connected.js';
import { until } from '../e2e/until.js';
import { GoogleWorkspaceSimulator, keyFile } from '../simulators/google-workspace/google-workspace-simulator.js';
import { channelToken, staffGroup } from './google-workspace-rig.js';

/** From what happens in a directory to accounts and back: sockets, database and engine are real. */
const baseUrl = 'https://wifi.example.com';
let simulator: GoogleWorkspaceSimulator;
let house: Connected;
let service: WorkingService;

beforeAll(async () => {
  service = await WorkingService.start({ baseUrl });
});
afterAll(async () => {
  await service.stop();
});

beforeEach(async () => {
  simulator = await GoogleWorkspaceSimulator.start();
  simulator.channels.reaches.set(baseUrl, `http://127.0.0.1:${service.world.port}`);
  simulator.directory.addGroup(staffGroup, 'Wi-Fi staff');
  house = await service.connected({
    connector: 'google-workspace',
    settings: {
      api_url: simulator.url,
      sign_in_url: simulator.url,
      admin_email: simulator.adminEmail,
      groups: [staffGroup],
      excluded_org_units: ['/Leavers'],
      time_zone: 'Europe/Prague',
    },
    secrets: { service_account_key: keyFile, channel_token: channelToken },
    access: { preset: 'staff', when: [{ field: 'groups', op: 'eq', value: 'Wi-Fi staff' }] },
  });
  await until('the channels are open', () => simulator.channels.open.size === 4);
});
afterEach(async () => {
  await simulator.stop();
  await house.close();
});

const hire = (name: string) => simulator.directory.hire({ primaryEmail: `${name}@acme.example` });

test('suspended, back, deleted, restored: the account follows the channels, message by message', async () => {
  simulator.channels.isDuplicated = true;
  const { directory } = simulator;
  const jana = hire('jana');
  directory.join(staffGroup, jana);
  hire('eva');
  directory.change(jana, { orgUnitPath: '/Office/Prague' });
  await house.become({ 'jana@acme.example': 'enabled' });
  directory.change(jana, { suspended: true });
  await house.become({ 'jana@acme.example': 'disabled' });
  const came = arriving('google-workspace');
  directory.change(jana, { suspended: false });
  await house.become({ 'jana@acme.example': 'enabled' });
  came();
  directory.remove(jana);
  await house.become({ 'jana@acme.example': 'disabled' });
  directory.restore(jana);
  await house.become({ 'jana@acme.example': 'enabled' });
});

test('another address and unit, into the unit of leavers and out of it, archived: the same account', async () => {
  const { directory } = simulator;
  const jana = hire('jana');
  directory.join(staffGroup, jana);
  directory.change(jana, { orgUnitPath: '/Sales' });
  await house.become({ 'jana@acme.example': 'enabled' });
  const idOf = async (name: string) =>
    (
      (await house.world.made(200, 'GET', `/users?filter[username]=${name}`)) as {
        _embedded: { users: { id: string }[] };
      }
    )._embedded.users[0].id;
  const id = await idOf('jana@acme.example');
  directory.change(jana, { primaryEmail: 'jana.kral@acme.example', orgUnitPath: '/Office' });
  await house.become({ 'jana.kral@acme.example': 'enabled' });
  directory.change(jana, { orgUnitPath: '/Leavers/2026' });
  await house.become({ 'jana.kral@acme.example': 'disabled' });
  directory.change(jana, { orgUnitPath: '/Office' });
  await house.become({ 'jana.kral@acme.example': 'enabled' });
  directory.change(jana, { archived: true });
  await house.become({ 'jana.kral@acme.example': 'disabled' });
  directory.change(jana, { archived: false });
  await house.become({ 'jana.kral@acme.example': 'enabled' });
  expect(await idOf('jana.kral@acme.example')).toBe(id);
});

test('no message tells of a group, or of a deletion that got lost: the list does, at once', async () => {
  const { directory, channels } = simulator;
  channels.open.clear();
  const [jana, eva] = [hire('jana'), hire('eva')];
  directory.join(staffGroup, directory.addGroup('it@acme.example', 'IT'));
  directory.join('it@acme.example', jana);
  directory.join(staffGroup, eva);
  expect(await house.scan()).toMatchObject({ status: 'done' });
  await house.become({ 'eva@acme.example': 'enabled', 'jana@acme.example': 'enabled' });
  directory.leave('it@acme.example', jana);
  directory.remove(eva);
  await house.scan();
  await house.become({ 'eva@acme.example': 'disabled', 'jana@acme.example': 'disabled' });
});

test('a message about somebody of a second domain counts the groups that they are in through others', async () => {
  const { directory } = simulator;
  const branch = directory.addGroup('everyone@branch.example', 'Branch');
  directory.join(staffGroup, branch);
  const ivo = directory.hire({ primaryEmail: 'ivo@branch.example', suspended: true });
  const ada = directory.hire({ primaryEmail: 'ada@branch.example' });
  directory.join(branch, ivo);
  directory.change(ivo, { suspended: false });
  await house.become({ 'ivo@branch.example': 'enabled' });
  directory.join(branch, ada);
  directory.change(ada, { orgUnitPath: '/Branch' });
  await house.become({ 'ivo@branch.example': 'enabled', 'ada@branch.example': 'enabled' });
});

test('after a change of the connection the channels are opened anew, and the former closed', async () => {
  const before = [...simulator.channels.open.keys()];
  await house.world.made(200, 'PATCH', `/connections/${house.connectionId}`, { body: { name: 'Directory' } });
  await until('they are others', () => {
    const now = [...simulator.channels.open.keys()];
    return now.length === 4 && now.every((id) => !before.includes(id));
  });
  const jana = hire('jana');
  simulator.directory.join(staffGroup, jana);
  simulator.directory.change(jana, { archived: false });
  await house.become({ 'jana@acme.example': 'enabled' });
});

test('a guest of the company, somebody from outside, has no account of staff', async () => {
  const { directory } = simulator;
  const ada = directory.hire({
    primaryEmail: 'ada@acme.example',
    guestAccountInfo: { primaryGuestEmail: 'a@b.example' },
  });
  directory.join(staffGroup, ada);
  directory.change(ada, { suspended: false });
  directory.join(staffGroup, hire('eva'));
  await house.scan();
  await house.become({ 'eva@acme.example': 'enabled' });
  expect(Object.keys(await house.accounts())).toEqual(['eva@acme.example']);
});

test('a message without the token tells nothing', async () => {
  const headers = { 'x-goog-resource-state': 'update', 'x-goog-channel-token': 'guessed-channel-token' };
  expect((await fetch(house.hookUrl, { method: 'POST', headers, body: '{}' })).status).toBe(401);
});
