import { Module } from '@nestjs/common';
import { AuditTrailModule } from '../audit-trail/audit-trail.module.js';
import { ReportCatalogue } from './definitions/report-catalogue.js';
import { ReportsController } from './reports.controller.js';
import { ReportsRepository } from './query/reports.repository.js';
import { ReportsService } from './reports.service.js';
import { LogPartitionsRepository } from './logs/log-partitions.repository.js';
import { LogUpkeep } from './logs/log-upkeep.js';
import { ReportTaskWork } from './tasks/report-task-work.js';
import { ReportTasksController } from './tasks/report-tasks.controller.js';
import { ReportTasksRepository } from './tasks/report-tasks.repository.js';
import { ReportTasksService } from './tasks/report-tasks.service.js';
import { ReportWorker } from './tasks/report-worker.js';

/** A module with tables to report on imports this and adds to the catalogue. */
@Module({
  imports: [AuditTrailModule],
  controllers: [ReportTasksController, ReportsController],
  providers: [
    ReportCatalogue,
    ReportsRepository,
    ReportsService,
    ReportTasksRepository,
    ReportTasksService,
    ReportTaskWork,
    ReportWorker,
    LogPartitionsRepository,
    LogUpkeep,
  ],
  exports: [ReportCatalogue, ReportsRepository, ReportWorker, LogUpkeep],
})
export class ReportsModule {}
