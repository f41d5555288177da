import type { MigrationInterface, QueryRunner } from 'typeorm';
import { signIn } from './radius/sign-in.js';

const before = (signIn.find((sql) => sql.startsWith('create function radius.reason_of')) ?? '').replace(
  'create function',
  'create or replace function',
);

/** A device that asks for a method that is not served is told of as such, not as failed. */
export class RefusedMethods1764064000000 implements MigrationInterface {
  up(runner: QueryRunner): Promise<unknown> {
    return runner.query(before.replace("'No NT-Password|", "'No mutually acceptable|No NT-Password|"));
  }

  down(runner: QueryRunner): Promise<unknown> {
    return runner.query(before);
  }
}
