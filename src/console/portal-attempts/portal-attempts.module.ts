import { Module } from '@nestjs/common';
import { PortalAttemptsController } from './portal-attempts.controller.js';
import { PortalAttemptsRepository } from './portal-attempts.repository.js';
import { PortalAttemptsService } from './portal-attempts.service.js';

@Module({
  controllers: [PortalAttemptsController],
  providers: [PortalAttemptsRepository, PortalAttemptsService],
  exports: [PortalAttemptsRepository, PortalAttemptsService],
})
export class PortalAttemptsModule {}
