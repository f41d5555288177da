import { Module } from '@nestjs/common';
import { AccessPresets } from '../access/access-presets.js';
import { ClosingSweep } from './closing-sweep.js';
import { ConnectionDirectory } from './connection-directory.js';
import { ConnectionRows } from './connection-rows.js';
import { ConnectionScheduleRepository } from './connection-schedule.repository.js';
import { ConnectionRepository } from './connection.repository.js';

/** Connections as they are stored, and the presets of their access. */
@Module({
  providers: [
    { provide: AccessPresets, useFactory: () => AccessPresets.load() },
    ConnectionRows,
    ConnectionRepository,
    ConnectionScheduleRepository,
    ConnectionDirectory,
    ClosingSweep,
  ],
  exports: [
    AccessPresets,
    ConnectionRows,
    ConnectionRepository,
    ConnectionScheduleRepository,
    ConnectionDirectory,
    ClosingSweep,
  ],
})
export class ConnectionModule {}
