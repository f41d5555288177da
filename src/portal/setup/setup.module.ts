import { Module } from '@nestjs/common';
import { CaptivePortalsModule } from '../../console/captive-portals/captive-portals.module.js';
import { PortalSetupsController } from './portal-setups.controller.js';
import { PortalSetups } from './portal-setups.js';

/** The settings that operators enter at gateways so that a portal is shown. */
@Module({ imports: [CaptivePortalsModule], controllers: [PortalSetupsController], providers: [PortalSetups] })
export class PortalSetupModule {}
