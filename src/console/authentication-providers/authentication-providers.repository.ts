import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { listFields } from '../../http/list/list-fields.js';
import { authenticationProviderTable } from './authentication-provider.entity.js';
import { RecordTable } from '../record/record-table.js';
import type { AuthenticationProvider } from './authentication-provider.js';

export const providerListFields = listFields({
  id: 'authentication_providers.id',
  fields: {
    id: { column: 'authentication_providers.id', type: 'uuid' },
    name: { column: 'authentication_providers.name', type: 'text' },
    type: { column: 'authentication_providers.type', type: 'text' },
    table_id: { column: 'authentication_providers.group_id', type: 'uuid' },
    disabled: { column: 'authentication_providers.disabled', type: 'flag' },
    created_at: { column: 'authentication_providers.created_at', type: 'instant' },
    updated_at: { column: 'authentication_providers.updated_at', type: 'instant' },
  },
});

@Injectable()
export class AuthenticationProvidersRepository {
  readonly table: RecordTable<AuthenticationProvider>;

  constructor(database: Database) {
    this.table = new RecordTable<AuthenticationProvider>(database, authenticationProviderTable, {
      hidden: ['secretsSealed'],
    });
  }
}
