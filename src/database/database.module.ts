import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Database } from './database.js';
import { DatabaseState } from './database-state.js';
import { Doorbell } from './doorbell.js';

/** The open, migrated database and the bell beside it, for everybody below the composition. */
@Global()
@Module({})
export class DatabaseModule {
  static with(dataSource: DataSource, database: Database, state: DatabaseState): DynamicModule {
    const providers = [{ provide: DataSource, useValue: dataSource }, { provide: Database, useValue: database }, { provide: DatabaseState, useValue: state }, Doorbell];
    return { module: DatabaseModule, providers, exports: [DataSource, Database, DatabaseState, Doorbell] };
  }
}
