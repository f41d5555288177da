import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BulkWorker } from '../../src/console/bulk/bulk-worker.js';
import { ClosingSweep } from '../../src/provisioning/connection/closing-sweep.js';
import { RunWorker } from '../../src/provisioning/intake/runs/run-worker.js';
import { Reconciler } from '../../src/provisioning/reconcile/reconciler.js';
import { eventually } from '../kernel/manual-clock.js';
import { type UsherWorld, usherWorld } from './usher-world.js';

/** A partner whose customer leaves: everything that can be deleted is, then the customer's organization. */
let world: UsherWorld;
const workers = [BulkWorker, ClosingSweep, RunWorker, Reconciler];
const worker = (of: (typeof workers)[number]) =>
  world.app.get<{ start(): void; stop(): Promise<void> }>(of, { strict: false });

beforeAll(async () => {
  world = await usherWorld();
  for (const each of workers) worker(each).start();
});
afterAll(async () => {
  for (const each of workers) await worker(each).stop();
  await world.close();
});

test('an organization goes once it is empty, whatever remains of vouchers, events, jobs and accounts', async () => {
  const customer = await world.organization('Hotel that leaves');
  const headers = { 'x-organization-id': customer.id };
  const made = (path: string, body: object | string, status = 201) =>
    world.made(status, 'POST', path, { headers: { ...headers, 'content-type': 'application/json' }, body });
  const group = await made('/user-groups', { name: 'Guests' });
  const webhook = await made('/webhooks', { url: 'https://hooks.example.com/', events: ['user.created'] });
  const batch = await made('/vouchers', { table_id: group.id, count: 2 });
  const { job_id: job } = await made(
    '/bulk/users/async',
    { operations: [{ op: 'upsert', data: { username: 'eva' } }] },
    202,
  );
  const connection = await made('/connections', {
    name: 'Staff',
    connector: 'csv',
    settings: { time_zone: 'Europe/Vienna' },
    access: { preset: 'staff' },
  });
  await made(`/connections/${connection.id}/files?name=staff.csv`, 'employee_number,work_email\n1,ada@example.com\n');
  const users = async () =>
    (await world.made(200, 'GET', '/users', { headers }))._embedded.users as { id: string; username: string }[];
  await eventually('the file and the job made their users', async () => (await users()).length === 2);
  await eventually(
    'the job is done',
    async () => (await world.made(200, 'GET', `/bulk/status/${job}`, { headers })).status === 'completed',
  );
  const refused = await world.ask('DELETE', `/organizations/${customer.id}`);
  expect([refused.status, refused.body.contains]).toEqual([
    409,
    { api_keys: 1, connections: 1, user_groups: 1, users: 2, vouchers: 2, webhooks: 1 },
  ]);

  const remove = (path: string) => world.made(204, 'DELETE', path, { headers });
  await remove(`/connections/${connection.id}?accounts=delete`);
  await eventually(
    'the connection is gone',
    async () => (await world.made(200, 'GET', '/connections', { headers })).total_items === 0,
  );
  for (const { id } of batch._embedded.vouchers as { id: string }[]) await remove(`/vouchers/${id}`);
  for (const { id } of await users()) await remove(`/users/${id}`);
  await remove(`/webhooks/${webhook.id}`);
  const groups = (await world.made(200, 'GET', '/user-groups', { headers }))._embedded.user_groups as { id: string }[];
  for (const { id } of groups.filter((each) => each.id !== group.id)) await remove(`/user-groups/${id}`);
  const roles = (await world.made(200, 'GET', '/roles', { headers }))._embedded.roles as { id: string }[];
  const operator = await made('/operators', { email: 'eva@example.com', name: 'Eva', role_id: roles[0].id });
  await remove(`/operators/${operator.id}`);
  const keys = await world.made(200, 'GET', '/keys', { headers });
  for (const { id } of keys._embedded.keys as { id: string }[]) await remove(`/keys/${id}`);
  await world.made(204, 'DELETE', `/organizations/${customer.id}`);
  expect((await world.ask('GET', `/organizations/${customer.id}`)).status).toBe(404);
});
