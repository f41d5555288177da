import { Module } from '@nestjs/common';
import { DevicesModule } from '../../console/devices/devices.module.js';
import { PortalAttemptsModule } from '../../console/portal-attempts/portal-attempts.module.js';
import { UsersModule } from '../../console/users/users.module.js';
import { ProvisioningApiModule } from '../../provisioning/api/provisioning-api.module.js';
import { GuestActionsController } from './guest-actions.controller.js';
import { GuestActions } from './guest-actions.service.js';
import { GuestsController } from './guests.controller.js';
import { GuestsRepository } from './guests.repository.js';
import { GuestsService } from './guests.service.js';

/** Everybody known, and what a reception does for them. */
@Module({
  imports: [DevicesModule, PortalAttemptsModule, UsersModule, ProvisioningApiModule],
  controllers: [GuestsController, GuestActionsController],
  providers: [GuestsRepository, GuestsService, GuestActions],
})
export class GuestsModule {}
