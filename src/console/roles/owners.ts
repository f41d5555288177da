import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { Problem } from '../../kernel/errors.js';
import { ownerRole } from './built-in-roles.js';

/** Changes that remove an owner wait for each other; otherwise the last two could remove one another. */
const takeTurn = statement('owners_turn', `select pg_advisory_xact_lock(hashtext('usher owners ' || $1::text))`);

/** Who can act as owner indefinitely. Owners of an organization above count, since they may act here. */
const someone = statement(
  'owners_someone',
  `
  select 1 from organizations o where o.id = $1 and (o.parent_id is not null
    or exists (select 1 from api_keys k where k.organization_id = $1 and k.role_id = $2 and k.revoked_at is null
      and k.expires_at is null)
    or exists (select 1 from operators p where p.organization_id = $1 and p.role_id = $2 and not p.disabled
      and p.password_hash is not null))`,
);

/** Makes sure that somebody with every permission remains. */
@Injectable()
export class Owners {
  constructor(private readonly database: Database) {}

  /** Called in the transaction that removed an owner. @throws Problem conflict if it was the last one */
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
