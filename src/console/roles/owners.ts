import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { ownerRole } from './built-in-roles.js';

/** Changes that take an owner away wait for each other: two last ones would else remove one another. */
const takeTurn = statement('owners_turn', `select pg_advisory_xact_lock(hashtext('usher owners ' || $1::text))`);

/**
 * Who can act as owner for as long as nobody says otherwise; an organization above counts, since its owners may act
 * here.
 */
const someone = statement(
  'owners_someone',
  `
  select 1 from organizations o where o.id = $1 and (o.parent_id is not null
    or exists (select 1 from api_keys k where k.organization_id = o.id and k.role_id = $2 and k.revoked_at is null
      and k.expires_at is null)
    or exists (select 1 from operators p where p.organization_id = o.id and p.role_id = $2 and not p.disabled
      and p.password_hash is not null))`,
);

/** Sees to it that somebody stays who can do everything. */
@Injectable()
export class Owners {
  constructor(private readonly database: Database) {}

  /** In the transaction that has taken an owner away. @throws Problem conflict when it was the last one */
  async requireOne(inside: Context): Promise<void> {
    await this.database.query(inside, takeTurn, [inside.organizationId]);
    if (await this.database.one(inside, someone, [inside.organizationId, ownerRole.id])) return;
    throw new Problem(
      'conflict',
      'This is the last owner, and nobody could do everything any more: first make another owner, a key ' +
        'without an end or an operator with a password',
    );
  }
}
