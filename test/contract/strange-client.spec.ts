import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMigratedDatabase } from '../database/fresh-database.js';
import { DataFolder } from '../e2e/data-folder.js';
import { type RunningService, startService } from '../e2e/service.js';
import { ContractError, StrangeClient } from './strange-client.js';

/** The published interface is enough: a client that knows nothing else runs a hotel on the service as it is started. */
let folder: DataFolder;
let service: RunningService;
let drop: () => Promise<void>;
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });
beforeAll(async () => {
  const database = await createMigratedDatabase();
  drop = database.drop;
  folder = await DataFolder.make();
  service = await startService({ USHER_DATA_DIR: folder.path, DATABASE_URL: database.url, USHER_RATE_LIMIT: '1000' });
});
afterAll(async () => {
  // Not asked to stop: it would wait for the calls of a test that timed out.
  await service?.kill();
  await folder?.remove();
  await drop?.();
});

describe.each(['', '/v1'])('at {base_url}%s', (prefix) => {
  const client = () => new StrangeClient(service.url + prefix, service.token, pause);
  const place = prefix || 'plain';

  test('guests come, are found, move, leave', async () => {
    const api = client();
    const { id: group } = await api.call<{ id: string }>('POST', '/user-groups', 201, {
      name: `Guests ${place}`,
      comment: 'hotel',
    });
    const guest = await api.createUser({ username: `eva@${place}.example.com`, password: 'secret', table_id: group });
    expect(guest).toMatchObject({
      username: `eva@${place}.example.com`,
      disabled: 0,
      table_id: group,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    for (let count = 0; count < 30; count += 1) await api.createUser({ username: `${place}-${count}` });
    const seen: unknown[] = [];
    // Links are paths of the server, with the form in them.
    for await (const { id } of new StrangeClient(service.url, service.token, pause).all(`${prefix}/users?page_size=7`))
      seen.push(id);
    expect(seen).toContain(guest.id);
    expect(new Set(seen).size).toBe(seen.length);
    const found = await api.call<{ total_items: number; _embedded: { users: { id: string }[] } }>(
      'GET',
      `/users?filter[username]=${encodeURIComponent(guest.username)}&sort=username:desc`,
      200,
    );
    expect([found.total_items, found._embedded.users[0].id]).toEqual([1, guest.id]);
    expect(await api.changeUser(guest.id, { disabled: 1 })).toMatchObject({ disabled: 1 });
    expect(await api.changeUser(guest.id, { disabled: 0 })).toMatchObject({ disabled: 0 });
    await api.deleteUser(guest.id);
    await expect(api.user(guest.id)).rejects.toMatchObject({
      status: 404,
      problem: { title: 'Not Found', status: 404 },
    });
    await expect(api.createUser({ username: `${place}-1` })).rejects.toMatchObject({ status: 409 });
    await expect(api.createUser({} as { username: string })).rejects.toBeInstanceOf(ContractError);
  });

  test('vouchers, devices, bulk with a job, keys, roles, profiles, lists without parameters', async () => {
    const api = client();
    const { id: group } = await api.call<{ id: string }>('POST', '/user-groups', 201, { name: `Vouchers ${place}` });
    await api.call('POST', '/vouchers', 201, { table_id: group, duration: 3600, count: 2 });
    await api.call('POST', '/devices', 201, { mac: prefix ? '02:00:00:00:00:01' : '02:00:00:00:00:02' });
    await api.call('POST', '/bulk/users', 200, { operations: [{ op: 'create', data: { username: `bulk ${place}` } }] });
    const { job_id: job } = await api.call<{ job_id: string }>('POST', '/bulk/users/async', 202, {
      operations: [{ op: 'create', data: { username: `job ${place}` } }],
    });
    for (let status = ''; status !== 'completed'; await pause(20))
      status = (await api.call<{ status: string }>('GET', `/bulk/status/${job}`, 200)).status;
    await api.call('POST', '/profiles', 200, { ssid: 'Lindenhof', eap_type: 'PEAP', platform: 'windows' });
    await api.call('POST', '/roles', 201, { name: `Desk ${place}`, permissions: ['users:read'] });
    await api.call('POST', '/keys', 201, { name: `Script ${place}`, permissions: ['users:read'] });
    await api.call('POST', '/alertcontacts', 201, { name: `Desk ${place}`, email: 'desk@example.com' });
    for (const path of [
      '/vouchers',
      '/devices',
      '/certificates',
      '/keys',
      '/organizations',
      '/roles',
      '/dictionary',
      '/vendors',
      '/alertcontacts',
      '/user-groups',
      '/reports/110',
    ])
      await api.call('GET', path, 200);
  });
});

test('the older form: a password by attribute, the report of now, the report of any time as a file', async () => {
  const api = new StrangeClient(`${service.url}/api`, service.token, pause);
  const { id: userid } = await api.createUser({ username: 'older' });
  const { id: attribute } = await api.call<{ id: string }>('POST', '/attributes', 201, {
    userid,
    attribute: 'Cleartext-Password',
    operator: ':=',
    table: 'radcheck',
    value: 'secret',
  });
  await api.call('GET', `/attributes?table=radcheck&userid=${userid}`, 200);
  await api.call('DELETE', `/attributes/${attribute}?table=radcheck`, 204);
  await api.call('GET', '/110?earliest=-4h&latest=now&page=1&period=1', 200);
  const { task_name: task } = await api.call<{ task_name: string }>(
    'GET',
    '/reports/110?earliest=-30d&latest=now&format=csvfile',
    202,
  );
  for (let file: unknown; typeof file !== 'string'; await pause(20)) {
    file = await api
      .call('GET', `/reports/tasks?format=csvfile&task_name=${task}`, 200)
      .catch((error: Error) => (/: 202,/.test(error.message) ? undefined : Promise.reject(error)));
    if (typeof file === 'string') expect(file).toMatch(/^\w+(,\w+)+\r?\n/);
  }
});

test('a key that is used up is waited for, and then goes on', async () => {
  const owner = new StrangeClient(service.url, service.token, pause);
  const minute = () => Math.floor(Date.now() / 60_000);
  let begunIn: number;
  let waits: number[];
  let failed: unknown[];
  // A minute that ends meanwhile begins a new budget: once more then, with a key of its own.
  do {
    const { token } = await owner.call<{ token: string }>('POST', '/keys', 201, {
      name: 'busy',
      permissions: ['roles:read'],
    });
    const seen: number[] = (waits = []);
    const busy = new StrangeClient(service.url, token, (milliseconds) => {
      seen.push(milliseconds);
      return Promise.reject(new Error('would wait'));
    });
    begunIn = minute();
    const calls = Array.from({ length: 1001 }, () => busy.call('GET', '/roles?page_size=1', 200));
    failed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
  } while (minute() !== begunIn);
  expect([failed.length, waits.length]).toEqual([1, 1]);
  expect(waits[0]).toBeGreaterThan(0);
  expect(waits[0]).toBeLessThanOrEqual(61_000);
});
