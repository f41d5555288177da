import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

const functions = [
  'console/network_ranges_of',
  'radius/sign-in/client',
  'radius/sign-in/place_of',
  'radius/sign-in/accept',
  'radius/sign-in/authorize',
  'radius/accounting/account',
  'radius/accounting/class_of_sign_in',
  'console/network_client_overlaps',
];

/**
 * A packet's network is found by one statement, and what a login or a session's start rarely needs is not asked for.
 * Access points are found by exact addresses: the index by GiST served no look-up of a range under row-level security.
 */
export class PacketsByFewerReads1764002700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index network_clients_by_address');
    await runner.query('create index network_clients_by_address on network_clients (address, id)');
    await apply(
      runner,
      functions.map((name) => functionFile(name)),
    );
  }

  /** Nothing keeps the texts that the files had. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index network_clients_by_address');
    await runner.query('create index network_clients_by_address on network_clients using gist (address inet_ops)');
  }
}
