import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { HostModule } from '../host/host.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { CalledCharges } from './called-charges.js';
import { ChargeableStays } from './chargeable-stays.js';
import { PostingsRepository } from './postings.repository.js';
import { Postings } from './postings.js';

/** Charges to guests' rooms. */
@Module({
  imports: [ConnectionModule, HostModule, InboxModule],
  providers: [CalledCharges, ChargeableStays, Postings, PostingsRepository],
  exports: [CalledCharges, ChargeableStays, Postings, PostingsRepository],
})
export class PostingModule {}
