import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Database } from './database.js';
import { Doorbell } from './doorbell.js';

/** The open, migrated database and the bell beside it, for everybody below the composition. */
@Global()
@Module({})
export class DatabaseModule {
  static with(dataSource: DataSource, database: Database): DynamicModule {
    const providers = [{ provide: DataSource, useValue: dataSource }, { provide: Database, useValue: database }, Doorbell];
    return { module: DatabaseModule, providers, exports: [DataSource, Database, Doorbell] };
  }
}
