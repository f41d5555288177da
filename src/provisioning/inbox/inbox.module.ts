import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { FileRetention } from './files/file-retention.js';
import { FileStores } from './files/file-stores.js';
import { FileRepository } from './files/file.repository.js';
import { Inbox } from './inbox.js';
import { InboxRepository } from './inbox.repository.js';
import { LeaseRepository } from './lease/lease.repository.js';
import { Leases } from './lease/leases.js';
import { PayloadRetention } from './payload-retention.js';
import { Payloads } from './payloads.js';

/** What arrived, as it arrived: messages and files, and who may work on them. */
@Module({
  imports: [ConnectionModule],
  providers: [
    LeaseRepository,
    Leases,
    FileRepository,
    FileStores,
    FileRetention,
    Payloads,
    InboxRepository,
    Inbox,
    PayloadRetention,
  ],
  exports: [
    LeaseRepository,
    Leases,
    FileRepository,
    FileStores,
    FileRetention,
    Payloads,
    InboxRepository,
    Inbox,
    PayloadRetention,
  ],
})
export class InboxModule {}
