import { Module } from '@nestjs/common';
import { SetModule } from '../set/set.module.js';
import { VoucherSet } from './voucher-set.js';
import { VoucherSetRepository } from './voucher-set.repository.js';
import { VouchersController } from './vouchers.controller.js';
import { VouchersRepository } from './vouchers.repository.js';
import { VouchersService } from './vouchers.service.js';

@Module({
  imports: [SetModule],
  controllers: [VouchersController],
  providers: [VoucherSet, VoucherSetRepository, VouchersRepository, VouchersService],
  exports: [VoucherSet, VouchersService],
})
export class VouchersModule {}
