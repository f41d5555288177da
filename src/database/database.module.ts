import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Chance } from '../kernel/chance.js';
import { Clock } from '../kernel/clock.js';
import { Ids } from '../kernel/ids.js';
import { Log } from '../kernel/log.js';
import { Database } from './database.js';
import { DatabaseState } from './database-state.js';
import { HeardChanges } from './heard-changes.js';
import { WakeUps } from './wake-ups.js';
import { WakeUpRelay } from './wake-up-relay.js';

export interface OpenedDatabase {
  readonly dataSource: DataSource;
  readonly database: Database;
  readonly state: DatabaseState;
  /** An address where sessions last: LISTEN and FreeRADIUS connect here, past a pooler. */
  readonly url: string;
}

/** The open, migrated database and the wake-ups, for every layer above. */
@Global()
@Module({})
export class DatabaseModule {
  static with(open: OpenedDatabase): DynamicModule {
    const providers = [
      { provide: DataSource, useValue: open.dataSource },
      { provide: Database, useValue: open.database },
      { provide: DatabaseState, useValue: open.state },
      WakeUps,
      {
        provide: WakeUpRelay,
        useFactory: (database: Database, wakeUps: WakeUps, clock: Clock, chance: Chance, ids: Ids, log: Log) =>
          new WakeUpRelay(database, wakeUps, open.url, clock, chance, ids, log),
        inject: [Database, WakeUps, Clock, Chance, Ids, Log],
      },
      {
        provide: HeardChanges,
        useFactory: (database: Database, wakeUps: WakeUps, clock: Clock, chance: Chance, ids: Ids, log: Log) =>
          new HeardChanges(database, wakeUps, open.url, clock, chance, ids, log),
        inject: [Database, WakeUps, Clock, Chance, Ids, Log],
      },
    ];
    return {
      module: DatabaseModule,
      providers,
      exports: [DataSource, Database, DatabaseState, WakeUps, WakeUpRelay, HeardChanges],
    };
  }
}
