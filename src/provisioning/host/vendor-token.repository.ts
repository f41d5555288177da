import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import type { Connection } from '../connection/connection.js';

/** A token as stored. */
export interface VendorTokenRow {
  readonly requestedWith: string;
  readonly tokenSealed: string;
  readonly untilAt: Instant;
  readonly issuedAt: readonly Instant[];
}

@Injectable()
export class VendorTokenRepository {
  constructor(private readonly database: Database) {}

  find(context: Context, connectionId: string, name: string): Promise<VendorTokenRow | undefined> {
    return this.database.one<VendorTokenRow>(context, find, [context.organizationId, connectionId, name]);
  }

  /**
   * Stores nothing for a deleted connection, and never replaces a token of newer settings, unless it `replaces` what it
   * was requested with.
   */
  async keep(
    context: Context,
    { id, revision }: Pick<Connection, 'id' | 'revision'>,
    name: string,
    row: VendorTokenRow,
    replaces: boolean,
  ): Promise<void> {
    const { requestedWith, tokenSealed, untilAt, issuedAt } = row;
    await this.database.query(context, keep, [
      context.organizationId,
      id,
      name,
      revision,
      requestedWith,
      tokenSealed,
      untilAt,
      JSON.stringify(issuedAt),
      replaces,
    ]);
  }
}

const find = statement(
  'vendor_tokens_find',
  `
  select requested_with as "requestedWith", token_sealed as "tokenSealed", until_at as "untilAt",
    issued_at as "issuedAt"
  from connection_vendor_tokens where organization_id = $1 and connection_id = $2 and name = $3`,
);

const keep = statement(
  'vendor_tokens_keep',
  `
  insert into connection_vendor_tokens as t (organization_id, connection_id, name, revision, requested_with,
    token_sealed, until_at, issued_at)
  select c.organization_id, c.id, $3::text, $4::int, $5::text, $6::text, $7::timestamptz, $8::jsonb
  from connections c where c.organization_id = $1 and c.id = $2 for key share
  on conflict (organization_id, connection_id, name) do update
    set revision = greatest(t.revision, excluded.revision),
    requested_with = excluded.requested_with, token_sealed = excluded.token_sealed, until_at = excluded.until_at,
    issued_at = excluded.issued_at
    where t.revision <= excluded.revision or $9::boolean`,
);
