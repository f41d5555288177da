import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { PortalNetworks1764280000000 } from '../../../src/database/migrations/1764280000000-portal-networks.js';
import { type FreshDatabase, freshDatabase } from '../../database/fresh-database.js';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(async () => {
  await fresh.close();
});

const network = (number: number) => `0190a0a2-0000-7000-8000-00000000000${number}`;
const portal = (number: number) => `0190a0a3-0000-7000-8000-00000000000${number}`;

test('links of networks and portals become one: the newest portal keeps its network', async () => {
  const { organizationId } = await fresh.organization();
  const migration = new PortalNetworks1764280000000();
  await inTransaction((runner) => migration.down(runner));
  await inTransaction(async (runner) => {
    await everywhere(runner);
    for (const number of [1, 2, 3, 4, 5]) {
      await runner.query(
        `
        insert into networks (organization_id, id, name, unknown_users, created_at, updated_at)
        values ($1, $2::uuid, $2::text, 'reject', '2026-01-01'::date + $3::int, '2026-01-01')`,
        [organizationId, network(number), number],
      );
      await runner.query(
        `
        insert into captive_portals (organization_id, id, name, slug, methods, vendor, created_at, updated_at)
        values ($1, $2::uuid, $2::text, $2::text, '{voucher}', 'generic', '2026-01-01'::date + $3::int, '2026-01-01')`,
        [organizationId, portal(number), number],
      );
    }
    // Portals 1 and 2 name network 1, which names portal 1; networks 2 and 3 name portal 3; network 4 names portal 5,
    // which names network 5.
    for (const [of, named] of [
      [1, 1],
      [2, 1],
      [5, 5],
    ]) {
      await runner.query('update captive_portals set network_id = $2 where id = $1', [portal(of), network(named)]);
    }
    for (const [of, named] of [
      [1, 1],
      [2, 3],
      [3, 3],
      [4, 5],
    ]) {
      await runner.query('update networks set captive_portal_id = $2 where id = $1', [network(of), portal(named)]);
    }
  });
  await inTransaction((runner) => migration.up(runner));
  await inTransaction(async (runner) => {
    await everywhere(runner);
    const portals = [
      [1, null, 2],
      [2, network(1), 1],
      [3, network(2), 2],
      [4, null, 1],
      [5, network(5), 1],
    ] as const;
    expect(await runner.query('select id, network_id, revision from captive_portals order by id')).toEqual(
      portals.map(([of, named, revision]) => ({ id: portal(of), network_id: named, revision })),
    );
    expect(await runner.query('select id, revision from networks order by id')).toEqual(
      [
        [1, 2],
        [2, 1],
        [3, 2],
        [4, 2],
        [5, 2],
      ].map(([of, revision]) => ({ id: network(of), revision })),
    );
  });
  await inTransaction((runner) => migration.down(runner));
  await inTransaction(async (runner) => {
    await everywhere(runner);
    expect(
      await runner.query('select id, captive_portal_id from networks where captive_portal_id is not null order by id'),
    ).toEqual(
      [
        [1, 2],
        [2, 3],
        [5, 5],
      ].map(([of, named]) => ({ id: network(of), captive_portal_id: portal(named) })),
    );
    // The audit is that of the column again.
    await runner.query('update networks set captive_portal_id = null where id = $1', [network(5)]);
  });
  await inTransaction((runner) => migration.up(runner));
});

test('two portals of one network are impossible', async () => {
  await expect(
    inTransaction(async (runner) => {
      await everywhere(runner);
      await runner.query('update captive_portals set network_id = $1 where id in ($2, $3)', [
        network(3),
        portal(1),
        portal(4),
      ]);
    }),
  ).rejects.toThrow('captive_portals_network_once');
});

async function inTransaction(work: (runner: QueryRunner) => Promise<unknown>): Promise<void> {
  await fresh.dataSource.transaction(({ queryRunner }) => work(queryRunner as QueryRunner));
}

function everywhere(runner: QueryRunner): Promise<unknown> {
  return runner.query("set local usher.organization_id = '*'");
}
