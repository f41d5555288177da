import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { ConnectorsModule } from './connectors/connectors.module.js';
import { ConsoleModule } from './console/console.module.js';
import { DatabaseModule } from './database/database.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpEdgeModule } from './http/edge/http.module.js';
import { KernelModule } from './kernel/kernel.module.js';
import type { Log } from './kernel/log.js';
import { MailModule } from './kernel/sending/mail.module.js';
import type { Settings } from './kernel/settings.js';
import type { OpenDatabase } from './start/open-database.js';
import { PeopleModule } from './people/people.module.js';
import { PortalModule } from './portal/portal.module.js';
import { ProvisioningModule } from './provisioning/provisioning.module.js';
import { RetentionModule } from './retention/retention.module.js';
import { RadiusModule } from './radius/radius.module.js';

/** One process: the edge, the console, the engine with its connectors. */
@Module({})
export class AppModule {
  static with(settings: Settings, log: Log, open: OpenDatabase): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KernelModule.with(settings, log),
        MailModule,
        DatabaseModule.with(open),
        ScheduleModule.forRoot(),
        HttpEdgeModule,
        RadiusModule,
        ConsoleModule,
        ConnectorsModule,
        ProvisioningModule,
        PortalModule,
        PeopleModule,
        RetentionModule,
        HealthModule,
      ],
    };
  }
}
