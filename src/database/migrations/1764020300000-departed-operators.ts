import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';

/** Whose operator was deleted gets no more mail as a contact or recipient, until somebody enters the address again. */
export class DepartedOperators1764020300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      `create table departed_operators (
        organization_id uuid not null references organizations (id),
        address_hash bytea not null,
        departed_at timestamptz not null,
        primary key (organization_id, address_hash)
      )`,
      ...walled(['departed_operators']),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, ['departed_operators']);
  }
}
