import type { MigrationInterface, QueryRunner } from 'typeorm';

const unfinished = "status in ('queued', 'running')";

/** Queues by organization, where one is claimed from: by what its work is ordered, as far as it is not done. */
const orders: readonly (readonly [table: string, columns: string, condition: string])[] = [
  ['alert_messages', 'way, due_at', "status = 'pending'"],
  ['bulk_jobs', 'created_at', unfinished],
  ['credential_deliveries', 'via, due_at', "status = 'pending'"],
  ['report_tasks', 'created_at', unfinished],
  ['runs', 'created_at', unfinished],
  ['session_endings', 'due_at', "due_at < 'infinity'"],
  ['webhooks', 'due_at', 'due_at is not null and not disabled'],
];

/** Whose leases are looked for; credential_deliveries has this index already. */
const leased = orders.map(([table]) => table).filter((table) => table !== 'credential_deliveries');

/** Every queue is claimed from in the same way. */
export class WorkQueues1764330000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table session_endings add column lease_owner text');
    for (const [table, columns, condition] of orders)
      await runner.query(`create index ${table}_queue on ${table} (organization_id, ${columns}) where ${condition}`);
    for (const table of leased)
      await runner.query(`create index ${table}_leased on ${table} (lease_until_at) where lease_until_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of leased) await runner.query(`drop index ${table}_leased`);
    for (const [table] of orders) await runner.query(`drop index ${table}_queue`);
    await runner.query('alter table session_endings drop column lease_owner');
  }
}
