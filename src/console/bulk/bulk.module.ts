import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.js';
import { UserGroupsModule } from '../user-groups/user-groups.module.js';
import { UsersModule } from '../users/users.module.js';
import { VouchersModule } from '../vouchers/vouchers.module.js';
import { BulkController } from './bulk.controller.js';
import { BulkIntake } from './bulk-intake.js';
import { BulkJobWork } from './bulk-job-work.js';
import { BulkJobQueueRepository } from './bulk-job-queue.repository.js';
import { BulkJobsRepository } from './bulk-jobs.repository.js';
import { BulkMatches } from './bulk-matches.js';
import { BulkResources } from './bulk-resources.js';
import { BulkRun } from './bulk-run.js';
import { BulkService } from './bulk.service.js';
import { BulkVouchers } from './bulk-vouchers.js';
import { BulkWorker } from './bulk-worker.js';
import { SealedOperations } from './sealed-operations.js';

@Module({
  imports: [DevicesModule, UsersModule, UserGroupsModule, VouchersModule],
  controllers: [BulkController],
  providers: [
    BulkService,
    BulkIntake,
    BulkMatches,
    BulkRun,
    BulkResources,
    BulkVouchers,
    BulkJobsRepository,
    BulkJobQueueRepository,
    BulkJobWork,
    BulkWorker,
    SealedOperations,
  ],
  exports: [BulkWorker],
})
export class BulkModule {}
