import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { PortalGatewaysModule } from '../gateways/gateways.module.js';
import { WaysModule } from '../ways/ways.module.js';
import { AddressBudget } from './address-budget.js';
import { CapportController } from './capport.controller.js';
import { Connecting } from './connecting.js';
import { HandOver } from './hand-over.js';
import { Journey } from './journey.js';
import { JourneyStates } from './journey-state.js';
import { PortalController } from './portal.controller.js';
import { ProbesController } from './probes.controller.js';
import { UnifiController } from './unifi.controller.js';
import { VisitedPortals } from './visited-portals.js';

/** A guest's journey over the pages of a portal. */
@Module({
  imports: [AdmissionModule, PortalGatewaysModule, WaysModule],
  controllers: [PortalController, CapportController, ProbesController, UnifiController],
  providers: [AddressBudget, Connecting, HandOver, Journey, JourneyStates, VisitedPortals],
})
export class VisitModule {}
