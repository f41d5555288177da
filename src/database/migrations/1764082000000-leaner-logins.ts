import type { MigrationInterface, QueryRunner } from 'typeorm';
import { evaluation } from './radius/evaluation.js';
import { givenAttributes } from './radius/given-attributes.js';
import { identity } from './radius/identity.js';
import { leanerDecision } from './radius/leaner-decision.js';
import { leanerParts } from './radius/leaner-parts.js';
import { leanerSignIn } from './radius/leaner-sign-in.js';
import { radiusSchema } from './radius/schema.js';
import { signIn } from './radius/sign-in.js';
import { toldReply } from './radius/told-reply.js';
import { vendorReplies } from './radius/vendor-replies.js';

const before: readonly (readonly [sql: readonly string[], name: string])[] = [
  [identity, 'is_plain'],
  [radiusSchema, 'mac'],
  [radiusSchema, 'new_id'],
  [toldReply, 'told'],
  [vendorReplies, 'reply_attributes'],
  [evaluation, 'account_denial'],
  [evaluation, 'account_seconds'],
  [identity, 'party_of'],
  [identity, 'decision'],
  [signIn, 'attributes_of'],
  [signIn, 'authorize'],
  [givenAttributes, 'accept'],
];

/** The same answers for half of the database's work. */
export class LeanerLogins1764082000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter function radius.place_of(text, text) rename to shared_place_of');
    for (const sql of [...leanerParts, ...leanerDecision, ...leanerSignIn]) await runner.query(sql);
    await runner.query('drop function radius.attributes_of(uuid, text, uuid, uuid, bigint)');
    await runner.query('revoke all on function radius.place_of(text, text) from public');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function radius.place_of(text, text)');
    await runner.query('alter function radius.shared_place_of(text, text) rename to place_of');
    for (const [sql, name] of before)
      await runner.query(
        (sql.find((each) => each.includes(`function radius.${name}(`) && each.startsWith('create')) ?? '').replace(
          'create function',
          'create or replace function',
        ),
      );
    await runner.query('revoke all on function radius.attributes_of(uuid, text, uuid, uuid, bigint) from public');
  }
}
