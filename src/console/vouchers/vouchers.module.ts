import { Module } from '@nestjs/common';
import { AuditTrailModule } from '../audit-trail/audit-trail.module.js';
import { BatchModule } from '../batch/batch.module.js';
import { VoucherSheetsController } from './voucher-sheets.controller.js';
import { VoucherSheetsService } from './voucher-sheets.service.js';
import { VoucherBatchesController } from './voucher-batches.controller.js';
import { VoucherBatchesRepository } from './voucher-batches.repository.js';
import { VoucherSet } from './voucher-set.js';
import { VoucherSetRepository } from './voucher-set.repository.js';
import { VouchersController } from './vouchers.controller.js';
import { VouchersRepository } from './vouchers.repository.js';
import { VouchersService } from './vouchers.service.js';

@Module({
  imports: [AuditTrailModule, BatchModule],
  controllers: [VoucherBatchesController, VoucherSheetsController, VouchersController],
  providers: [
    VoucherBatchesRepository,
    VoucherSet,
    VoucherSetRepository,
    VouchersRepository,
    VoucherSheetsService,
    VouchersService,
  ],
  exports: [VoucherSet, VouchersService],
})
export class VouchersModule {}
