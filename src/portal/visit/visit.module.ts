import { Module } from '@nestjs/common';
import { AdmissionModule } from '../admission/admission.module.js';
import { PortalGatewaysModule } from '../gateways/gateways.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { WaysModule } from '../ways/ways.module.js';
import { AddressBudget } from './address-budget.js';
import { CapportController } from './capport.controller.js';
import { CardJourney } from './card-journey.js';
import { Connecting } from './connecting.js';
import { FirstPageRoute } from './first-page.route.js';
import { HandOver } from './hand-over.js';
import { Journey } from './journey.js';
import { JourneyStates } from './journey-state.js';
import { MinutesGiven } from './minutes-given.js';
import { OpenNdsController } from './opennds.controller.js';
import { PageFilter } from './page.filter.js';
import { PortalAnswers } from './portal-answers.js';
import { PortalController } from './portal.controller.js';
import { ProviderJourney } from './provider-journey.js';
import { SignInController } from './sign-in.controller.js';
import { SignInProvidersModule } from '../identity/sign-in-providers.module.js';
import { ProbesController } from './probes.controller.js';
import { RequestSteps } from './request-steps.js';
import { RequestsController } from './requests.controller.js';
import { RegisteredGuests } from './registered-guests.js';
import { TierSteps } from './tier-steps.js';
import { TiersController } from './tiers.controller.js';
import { UnifiController } from './unifi.controller.js';
import { VisitedPortals } from './visited-portals.js';

/** A guest's journey over the pages of a portal. */
@Module({
  imports: [AdmissionModule, PaymentsModule, PortalGatewaysModule, RequestsModule, SignInProvidersModule, WaysModule],
  controllers: [
    RequestsController,
    TiersController,
    PortalController,
    CapportController,
    OpenNdsController,
    ProbesController,
    SignInController,
    UnifiController,
  ],
  providers: [
    AddressBudget,
    CardJourney,
    Connecting,
    FirstPageRoute,
    HandOver,
    Journey,
    JourneyStates,
    MinutesGiven,
    PageFilter,
    PortalAnswers,
    ProviderJourney,
    RegisteredGuests,
    RequestSteps,
    TierSteps,
    VisitedPortals,
  ],
  exports: [VisitedPortals],
})
export class VisitModule {}
