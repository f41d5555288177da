import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { HostModule } from '../host/host.module.js';
import { ChargeableStays } from './chargeable-stays.js';
import { PostingsRepository } from './postings.repository.js';
import { Postings } from './postings.js';

/** Charges to guests' rooms. */
@Module({
  imports: [ConnectionModule, HostModule],
  providers: [ChargeableStays, Postings, PostingsRepository],
  exports: [ChargeableStays, Postings, PostingsRepository],
})
export class PostingModule {}
