import { Module } from '@nestjs/common';
import { GatewaysModule as GatewayRecordsModule } from '../../console/gateways/gateways.module.js';
import { NetworksModule } from '../../console/networks/networks.module.js';
import { GatewayChecks } from './gateway-checks.js';
import { GatewayChecksController } from './gateway-checks.controller.js';
import { Gateways } from './gateways.js';

/** How guests are let in at gateways. */
@Module({
  imports: [GatewayRecordsModule, NetworksModule],
  controllers: [GatewayChecksController],
  providers: [Gateways, GatewayChecks],
  exports: [Gateways],
})
export class PortalGatewaysModule {}
