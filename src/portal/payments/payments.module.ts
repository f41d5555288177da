import { Module } from '@nestjs/common';
import { PaymentProvidersModule } from '../../console/payment-providers/payment-providers.module.js';
import { UsersModule } from '../../console/users/users.module.js';
import { PostingModule } from '../../provisioning/posting/posting.module.js';
import { AdmissionModule } from '../admission/admission.module.js';
import { CardPaymentsRepository } from './card-payments.repository.js';
import { CardPayments } from './card-payments.js';
import { PaymentEvents } from './payment-events.js';
import { PaymentHooksController } from './payment-hooks.controller.js';
import { StripeCheckout } from './stripe-checkout.js';
import { PaidAccess } from './paid-access.js';
import { PaymentSweep } from './payment-sweep.js';
import { PaymentsRepository } from './payments.repository.js';
import { ReturnedPayments } from './returned-payments.js';
import { RoomPayments } from './room-payments.js';
import { TierPayments } from './tier-payments.js';

/** What guests pay for. */
@Module({
  imports: [AdmissionModule, PaymentProvidersModule, PostingModule, UsersModule],
  controllers: [PaymentHooksController],
  providers: [
    CardPayments,
    CardPaymentsRepository,
    PaidAccess,
    PaymentEvents,
    PaymentSweep,
    PaymentsRepository,
    ReturnedPayments,
    RoomPayments,
    StripeCheckout,
    TierPayments,
  ],
  exports: [TierPayments],
})
export class PaymentsModule {}
