import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';
import { auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';

/** The account at a provider by which an operator signs in: known by the provider's own id from the first time on. */
export class LinkedAccounts1764020900000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      `create table operator_linked_accounts (
        organization_id uuid not null,
        id uuid not null,
        operator_id uuid not null,
        provider_id uuid not null,
        subject text not null,
        email text,
        created_at timestamptz not null,
        last_used_at timestamptz not null,
        primary key (organization_id, id),
        constraint operator_linked_accounts_subject unique (organization_id, provider_id, subject),
        constraint operator_linked_accounts_one_each unique (organization_id, operator_id, provider_id),
        constraint operator_linked_accounts_operator
          foreign key (organization_id, operator_id) references operators (organization_id, id) on delete cascade,
        constraint operator_linked_accounts_provider
          foreign key (organization_id, provider_id) references authentication_providers (organization_id, id)
          on delete cascade
      )`,
      ...walled(['operator_linked_accounts']),
      ...auditedTables.filter(({ table }) => table === 'operator_linked_accounts').flatMap(auditedTable),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, ['operator_linked_accounts'], ['usher_audit_operator_linked_accounts']);
  }
}
