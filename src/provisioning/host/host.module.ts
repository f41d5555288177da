import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { WifiConsoleModule } from '../wifi-console/wifi-console.module.js';
import { AddressBudgetRepository } from './address-budget.repository.js';
import { AddressBudgets } from './address-budgets.js';
import { ConnectorHost } from './connector-host.js';
import { ConnectionHealth } from './connection-health.js';
import { ConsoleHealth } from './console-health.js';
import { ConsoleOutages } from './console-outages.js';
import { ConsoleRefusals } from './console-refusals.js';
import { Quarantines } from './quarantines.js';
import { Silence } from './silence.js';
import { SubscriptionDuty } from './subscription-duty.js';
import { VendorTokenRepository } from './vendor-token.repository.js';
import { VendorTokens } from './vendor-tokens.js';

/** Live connectors of connections, and their health. */
@Module({
  imports: [ConnectionModule, InboxModule, WifiConsoleModule],
  providers: [
    VendorTokenRepository,
    VendorTokens,
    AddressBudgetRepository,
    AddressBudgets,
    ConnectorHost,
    Quarantines,
    ConnectionHealth,
    ConsoleHealth,
    ConsoleOutages,
    ConsoleRefusals,
    Silence,
    SubscriptionDuty,
  ],
  exports: [
    ConnectorHost,
    Quarantines,
    ConnectionHealth,
    ConsoleHealth,
    ConsoleOutages,
    ConsoleRefusals,
    Silence,
    SubscriptionDuty,
  ],
})
export class HostModule {}
