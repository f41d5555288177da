import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';
import { functionFile, functionFiles, functionNames, tableFile } from '../schema/sql-files.js';
import { countedTable } from '../schema/tenant-table.js';

const tables = [
  'user_groups',
  'users',
  'vouchers',
  'devices',
  'radius_attributes',
  'roles',
  'api_keys',
  'operators',
  'operator_sessions',
  'operator_passkeys',
  'operator_preferences',
  'saved_views',
  'operator_links',
  'password_resets',
  'sign_in_attempts',
  'policies',
  'policy_groups',
  'radius_servers',
  'networks',
  'network_clients',
  'radius_contacts',
  'captive_portals',
  'portal_addresses',
  'portal_pictures',
  'gateways',
  'registrations',
  'portal_consents',
  'payment_providers',
  'portal_payments',
  'portal_tickets',
  'portal_attempts',
  'portal_accounts',
  'portal_requests',
  'portal_messages',
  'authentication_providers',
  'authentication_provider_groups',
  'certificate_authorities',
  'certificates',
  'profiles',
  'bulk_jobs',
  'bulk_chunks',
];
/** Whose certificates end with them; later migrations add others (current-functions.ts). */
const certifiedAtFirst = { users: 'user_id', devices: 'device_id' };
const counted = ['users', 'user_groups', 'vouchers', 'devices', 'certificates'];

/** The console's records: who may use the Wi-Fi, by what rules, on which networks, and who administers it. */
export class Console1764000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      tableFile('console/accounts'),
      tableFile('console/operators'),
      tableFile('console/policies'),
      tableFile('console/networks'),
      tableFile('console/portals'),
      tableFile('console/certificates'),
      tableFile('console/bulk'),
      ...walled(tables),
      ...counted.map(countedTable),
      ...functionFiles('console'),
      ...Object.entries(certifiedAtFirst).map(([table, column]) =>
        functionFile('templates/revoke_certificates', { table, column }),
      ),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, tables, functionNames('console'));
    await dropped(
      runner,
      [],
      Object.keys(certifiedAtFirst).map((table) => `usher_revoke_certificates_of_${table}`),
    );
    await runner.query('delete from resource_counts');
  }
}
