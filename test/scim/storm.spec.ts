import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { HeldEndings } from '../../src/provisioning/intake/runs/held-endings.js';
import { eventually } from '../kernel/manual-clock.js';
import { FakeEntra } from '../simulators/scim/fake-entra.js';
import { person } from '../simulators/scim/scim-client.js';
import { type ScimWorld, scimWorld } from './scim-world.js';

/** An application that is unassigned by mistake, and the evening after. */
let world: ScimWorld;
beforeAll(async () => {
  world = await scimWorld({}, { access: { preset: 'staff', deliver: [] } });
  await world.work();
});
afterAll(async () => {
  await world.close();
});

async function enabled(): Promise<number> {
  const [{ count }] = await world.sql<{ count: number }>(
    'select count(*)::int as count from users where not disabled and organization_id = $1',
    [world.organizationId],
  );
  return count;
}

async function heldRun(): Promise<
  { id: string; held: number; plan_hash: string; expires_at: string | null } | undefined
> {
  await world.app.get(HeldEndings, { strict: false }).look();
  return (await world.made(200, 'GET', `/connections/${world.connectionId}/runs?filter[status]=held`))._embedded
    .runs[0];
}

test('40 of 60 leave: 20 are out, the others keep access until an operator approves exactly them', async () => {
  const entra = new FakeEntra(world.client(), { hasFlag: true });
  const staff = Array.from({ length: 60 }, (_, index) => person(`staff${index}`));
  await entra.provision(staff);
  await eventually('everybody has an account', async () => (await enabled()) === 60);

  for (const each of staff.slice(0, 40)) await entra.disable(each);
  await eventually(
    'what was said is absorbed',
    async () =>
      (await world.made(200, 'GET', `/connections/${world.connectionId}/events?filter[status]=received`))
        .total_items === 0,
  );
  await eventually('some are out', async () => (await enabled()) < 60);
  await eventually('the others are held', async () => (await heldRun()) !== undefined);
  const run = (await heldRun())!;
  expect(run).toMatchObject({ mode: 'endings', status: 'held', expires_at: null });
  expect(run.held).toBeGreaterThanOrEqual(20);
  await eventually('the others are not', async () => (await enabled()) === 20 + run.held);
  const plan = await world.made(200, 'GET', `/runs/${run.id}/plan?page_size=1`);
  expect(plan.total_items).toBe(run.held);
  expect(plan._embedded.plan[0]).toMatchObject({
    kind: 'ending',
    before: { status: 'active' },
    after: { status: 'suspended' },
  });
  const [alert] = (await world.made(200, 'GET', '/alerts?filter[status]=open'))._embedded.alerts;
  expect(alert).toMatchObject({ event: 'endings.held', facts: { run_id: run.id } });

  await world.made(200, 'POST', `/runs/${run.id}/approve`, { body: { plan_hash: run.plan_hash } });
  await eventually('all forty are out', async () => (await enabled()) === 20);
  expect(await heldRun()).toBeUndefined();
  expect((await world.made(200, 'GET', '/alerts?filter[status]=open'))._embedded.alerts).toEqual([]);
});
