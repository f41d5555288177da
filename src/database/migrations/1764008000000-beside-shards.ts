import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';
import { functionFile } from '../schema/sql-files.js';

const functions = [
  'audit/usher_append_only',
  'audit/usher_audit_drop',
  'audit/usher_audit_redact',
  'console/network_client_overlaps',
];

/** Functions whose text also holds where tables are distributed by organization. */
export class BesideShards1764008000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(
      runner,
      functions.map((name) => functionFile(name)),
    );
  }

  /** Nothing keeps the texts that the files had. */
  async down(): Promise<void> {}
}
