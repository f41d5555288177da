import { Module } from '@nestjs/common';
import { GatewaysModule as GatewayRecordsModule } from '../../console/gateways/gateways.module.js';
import { NetworksModule } from '../../console/networks/networks.module.js';
import { EventsModule } from '../../console/events/events.module.js';
import { PasswordsModule } from '../../console/passwords/passwords.module.js';
import { RadiusModule } from '../../radius/radius.module.js';
import { SessionsModule } from '../../console/sessions/sessions.module.js';
import { ControllerAdmissions } from './controllers/controller-admissions.js';
import { ControllerSessionsRepository } from './controllers/controller-sessions.repository.js';
import { ControllerTroubles } from './controllers/controller-troubles.js';
import { CredentialAdmissions } from './controllers/credential-admissions.js';
import { Controllers } from './controllers/controllers.js';
import { GatewayChecks } from './gateway-checks.js';
import { GatewayChecksController } from './gateway-checks.controller.js';
import { Gateways } from './gateways.js';
import { AccountDevicesRepository } from './first-use/account-devices.repository.js';
import { FirstUseRepository } from './first-use/first-use.repository.js';
import { MacAdmissions } from './mac-auth/mac-admissions.js';
import { MacAdmissionsRepository } from './mac-auth/mac-admissions.repository.js';
import { OfferedNetworks } from './offered-networks.js';
import { EndedDevices } from './opennds/ended-devices.js';
import { EndedDevicesRepository } from './opennds/ended-devices.repository.js';
import { RecentRefusalsRepository } from './recent-refusals.repository.js';
import { UnknownGateways } from './unknown-gateways.js';

/** How guests are let in at gateways. */
@Module({
  imports: [EventsModule, GatewayRecordsModule, NetworksModule, PasswordsModule, RadiusModule, SessionsModule],
  controllers: [GatewayChecksController],
  providers: [
    Gateways,
    GatewayChecks,
    ControllerAdmissions,
    CredentialAdmissions,
    Controllers,
    ControllerSessionsRepository,
    ControllerTroubles,
    AccountDevicesRepository,
    FirstUseRepository,
    EndedDevices,
    EndedDevicesRepository,
    MacAdmissions,
    MacAdmissionsRepository,
    OfferedNetworks,
    RecentRefusalsRepository,
    UnknownGateways,
  ],
  exports: [Gateways, EndedDevices],
})
export class PortalGatewaysModule {}
