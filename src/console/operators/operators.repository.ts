import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import { operatorTable } from './operator.entity.js';
import { emailKey, type Operator } from './operator.js';

/** The same as operatorStatus in operator.ts. */
const status = `(case when operators.disabled then 'disabled' when operators.password_hash is null
  and operators.signed_in_at is null then 'invited' else 'active' end)`;

export const operatorListFields = listFieldsOf(operatorTable, 'operators', {
  email: { column: 'operators.email_key', type: 'text', fold: emailKey },
  status: { column: status, type: 'text' },
  totp: { column: 'operators.totp_confirmed', type: 'flag' },
});

const setPassword = statement(
  'operators_set_password',
  `
  update operators set password_hash = $3, invitation_hash = null, invitation_expires_at = null
    where organization_id = $1 and id = $2`,
);
const setInvitation = statement(
  'operators_set_invitation',
  `
  update operators set invitation_hash = $3, invitation_expires_at = $4 where organization_id = $1 and id = $2`,
);
const dropTotp = statement(
  'operators_drop_totp',
  `
  update operators set totp_sealed = null, totp_confirmed = false, recovery_hashes = '{}' where organization_id = $1
    and id = $2`,
);
const endSessions = statement(
  'operators_end_sessions',
  `
  delete from operator_sessions where organization_id = $1 and operator_id = $2 and token_hash is distinct from $3`,
);

type StoredOperator = Operator & { readonly emailKey: string };

/** Each change joins the caller's transaction, with the operator's row locked. */
@Injectable()
export class OperatorsRepository {
  readonly table: RecordTable<StoredOperator>;

  constructor(private readonly database: Database) {
    this.table = new RecordTable<StoredOperator>(database, operatorTable, 'operator', {
      hidden: ['emailKey'],
      selected: `operators.password_hash is not null as "hasPassword", operators.totp_confirmed as "totpConfirmed"`,
    });
  }

  /** Voids any open invitation. */
  async setPassword(inside: Context, id: string, passwordHash: string): Promise<void> {
    await this.database.query(inside, setPassword, [inside.organizationId, id, passwordHash]);
  }

  async setInvitation(inside: Context, id: string, tokenHash: Buffer, expiresAt: Instant): Promise<void> {
    await this.database.query(inside, setInvitation, [inside.organizationId, id, tokenHash, expiresAt]);
  }

  async dropTotp(inside: Context, id: string): Promise<void> {
    await this.database.query(inside, dropTotp, [inside.organizationId, id]);
  }

  /** All sessions, except that of the token with the hash `exceptTokenHash`. */
  async endSessions(inside: Context, id: string, exceptTokenHash: Buffer | null = null): Promise<void> {
    await this.database.query(inside, endSessions, [inside.organizationId, id, exceptTokenHash]);
  }
}
