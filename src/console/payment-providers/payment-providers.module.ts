import { Module } from '@nestjs/common';
import { PaymentProvidersController } from './payment-providers.controller.js';
import { PaymentProvidersRepository } from './payment-providers.repository.js';
import { PaymentProvidersService } from './payment-providers.service.js';

@Module({
  controllers: [PaymentProvidersController],
  providers: [PaymentProvidersRepository, PaymentProvidersService],
  exports: [PaymentProvidersService],
})
export class PaymentProvidersModule {}
