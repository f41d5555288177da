import { Global, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Reach } from '../kernel/reach.js';
import { Settings } from '../kernel/settings.js';
import { ConnectorCatalogue } from '../provisioning/connector/catalogue.js';
import type { ConnectorDefinition } from '../provisioning/connector/connector.js';
import { isConnectorToken } from '../provisioning/connector/connector-providers.js';
import { AccessConnectorsModule } from './access/access.module.js';
import { BillingConnectorsModule } from './billing/billing.module.js';
import { GenericConnectorsModule } from './generic/generic.module.js';
import { HrConnectorsModule } from './hr/hr.module.js';
import { PmsConnectorsModule } from './pms/pms.module.js';
import { vendorsIn } from './vendor-file/load-vendor.js';
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
      useFactory: (discovery: DiscoveryService, settings?: Settings) =>
        new ConnectorCatalogue(withVendorsIn(definitionsIn(discovery), settings)),
      inject: [DiscoveryService, { token: Settings, optional: true }],
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

/** @throws VendorFilesRefused */
function withVendorsIn(known: readonly ConnectorDefinition[], settings?: Settings): readonly ConnectorDefinition[] {
  if (!settings?.vendorsDir) return known;
  const taken = known.map(({ key }) => key);
  const added = vendorsIn(settings.vendorsDir, taken, new Reach(settings));
  return [...known, ...added].sort((one, other) => one.key.localeCompare(other.key));
}
