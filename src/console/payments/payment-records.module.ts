import { Module } from '@nestjs/common';
import { PaymentsController } from './payments.controller.js';
import { PaymentRecords } from './payment-records.js';

@Module({ controllers: [PaymentsController], providers: [PaymentRecords] })
export class PaymentRecordsModule {}
