import type { MigrationInterface, QueryRunner } from 'typeorm';
import { leanerSignIn } from './radius/leaner-sign-in.js';
import { loginAtOnce } from './radius/login-at-once.js';

const of = (parameters: string) => [
  `revoke all on function radius.accept(${parameters}) from public`,
  `grant execute on function radius.accept(${parameters}) to usher_radius`,
];
const gate = 'text, text, text, text, text, text, text, text';
const provenGate = `${gate}, text, text, text`;
const party = 'radius.party, text, text, text';

/** One question for a login by PAP, where it was two; a FreeRADIUS with the configuration before asks on as it did. */
export class LoginsAtOnce1764088000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [
      `drop function radius.accept(${gate})`,
      ...loginAtOnce,
      `revoke all on function radius.is_proven(${party}) from public`,
      ...of(provenGate),
    ])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    const before = leanerSignIn.filter((sql) => sql.includes('function radius.accept('));
    for (const sql of [
      `drop function radius.accept(${provenGate})`,
      `drop function radius.is_proven(${party})`,
      ...before,
      ...of(gate),
    ])
      await runner.query(sql);
  }
}
