import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';
import { auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';

/** What a batch of vouchers usually is. A preset goes with its group. */
export class VoucherPresets1764006000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      `create table voucher_presets (
        organization_id uuid not null references organizations (id),
        id uuid not null,
        name text not null,
        group_id uuid not null,
        count int not null default 1,
        duration_seconds int,
        days_to_first_use int,
        max_devices int,
        prefix text,
        code_length int not null default 8,
        comment text,
        revision int not null default 1,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (organization_id, id),
        constraint voucher_presets_group
          foreign key (organization_id, group_id) references user_groups (organization_id, id) on delete cascade
      )`,
      'create unique index voucher_presets_name on voucher_presets (organization_id, lower(name))',
      'create index voucher_presets_by_group on voucher_presets (organization_id, group_id)',
      ...walled(['voucher_presets']),
      ...auditedTables.filter(({ table }) => table === 'voucher_presets').flatMap(auditedTable),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, ['voucher_presets'], ['usher_audit_voucher_presets']);
  }
}
