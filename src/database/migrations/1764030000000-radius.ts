import type { MigrationInterface, QueryRunner } from 'typeorm';
import { evaluation } from './radius/evaluation.js';
import { accounting } from './radius/accounting.js';
import { identity } from './radius/identity.js';
import { loginHours } from './radius/login-hours.js';
import { radiusSchema } from './radius/schema.js';
import { signIn } from './radius/sign-in.js';

/** The questions of FreeRADIUS; everything else in the schema is between them. */
const answers = ['client', 'authorize', 'accept', 'reject', 'account'];

/** What FreeRADIUS asks: schema `radius`, a role that may call its functions and do nothing else. */
export class Radius1764030000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...radiusSchema, ...loginHours, ...evaluation, ...identity, ...signIn, ...accounting])
      await runner.query(sql);
    await runner.query('revoke all on all functions in schema radius from public');
    await runner.query(
      `grant execute on function ${answers.map((name) => `radius.${name}`).join(', ')} to usher_radius`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema if exists radius cascade');
  }
}
