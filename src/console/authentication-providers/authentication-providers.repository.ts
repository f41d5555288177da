import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { authenticationProviderTable } from './authentication-provider.entity.js';
import { listFieldsOf } from '../crud/list-fields-of.js';
import { RecordTable } from '../crud/record-table.js';
import type { AuthenticationProvider } from './authentication-provider.js';

export const providerListFields = listFieldsOf(authenticationProviderTable, 'authentication_providers');

@Injectable()
export class AuthenticationProvidersRepository {
  readonly table: RecordTable<AuthenticationProvider>;

  constructor(database: Database) {
    this.table = new RecordTable<AuthenticationProvider>(database, authenticationProviderTable, {
      hidden: ['secretsSealed'],
    });
  }
}
