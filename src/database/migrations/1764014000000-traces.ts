import type { MigrationInterface, QueryRunner } from 'typeorm';
import { apply } from '../schema/area.js';

/** Where sampled traces are kept while a message waits, and until its account logs in. */
export class Traces1764014000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'alter table inbox_events add column traceparent text',
      'alter table identities add column login_trace jsonb',
      'create index identities_traced on identities (organization_id) where login_trace is not null',
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await apply(runner, [
      'alter table identities drop column login_trace',
      'alter table inbox_events drop column traceparent',
    ]);
  }
}
