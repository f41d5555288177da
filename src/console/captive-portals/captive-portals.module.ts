import { Module } from '@nestjs/common';
import { PaymentProvidersModule } from '../payment-providers/payment-providers.module.js';
import { CaptivePortalsController } from './captive-portals.controller.js';
import { CaptivePortalsRepository } from './captive-portals.repository.js';
import { CaptivePortalsService } from './captive-portals.service.js';

@Module({
  imports: [PaymentProvidersModule],
  controllers: [CaptivePortalsController],
  providers: [CaptivePortalsRepository, CaptivePortalsService],
  exports: [CaptivePortalsService],
})
export class CaptivePortalsModule {}
