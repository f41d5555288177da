import type { MigrationInterface, QueryRunner } from 'typeorm';
import { vendorReplies, withoutVendorReplies } from './radius/vendor-replies.js';

/** Bandwidth and VLAN in the words of more makers of access points. */
export class VendorReplies1764038000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of vendorReplies) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of withoutVendorReplies) await runner.query(sql);
  }
}
