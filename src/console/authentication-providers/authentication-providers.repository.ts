import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { HeardChanges } from '../../database/heard-changes.js';
import type { Context } from '../../kernel/context.js';
import { authenticationProviderTable } from './authentication-provider.entity.js';
import { listFieldsOf } from '../../http/list/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import type { AuthenticationProvider } from './authentication-provider.js';

export const providerListFields = listFieldsOf(authenticationProviderTable, 'authentication_providers');

const forgetGroups = statement(
  'authentication_provider_groups_forget',
  'delete from authentication_provider_groups where organization_id = $1 and provider_id = $2',
);
const noteGroups = statement(
  'authentication_provider_groups_note',
  `
  insert into authentication_provider_groups (organization_id, provider_id, group_id)
  select $1, $2, group_id from unnest($3::uuid[]) as g (group_id)
  returning 1`,
);

@Injectable()
export class AuthenticationProvidersRepository {
  readonly table: RecordTable<AuthenticationProvider>;

  constructor(
    private readonly database: Database,
    changes: HeardChanges,
  ) {
    this.table = new RecordTable<AuthenticationProvider>(
      database,
      authenticationProviderTable,
      'authentication provider',
      {
        hidden: ['secretsSealed'],
        rememberedBy: changes,
      },
    );
  }

  async insert(inside: Context, provider: AuthenticationProvider): Promise<void> {
    await this.table.insert(inside, provider);
    await this.noteGroups(inside, provider);
  }

  async update(inside: Context, provider: AuthenticationProvider): Promise<void> {
    await this.table.update(inside, provider);
    await this.database.query(inside, forgetGroups, [inside.organizationId, provider.id]);
    await this.noteGroups(inside, provider);
  }

  private async noteGroups(inside: Context, { id, groups, groupId }: AuthenticationProvider): Promise<void> {
    const named = new Set(groups.map(({ table_id: group }) => group));
    if (groupId !== null) named.add(groupId);
    if (named.size > 0) await this.database.query(inside, noteGroups, [inside.organizationId, id, [...named]]);
  }
}
