import { Injectable } from '@nestjs/common';
import { Database, replanned, statement } from '../../database/database.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { type ListedRows, listRows } from '../../http/list/list-rows.js';
import type { ListQuery } from '../../http/list/list-query.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { authorityTable } from './certificate.entity.js';
import type { Authority } from './authority.js';
import type { RevocationReason } from './revocation-reason.js';

/** As authorityStatus in authority.ts; $2 is the present instant. */
const status =
  "(case when a.retired_at is not null then 'retired' when a.expires_at <= $2 then 'expired' when " +
  "a.superseded_at is null then 'issuing' else 'trusted' end)";

export const authorityListFields = listFieldsOf(authorityTable, 'a', {
  certificate: null,
  status: { column: status, type: 'text' },
});

const columns = authorityTable.select('a');
const count = statement(
  'authority_succession_count',
  'select count(*) as count from certificate_authorities where organization_id = $1',
);
const find = statement(
  'authority_succession_find',
  `select ${columns} from certificate_authorities a where a.organization_id = $1 and a.id = $2 for update`,
);
const supersede = statement(
  'authority_succession_supersede',
  `
  update certificate_authorities set superseded_at = $3, revision = revision + 1 where organization_id = $1 and id = $2
    and superseded_at is null`,
);
// Nobody needs to hear of its end; what it signed is on its list until it expires.
const retire = statement(
  'authority_succession_retire',
  `
  update certificate_authorities set retired_at = $3, announce_at = null, crl_outdated = true, revision = revision + 1
    where organization_id = $1 and id = $2`,
);
const heldByClients = statement(
  'authority_succession_held',
  `
  select count(*) as count from certificates where organization_id = $1 and authority_id = $2 and purpose <> 'server'
    and revoked_at is null and expires_at > $3`,
);
const revokeAll = replanned(
  'authority_succession_revoke',
  `
  update certificates set revoked_at = $3, revocation_reason = $4, announce_at = null, updated_at = $3,
    revision = revision + 1
  where organization_id = $1 and authority_id = $2 and revoked_at is null and expires_at > $3 returning id`,
);

@Injectable()
export class AuthoritySuccessionRepository {
  constructor(private readonly database: Database) {}

  list(context: Context, list: ListQuery, now: Instant): Promise<ListedRows<Authority>> {
    return listRows<Authority>(this.database, context, list, {
      name: 'certificate_authorities',
      select: columns,
      from: 'certificate_authorities a',
      // Every statement must mention $2, or PostgreSQL cannot tell its type.
      where: 'a.organization_id = $1 and $2::timestamptz is not null',
      values: [context.organizationId, now],
    });
  }

  async count(context: Context): Promise<number> {
    return (await this.database.one<{ count: number }>(context, count, [context.organizationId]))?.count ?? 0;
  }

  /** In a transaction: the authority as it stays until the transaction ends. */
  findForChange(inside: Context, id: string): Promise<Authority | undefined> {
    return this.database.one<Authority>(inside, find, [inside.organizationId, id]);
  }

  async supersede(inside: Context, id: string, at: Instant): Promise<void> {
    await this.database.query(inside, supersede, [inside.organizationId, id, at]);
  }

  async retire(inside: Context, id: string, at: Instant): Promise<void> {
    await this.database.query(inside, retire, [inside.organizationId, id, at]);
  }

  /** Valid certificates of clients that the authority issued. */
  async heldByClients(inside: Context, authorityId: string, now: Instant): Promise<number> {
    return (
      (await this.database.one<{ count: number }>(inside, heldByClients, [inside.organizationId, authorityId, now]))
        ?.count ?? 0
    );
  }

  /** Ids of those that were still valid. */
  async revokeAll(inside: Context, authorityId: string, at: Instant, reason: RevocationReason): Promise<string[]> {
    return (
      await this.database.query<{ id: string }>(inside, revokeAll, [inside.organizationId, authorityId, at, reason])
    ).map(({ id }) => id);
  }
}
