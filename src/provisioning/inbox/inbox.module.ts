import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { FileStores } from './files/file-stores.js';
import { FileRepository } from './files/file.repository.js';
import { Inbox } from './inbox.js';
import { InboxRepository } from './inbox.repository.js';
import { LeaseRepository } from './lease/lease.repository.js';
import { Leases } from './lease/leases.js';
import { Payloads } from './payloads.js';

/** What arrived, as it arrived: messages and files, and who may work on them. */
@Module({
  imports: [ConnectionModule],
  providers: [LeaseRepository, Leases, FileRepository, FileStores, Payloads, InboxRepository, Inbox],
  exports: [LeaseRepository, Leases, FileRepository, FileStores, Payloads, InboxRepository, Inbox],
})
export class InboxModule {}
