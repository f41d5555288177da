import { Module } from '@nestjs/common';
import { AuditTrailModule } from '../../console/audit-trail/audit-trail.module.js';
import { DepartedModule } from '../../console/departed/departed.module.js';
import { DevicesModule } from '../../console/devices/devices.module.js';
import { PasswordsModule } from '../../console/passwords/passwords.module.js';
import { PortalAttemptsModule } from '../../console/portal-attempts/portal-attempts.module.js';
import { UsersModule } from '../../console/users/users.module.js';
import { ProvisioningApiModule } from '../../provisioning/api/provisioning-api.module.js';
import { ConnectionModule } from '../../provisioning/connection/connection.module.js';
import { DeliverModule } from '../../provisioning/deliver/deliver.module.js';
import { EntitleModule } from '../../provisioning/entitle/entitle.module.js';
import { IntakeModule } from '../../provisioning/intake/intake.module.js';
import { GuestActionsController } from './guest-actions.controller.js';
import { GuestActions } from './guest-actions.service.js';
import { GuestCards } from './guest-card.service.js';
import { GuestCardsController } from './guest-cards.controller.js';
import { GuestCredentials } from './guest-credentials.service.js';
import { GuestExtensions } from './guest-extensions.service.js';
import { GuestsController } from './guests.controller.js';
import { GuestsRepository } from './guests.repository.js';
import { NewGuests } from './new-guests.service.js';
import { GuestsService } from './guests.service.js';

/** Everybody known, and what reception does for them. */
@Module({
  imports: [
    AuditTrailModule,
    ConnectionModule,
    DeliverModule,
    DepartedModule,
    DevicesModule,
    EntitleModule,
    IntakeModule,
    PasswordsModule,
    PortalAttemptsModule,
    ProvisioningApiModule,
    UsersModule,
  ],
  controllers: [GuestsController, GuestActionsController, GuestCardsController],
  providers: [GuestsRepository, GuestsService, GuestActions, GuestCards, GuestCredentials, GuestExtensions, NewGuests],
})
export class GuestsModule {}
