import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { Instant } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';

/** An operator's account at a provider, as people look at it. */
export interface LinkedAccount {
  readonly id: string;
  readonly providerId: string;
  readonly providerName: string;
  readonly subject: string;
  /** What the provider called verified when it was last used. */
  readonly email: string | null;
  readonly lastUsedAt: Instant;
  readonly createdAt: Instant;
}

/** Whom a provider has just proven. */
export interface ProvenSubject {
  readonly providerId: string;
  /** The provider's own, unchanging id of the person. */
  readonly subject: string;
  /** Verified; null: the provider vouches for none. */
  readonly email: string | null;
}

/** Whose it is. */
export interface AccountOwner {
  readonly id: string;
  readonly operatorId: string;
}

const ownerOf = statement(
  'linked_accounts_owner_of',
  `
  select id, operator_id as "operatorId" from operator_linked_accounts
  where organization_id = $1 and provider_id = $2 and subject = $3`,
);
const isLinked = statement(
  'linked_accounts_is_linked',
  'select 1 from operator_linked_accounts where organization_id = $1 and provider_id = $2 and operator_id = $3',
);
const list = statement(
  'linked_accounts_list',
  `
  select l.id, l.provider_id as "providerId", p.name as "providerName", l.subject, l.email,
    l.last_used_at as "lastUsedAt", l.created_at as "createdAt"
  from operator_linked_accounts l
  join authentication_providers p on p.organization_id = l.organization_id and p.id = l.provider_id
  where l.organization_id = $1 and l.operator_id = $2 order by l.created_at, l.id`,
);
/**
 * Of several who come at once, the first one is linked; the others, and other accounts of the operator, are not. Nobody
 * is linked to a provider that went meanwhile.
 */
const add = statement(
  'linked_accounts_add',
  `
  insert into operator_linked_accounts (organization_id, id, operator_id, provider_id, subject, email, created_at,
    last_used_at)
  select $1, $2, $3, id, $5, $6, $7, $7 from authentication_providers
  where organization_id = $1 and id = $4 and not disabled
  on conflict do nothing returning id`,
);
const used = statement(
  'linked_accounts_used',
  `
  update operator_linked_accounts set email = $4, last_used_at = $5
  where organization_id = $1 and id = $2 and operator_id = $3 returning id`,
);
const remove = statement(
  'linked_accounts_remove',
  'delete from operator_linked_accounts where organization_id = $1 and operator_id = $2 and id = $3 returning id',
);
const removeOfOperator = statement(
  'linked_accounts_remove_of_operator',
  'delete from operator_linked_accounts where organization_id = $1 and operator_id = $2',
);
const removeOfProvider = statement(
  'linked_accounts_remove_of_provider',
  'delete from operator_linked_accounts where organization_id = $1 and provider_id = $2',
);

@Injectable()
export class LinkedAccountsRepository {
  constructor(private readonly database: Database) {}

  ownerOf(context: Context, { providerId, subject }: Omit<ProvenSubject, 'email'>): Promise<AccountOwner | undefined> {
    return this.database.one<AccountOwner>(context, ownerOf, [context.organizationId, providerId, subject]);
  }

  /** Whether the operator has an account at this provider already. */
  async isLinked(context: Context, providerId: string, operatorId: string): Promise<boolean> {
    const values = [context.organizationId, providerId, operatorId];
    return (await this.database.one(context, isLinked, values)) !== undefined;
  }

  list(context: Context, operatorId: string): Promise<LinkedAccount[]> {
    return this.database.query<LinkedAccount>(context, list, [context.organizationId, operatorId]);
  }

  /** False if somebody else was faster. */
  async add(
    inside: Context,
    id: string,
    operatorId: string,
    { providerId, subject, email }: ProvenSubject,
    at: Instant,
  ): Promise<boolean> {
    const values = [inside.organizationId, id, operatorId, providerId, subject, email, at];
    return (await this.database.query(inside, add, values)).length > 0;
  }

  /** False if the link was undone meanwhile. */
  async used(inside: Context, { id, operatorId }: AccountOwner, email: string | null, at: Instant): Promise<boolean> {
    const values = [inside.organizationId, id, operatorId, email, at];
    return (await this.database.query(inside, used, values)).length > 0;
  }

  /** False if it is none of the operator's. */
  async remove(inside: Context, operatorId: string, id: string): Promise<boolean> {
    return (await this.database.query(inside, remove, [inside.organizationId, operatorId, id])).length > 0;
  }

  async removeOfOperator(inside: Context, operatorId: string): Promise<void> {
    await this.database.query(inside, removeOfOperator, [inside.organizationId, operatorId]);
  }

  async removeOfProvider(inside: Context, providerId: string): Promise<void> {
    await this.database.query(inside, removeOfProvider, [inside.organizationId, providerId]);
  }
}
