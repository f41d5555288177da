import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { WifiConsoleModule } from '../wifi-console/wifi-console.module.js';
import { ConnectorHost } from './connector-host.js';
import { ConnectionHealth } from './health/connection-health.js';
import { ConsoleHealth } from './health/console-health.js';
import { Quarantines } from './health/quarantines.js';
import { Silence } from './health/silence.js';

/** Connectors at work for their connections, and how they fare. */
@Module({
  imports: [ConnectionModule, InboxModule, WifiConsoleModule],
  providers: [ConnectorHost, Quarantines, ConnectionHealth, ConsoleHealth, Silence],
  exports: [ConnectorHost, Quarantines, ConnectionHealth, ConsoleHealth, Silence],
})
export class HostModule {}
