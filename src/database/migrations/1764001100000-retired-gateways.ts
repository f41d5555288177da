import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';

/** What is kept of deleted gateways that ask who has to go, until they have put everybody out. */
export class RetiredGateways1764001100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      `create table retired_gateways (
        organization_id uuid not null references organizations (id),
        id uuid not null,
        vendor text not null,
        network_id uuid not null,
        captive_portal_id uuid,
        secrets_sealed text not null,
        retired_at timestamptz not null,
        primary key (organization_id, id)
      )`,
      ...walled(['retired_gateways']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, ['retired_gateways']);
  }
}
