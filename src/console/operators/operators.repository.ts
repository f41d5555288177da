import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import type { ListQuery } from '../../http/list/list-query.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { emailKey, type Operator } from './operator.js';

/** As operatorStatus in operator.ts. */
const status = "(case when o.disabled then 'disabled' when o.password_hash is null then 'invited' else 'active' end)";

export const operatorListFields = listFields({
  id: 'o.id',
  fields: {
    id: { column: 'o.id', type: 'uuid' },
    email: { column: 'o.email_key', type: 'text', fold: emailKey },
    name: { column: 'o.name', type: 'text' },
    role_id: { column: 'o.role_id', type: 'uuid' },
    disabled: { column: 'o.disabled', type: 'flag' },
    status: { column: status, type: 'text' },
    totp: { column: 'o.totp_confirmed', type: 'flag' },
    invitation_expires_at: { column: 'o.invitation_expires_at', type: 'instant' },
    signed_in_at: { column: 'o.signed_in_at', type: 'instant' },
    created_at: { column: 'o.created_at', type: 'instant' },
    updated_at: { column: 'o.updated_at', type: 'instant' },
  },
});

const columns = `o.id, o.email, o.name, o.role_id as "roleId", o.disabled, o.password_hash is not null as "hasPassword",
  o.invitation_expires_at as "invitationExpiresAt", o.totp_confirmed as "totpConfirmed", o.signed_in_at as "signedInAt",
  o.revision,
  o.created_at as "createdAt", o.updated_at as "updatedAt"`;

const find = statement(
  'operators_find',
  `select ${columns} from operators o where o.organization_id = $1 and o.id = $2`,
);
const findForChange = statement(
  'operators_find_for_change',
  `select ${columns} from operators o where o.organization_id = $1 and o.id = $2 for update`,
);
const insert = statement(
  'operators_insert',
  `
  insert into operators (organization_id, id, email, email_key, name, role_id, disabled, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
);
const update = statement(
  'operators_update',
  `
  update operators set email = $3, email_key = $4, name = $5, role_id = $6, disabled = $7, updated_at = $8,
    revision = revision + 1
  where organization_id = $1 and id = $2`,
);
const remove = statement('operators_remove', 'delete from operators where organization_id = $1 and id = $2');
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

/** Each change within the caller's transaction, with the operator's row locked. */
@Injectable()
export class OperatorsRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Operator>> {
    return listRows<Operator>(this.database, context, list, {
      name: 'operators',
      select: columns,
      from: 'operators o',
      where: 'o.organization_id = $1',
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<Operator | undefined> {
    return this.database.one<Operator>(context, find, [context.organizationId, id]);
  }

  findForChange(context: Context, id: string): Promise<Operator | undefined> {
    return this.database.one<Operator>(context, findForChange, [context.organizationId, id]);
  }

  async insert(inside: Context, operator: Operator): Promise<void> {
    await this.database.query(inside, insert, [inside.organizationId, ...valuesOf(operator)]);
  }

  async update(inside: Context, operator: Operator): Promise<void> {
    await this.database.query(inside, update, [inside.organizationId, ...valuesOf(operator)]);
  }

  async remove(inside: Context, id: string): Promise<void> {
    await this.database.query(inside, remove, [inside.organizationId, id]);
  }

  /** Any open invitation is void from now on. */
  async setPassword(inside: Context, id: string, passwordHash: string): Promise<void> {
    await this.database.query(inside, setPassword, [inside.organizationId, id, passwordHash]);
  }

  async setInvitation(inside: Context, id: string, tokenHash: Buffer, expiresAt: Instant): Promise<void> {
    await this.database.query(inside, setInvitation, [inside.organizationId, id, tokenHash, expiresAt]);
  }

  async dropTotp(inside: Context, id: string): Promise<void> {
    await this.database.query(inside, dropTotp, [inside.organizationId, id]);
  }

  /** All of them, but that of the token with the hash `exceptTokenHash`. */
  async endSessions(inside: Context, id: string, exceptTokenHash: Buffer | null = null): Promise<void> {
    await this.database.query(inside, endSessions, [inside.organizationId, id, exceptTokenHash]);
  }
}

function valuesOf({ id, email, name, roleId, disabled, updatedAt }: Operator): unknown[] {
  return [id, email, emailKey(email), name, roleId, disabled, updatedAt];
}
