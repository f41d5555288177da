import { type DynamicModule, Module } from '@nestjs/common';
import { connectorDefinitions } from './connectors/registry.js';
import { AuditModule } from './console/audit/audit.module.js';
import { ConsoleModule } from './console/console.module.js';
import { PasswordsModule } from './console/passwords/passwords.module.js';
import { Clock } from './kernel/clock.js';
import { Ids } from './kernel/ids.js';
import { Log } from './kernel/log.js';
import { connectionProviders, provisioningApiControllers, provisioningApiProviders } from './provisioning/api/provisioning-api.module.js';
import { deliveryControllers } from './provisioning/api/deliveries/delivery-api.js';
import { ConnectorCatalogue } from './provisioning/connector/catalogue.js';
import { DoorRepository } from './provisioning/wifi-console/built-in/door/door.repository.js';
import { PortalDoor } from './provisioning/wifi-console/built-in/door/portal-door.js';
import { ProvisioningReports } from './provisioning/wifi-console/built-in/provisioning-reports.js';
import { deliveryProviders } from './provisioning/deliver/delivery.providers.js';
import { DeliveryMetricsModule } from './provisioning/deliver/send/delivery-metrics.module.js';
import { HookMetricsModule } from './provisioning/inbox/hook-metrics.module.js';
import { Doorbell } from './provisioning/doorbell/doorbell.js';
import { DoorbellLine } from './database/doorbell-line.js';
import { intakeProviders } from './provisioning/intake.providers.js';
import { reconcileProviders } from './provisioning/reconcile/reconcile.providers.js';
import { privacyControllers } from './provisioning/api/privacy/privacy.controller.js';
import { privacyProviders } from './provisioning/privacy/privacy.providers.js';
import { remoteProviders } from './provisioning/wifi-console/remote/remote.providers.js';
import { scimControllers, scimProviders } from './provisioning/scim/scim.providers.js';

/** The provisioning engine, given its connectors and its console. */
@Module({})
export class EngineModule {
  static with(databaseUrl: string): DynamicModule {
    return {
      module: EngineModule,
      imports: [AuditModule, ConsoleModule, DeliveryMetricsModule, HookMetricsModule, PasswordsModule],
      controllers: [...provisioningApiControllers, ...scimControllers, ...deliveryControllers, ...privacyControllers],
      providers: [
        { provide: ConnectorCatalogue, useFactory: () => new ConnectorCatalogue(connectorDefinitions) },
        {
          provide: DoorbellLine,
          useFactory: (doorbell: Doorbell, clock: Clock, ids: Ids, log: Log) => new DoorbellLine(doorbell, databaseUrl, clock, ids, log),
          inject: [Doorbell, Clock, Ids, Log],
        },
        ...connectionProviders, ...intakeProviders, ...reconcileProviders, ...remoteProviders, ...deliveryProviders, ...privacyProviders, ...provisioningApiProviders, ...scimProviders, ProvisioningReports, DoorRepository, PortalDoor,
      ],
    };
  }
}
