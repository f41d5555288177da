import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Database } from './database.js';

/** The open, migrated database, for everybody below the composition. */
@Global()
@Module({})
export class DatabaseModule {
  static with(dataSource: DataSource, database: Database): DynamicModule {
    const providers = [{ provide: DataSource, useValue: dataSource }, { provide: Database, useValue: database }];
    return { module: DatabaseModule, providers, exports: [DataSource, Database] };
  }
}
