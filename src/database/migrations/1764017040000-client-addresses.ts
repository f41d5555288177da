import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply, dropped, walled } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

/** What RADIUS asks before the tenant is known, where tables are distributed: decision 29. Elsewhere it stays empty. */
export class ClientAddresses1764017040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      `create table client_addresses (
        organization_id uuid not null,
        client_id uuid not null,
        address cidr not null,
        ssid text,
        auth_port int,
        acct_port int,
        primary key (organization_id, client_id)
      )`,
      'create index client_addresses_by_address on client_addresses (address)',
      ...walled(['client_addresses']),
      functionFile('radius/accounting/write_session'),
      functionFile('radius/sign-in/limit_reached'),
      functionFile('radius/sign-in/party_of'),
    ]);
  }

  /** Nothing keeps the texts that the functions had. */
  async down(runner: QueryRunner): Promise<void> {
    await dropped(runner, ['client_addresses']);
  }
}
