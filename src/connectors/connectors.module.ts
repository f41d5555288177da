import { Global, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { ConnectorCatalogue } from '../provisioning/connector/catalogue.js';
import type { ConnectorDefinition } from '../provisioning/connector/connector.js';
import { isConnectorToken } from '../provisioning/connector/connector-providers.js';
import { AccessConnectorsModule } from './access/access.module.js';
import { BillingConnectorsModule } from './billing/billing.module.js';
import { GenericConnectorsModule } from './generic/generic.module.js';
import { HrConnectorsModule } from './hr/hr.module.js';
import { PmsConnectorsModule } from './pms/pms.module.js';
import { VisitorConnectorsModule } from './visitor/visitor.module.js';

/** Every family of connectors of this build. */
export const connectorFamilies = [
  AccessConnectorsModule,
  BillingConnectorsModule,
  GenericConnectorsModule,
  HrConnectorsModule,
  PmsConnectorsModule,
  VisitorConnectorsModule,
];

@Module({ imports: connectorFamilies })
class FamiliesModule {}

/** Every connector of this build. The catalogue is what the modules of the families provide. */
@Global()
@Module({
  imports: [DiscoveryModule, FamiliesModule],
  providers: [
    {
      provide: ConnectorCatalogue,
      useFactory: (discovery: DiscoveryService) => new ConnectorCatalogue(definitionsIn(discovery)),
      inject: [DiscoveryService],
    },
  ],
  exports: [ConnectorCatalogue],
})
export class ConnectorsModule {}

/** Given values, not created by Nest: they exist before any factory runs. */
function definitionsIn(discovery: DiscoveryService): ConnectorDefinition[] {
  const found = discovery.getProviders().filter(({ token }) => isConnectorToken(token));
  return found.map(({ instance }) => instance as ConnectorDefinition).sort((a, b) => a.key.localeCompare(b.key));
}
