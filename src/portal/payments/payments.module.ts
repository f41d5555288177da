import { Module } from '@nestjs/common';
import { UsersModule } from '../../console/users/users.module.js';
import { PostingModule } from '../../provisioning/posting/posting.module.js';
import { AdmissionModule } from '../admission/admission.module.js';
import { PaidAccess } from './paid-access.js';
import { PaymentSweep } from './payment-sweep.js';
import { PaymentsRepository } from './payments.repository.js';
import { RoomPayments } from './room-payments.js';

/** What guests pay for. */
@Module({
  imports: [AdmissionModule, PostingModule, UsersModule],
  providers: [PaidAccess, PaymentSweep, PaymentsRepository, RoomPayments],
  exports: [RoomPayments],
})
export class PaymentsModule {}
