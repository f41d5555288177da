import { Global, Module } from '@nestjs/common';
import { Alarms } from '../../kernel/alarms.js';
import { RaisedAlarms } from './raised-alarms.js';
import { RaisedAlarmsRepository } from './raised-alarms.repository.js';

/** For everything that raises alarms, in every layer above the kernel. */
@Global()
@Module({ providers: [RaisedAlarmsRepository, { provide: Alarms, useClass: RaisedAlarms }], exports: [Alarms] })
export class AlarmsModule {}
