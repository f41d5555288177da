import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { type Instant, laterBy } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { ownerRole } from '../roles/built-in-roles.js';
import type { AskedToken } from '../batch/shared-questions.js';
import { idleSeconds } from './session.js';

export interface KnownSession {
  readonly n: number;
  readonly sessionId: string;
  readonly organizationId: string;
  readonly operatorId: string;
  readonly name: string;
  readonly roleId: string;
  /** Permissions of the operator's own role; null for a built-in role. */
  readonly permissions: readonly string[] | null;
  readonly mayAct: boolean;
  readonly isDisabled: boolean;
}

/**
 * The same idea as keys_admit: many callers in one statement. Where single sign-on is required, what else opened a
 * session counts no longer, except an owner's.
 */
const admit = statement(
  'sessions_admit',
  `
  select asked.n::int as n, s.id as "sessionId", s.organization_id as "organizationId", o.id as "operatorId", o.name,
    o.role_id as "roleId", r.permissions,
         coalesce(wanted.path @> array[s.organization_id], asked.wanted is null) as "mayAct",
         exists (select 1 from organizations above where above.id = any (home.path) and above.disabled) as "isDisabled"
  from unnest($1::bytea[], $2::uuid[]) with ordinality as asked (token_hash, wanted, n)
  join operator_sessions s on s.token_hash = asked.token_hash and s.expires_at > $3 and s.last_used_at > $4
  join operators o on o.organization_id = s.organization_id and o.id = s.operator_id and not o.disabled
  join organizations home on home.id = s.organization_id
    and (not home.single_sign_on_required or s.opened_by = 'provider' or o.role_id = $5)
  left join roles r on r.organization_id = s.organization_id and r.id = o.role_id
  left join organizations wanted on wanted.id = asked.wanted`,
);

const used = statement(
  'sessions_used',
  `
  update operator_sessions set last_used_at = $3 where organization_id = $1 and id = $2 and last_used_at < $3`,
);

@Injectable()
export class SessionAdmissionRepository {
  // A token is all that is known of a caller, so the search goes over all organizations.
  private readonly everywhere = systemContext(everyOrganization, 'session admission');

  constructor(private readonly database: Database) {}

  admit(asked: readonly AskedToken[], at: Instant): Promise<KnownSession[]> {
    const values = [
      asked.map(({ tokenHash }) => tokenHash),
      asked.map(({ wantedOrganizationId }) => wantedOrganizationId ?? null),
      at,
      laterBy(at, -idleSeconds),
      ownerRole.id,
    ];
    return this.database.query<KnownSession>(this.everywhere, admit, values);
  }

  async used({ organizationId, sessionId }: KnownSession, at: Instant): Promise<void> {
    await this.database.query(systemContext(organizationId, 'session admission'), used, [
      organizationId,
      sessionId,
      at,
    ]);
  }
}
