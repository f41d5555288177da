import { Module } from '@nestjs/common';
import { RegistrationsController } from './registrations.controller.js';
import { RegistrationsRepository } from './registrations.repository.js';
import { RegistrationsService } from './registrations.service.js';

@Module({
  controllers: [RegistrationsController],
  providers: [RegistrationsRepository, RegistrationsService],
  exports: [RegistrationsRepository, RegistrationsService],
})
export class RegistrationsModule {}
