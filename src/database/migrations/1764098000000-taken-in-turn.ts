import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Pages of a list share the lock on its connection's subjects and leave no moment between them: who only tried would never have it.
 * So one of those who try, the first of them, waits in the queue, for a second at most.
 */
export class TakenInTurn1764098000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query(`create function take_subjects(key text) returns boolean language plpgsql set lock_timeout = '1s' as $$
      begin
        if not pg_try_advisory_xact_lock(hashtextextended('one of those who try: ' || key, 0)) then return false; end if;
        perform pg_advisory_xact_lock(hashtextextended(key, 0));
        return true;
      exception when lock_not_available then return false;
      end $$`);
  }

  down(runner: QueryRunner): Promise<unknown> {
    return runner.query('drop function take_subjects');
  }
}
