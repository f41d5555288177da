import { Module } from '@nestjs/common';
import { VouchersModule } from '../vouchers/vouchers.module.js';
import { VoucherPresetsController } from './voucher-presets.controller.js';
import { VoucherPresetsRepository } from './voucher-presets.repository.js';
import { VoucherPresetsService } from './voucher-presets.service.js';

@Module({
  imports: [VouchersModule],
  controllers: [VoucherPresetsController],
  providers: [VoucherPresetsRepository, VoucherPresetsService],
})
export class VoucherPresetsModule {}
