import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { type AuditedTable, auditedTable } from '../schema/audited-table.js';
import { auditedTables } from '../schema/audited/audited-tables.js';
import { functionFile } from '../schema/sql-files.js';

const added: Readonly<Record<string, string>> = { network_clients: 'site_address', certificates: 'network_client_id' };

/** Access points that come by RadSec, whose certificate says whose they are. */
export class SitesByRadsec1764017060000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      `alter table network_clients alter column address drop not null, add column site_address cidr,
        add constraint network_clients_one_address check (num_nonnulls(address, site_address) = 1)`,
      'alter table certificates add column network_client_id uuid',
      'create index certificates_of_sites on certificates (serial) where network_client_id is not null',
      `create index certificates_by_client on certificates (organization_id, network_client_id)
        where network_client_id is not null`,
      ...auditedTables.filter(({ table }) => table in added).flatMap(auditedTable),
      functionFile('templates/revoke_certificates', { table: 'network_clients', column: 'network_client_id' }),
      functionFile('radius/sign-in/site'),
    ]);
  }

  /** Those that came by RadSec get the address that they have in their site. */
  async down(runner: QueryRunner): Promise<void> {
    const before = ({ shown, ...table }: AuditedTable): AuditedTable => ({
      ...table,
      shown: Object.fromEntries(Object.entries(shown).filter(([column]) => column !== added[table.table])),
    });
    await apply(runner, [
      'drop trigger revoke_certificates on network_clients',
      'drop function usher_revoke_certificates_of_network_clients',
      ...auditedTables.filter(({ table }) => table in added).flatMap((table) => auditedTable(before(table))),
      'alter table network_clients drop constraint network_clients_one_address',
      'update network_clients set address = site_address where address is null',
      'alter table network_clients drop column site_address, alter column address set not null',
      'alter table certificates drop column network_client_id',
    ]);
  }
}
