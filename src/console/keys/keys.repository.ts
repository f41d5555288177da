import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import { keyTable } from './key.entity.js';
import type { Key } from './key.js';

export const keyFields = listFieldsOf(keyTable, 'k');

const columns = keyTable.select('k');
const live = 'k.organization_id = $1 and k.revoked_at is null';

const find = statement('keys_find', `select ${columns} from api_keys k where ${live} and k.id = $2`);
const findForChange = statement(
  'keys_find_for_change',
  `select ${columns} from api_keys k where ${live} and k.id = $2 for update`,
);
const insert = statement(
  'keys_insert',
  `
  insert into api_keys (organization_id, id, name, token_hash, prefix, role_id, permissions, expires_at, created_at,
    updated_at, made_by_kind, made_by_id, made_by_name)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12)
  on conflict (organization_id, token_hash) do nothing returning id`,
);
const update = statement(
  'keys_update',
  `
  update api_keys set name = $3, role_id = $4, permissions = $5, expires_at = $6, updated_at = $7,
    revision = revision + 1
  where organization_id = $1 and id = $2`,
);
const revoke = statement(
  'keys_revoke',
  `
  update api_keys set revoked_at = $3, updated_at = $3, revision = revision + 1 where organization_id = $1 and id = $2`,
);

/** Live keys of one organization. A revoked key keeps its row, so that its token can never be used again. */
@Injectable()
export class KeysRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery): Promise<ListedRows<Key>> {
    return listRows<Key>(this.database, context, list, {
      name: 'keys',
      select: columns,
      from: 'api_keys k',
      where: live,
      values: [context.organizationId],
    });
  }

  find(context: Context, id: string): Promise<Key | undefined> {
    return this.database.one<Key>(context, find, [context.organizationId, id]);
  }

  findForChange(context: Context, id: string): Promise<Key | undefined> {
    return this.database.one<Key>(context, findForChange, [context.organizationId, id]);
  }

  /** False when a key with this token exists already, live or revoked. */
  async insert(context: Context, key: Key, tokenHash: Buffer): Promise<boolean> {
    const { id, name, prefix, roleId, permissions, expiresAt, createdAt, madeByKind, madeById, madeByName } = key;
    const made = await this.database.query(context, insert, [
      context.organizationId,
      id,
      name,
      tokenHash,
      prefix,
      roleId,
      permissions,
      expiresAt,
      createdAt,
      madeByKind,
      madeById,
      madeByName,
    ]);
    return made.length > 0;
  }

  async update(context: Context, { id, name, roleId, permissions, expiresAt, updatedAt }: Key): Promise<void> {
    await this.database.query(context, update, [
      context.organizationId,
      id,
      name,
      roleId,
      permissions,
      expiresAt,
      updatedAt,
    ]);
  }

  async revoke(context: Context, id: string, at: Instant): Promise<void> {
    await this.database.query(context, revoke, [context.organizationId, id, at]);
  }
}
