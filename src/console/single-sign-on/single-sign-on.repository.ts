import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Context } from '../../kernel/context.js';
import { ownerRole } from '../roles/built-in-roles.js';

const isRequired = statement(
  'single_sign_on_is_required',
  'select 1 from organizations where id = $1 and single_sign_on_required',
);
/** Whoever switches it, and whoever takes away what it needs, wait for each other. */
const hold = statement(
  'single_sign_on_hold',
  'select single_sign_on_required as "isRequired" from organizations where id = $1 for no key update',
);
const hasProvider = statement(
  'single_sign_on_has_provider',
  `
  select 1 from authentication_providers
  where organization_id = $1 and not disabled and use in ('operators', 'both') limit 1`,
);
/** Roles of those who have signed in by a provider as it is now. */
const rolesProven = statement(
  'single_sign_on_roles_proven',
  `
  select distinct o.role_id as "roleId", r.permissions from operator_linked_accounts l
  join authentication_providers p on p.organization_id = l.organization_id and p.id = l.provider_id
    and not p.disabled and p.use in ('operators', 'both') and l.last_used_at >= p.updated_at
  join operators o on o.organization_id = l.organization_id and o.id = l.operator_id and not o.disabled
  left join roles r on r.organization_id = o.organization_id and r.id = o.role_id
  where l.organization_id = $1`,
);
/** Owners of an organization above count, since they may act here. */
const hasEmergencyOwner = statement(
  'single_sign_on_has_emergency_owner',
  `
  select 1 from organizations home where home.id = $1 and (home.parent_id is not null
    or exists (select 1 from operators o where o.organization_id = $1 and o.role_id = $2 and not o.disabled
      and o.password_hash is not null and o.totp_confirmed))`,
);
const endSessions = statement(
  'single_sign_on_end_sessions',
  `
  delete from operator_sessions s using operators o
  where s.organization_id = $1 and o.organization_id = $1 and o.id = s.operator_id and o.role_id <> $2
    and s.opened_by <> 'provider'`,
);

interface ProvenRole {
  readonly roleId: string;
  /** Of a role of the organization; null for a built-in one. */
  readonly permissions: readonly string[] | null;
}

@Injectable()
export class SingleSignOnRepository {
  constructor(private readonly database: Database) {}

  async isRequired(context: Context): Promise<boolean> {
    return (await this.database.one(context, isRequired, [context.organizationId])) !== undefined;
  }

  /** The same, until the end of the transaction. */
  async hold(inside: Context): Promise<boolean> {
    const row = await this.database.one<{ isRequired: boolean }>(inside, hold, [inside.organizationId]);
    return row?.isRequired === true;
  }

  async hasProvider(context: Context): Promise<boolean> {
    return (await this.database.one(context, hasProvider, [context.organizationId])) !== undefined;
  }

  rolesProven(context: Context): Promise<ProvenRole[]> {
    return this.database.query<ProvenRole>(context, rolesProven, [context.organizationId]);
  }

  async hasEmergencyOwner(context: Context): Promise<boolean> {
    const values = [context.organizationId, ownerRole.id];
    return (await this.database.one(context, hasEmergencyOwner, values)) !== undefined;
  }

  async endSessions(context: Context): Promise<void> {
    await this.database.query(context, endSessions, [context.organizationId, ownerRole.id]);
  }
}
