import { Module } from '@nestjs/common';
import { EventsModule } from '../../console/events/events.module.js';
import { PasswordsModule } from '../../console/passwords/passwords.module.js';
import { PortalAttemptsModule } from '../../console/portal-attempts/portal-attempts.module.js';
import { RegistrationsModule } from '../../console/registrations/registrations.module.js';
import { PortalAttempts } from './attempts.js';
import { Registrations } from './registrations.js';
import { PortalRegistrationsRepository } from './registrations.repository.js';
import { Tickets } from './tickets.js';

/** Registered guests, their tickets, and limits for tries. */
@Module({
  imports: [EventsModule, PasswordsModule, PortalAttemptsModule, RegistrationsModule],
  providers: [PortalAttempts, PortalRegistrationsRepository, Registrations, Tickets],
  exports: [PortalAttempts, Registrations, Tickets],
})
export class AdmissionModule {}
