import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import type { AskedToken } from '../batch/shared-questions.js';

export interface KnownKey {
  /** Position in the question, from 1. */
  readonly n: number;
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  readonly roleId: string | null;
  /** The key's own, or those of its organization's role. Null with a built-in role. */
  readonly permissions: readonly string[] | null;
  readonly expiresAt: Instant | null;
  /** Whether the requested organization is the key's own or below it. */
  readonly mayAct: boolean;
  /** The key's organization, or one above it, is disabled. */
  readonly isDisabled: boolean;
}

/**
 * Many callers in one statement. Each row says who calls, with which permissions, and whether for the requested
 * organization.
 */
const admit = statement(
  'keys_admit',
  `
  select asked.n::int as n, k.organization_id as "organizationId", k.id, k.name, k.role_id as "roleId",
    coalesce(k.permissions, r.permissions) as permissions,
         k.expires_at as "expiresAt",
         coalesce(wanted.path @> array[k.organization_id], asked.wanted is null) as "mayAct",
         exists (select 1 from organizations above where above.id = any (home.path) and above.disabled) as "isDisabled"
  from unnest($1::bytea[], $2::uuid[]) with ordinality as asked (token_hash, wanted, n)
  join api_keys k on k.token_hash = asked.token_hash and k.revoked_at is null and (k.expires_at is null
    or k.expires_at > $3)
  join organizations home on home.id = k.organization_id
  left join roles r on r.organization_id = k.organization_id and r.id = k.role_id
  left join organizations wanted on wanted.id = asked.wanted`,
);

const used = statement(
  'keys_used',
  `
  update api_keys set last_used_at = $2 where id = any ($1::uuid[]) and (last_used_at is null or last_used_at < $2)`,
);

@Injectable()
export class KeyAdmissionRepository {
  // A token is all that is known of a caller, so the search goes over all organizations.
  private readonly everywhere = systemContext(everyOrganization, 'key admission');

  constructor(private readonly database: Database) {}

  admit(asked: readonly AskedToken[], at: Instant): Promise<KnownKey[]> {
    const values = [
      asked.map(({ tokenHash }) => tokenHash),
      asked.map(({ wantedOrganizationId }) => wantedOrganizationId ?? null),
      at,
    ];
    return this.database.query<KnownKey>(this.everywhere, admit, values);
  }

  async used(ids: readonly string[], at: Instant): Promise<void> {
    await this.database.query(this.everywhere, used, [ids, at]);
  }
}
