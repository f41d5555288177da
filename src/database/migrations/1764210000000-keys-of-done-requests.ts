import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The transaction that does the work writes the key: a row stands for an answer, never for a request under way. */
export class KeysOfDoneRequests1764210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("delete from idempotency_keys where state <> 'done'");
    await runner.query(`alter table idempotency_keys drop column state,
      alter column status set not null, alter column response_sealed set not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table idempotency_keys add column state text not null default 'done',
      alter column status drop not null, alter column response_sealed drop not null`);
    await runner.query('alter table idempotency_keys alter column state drop default');
  }
}
