import { Module } from '@nestjs/common';
import { DepartedModule } from '../departed/departed.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { ReportMailPlanner } from './report-mail-planner.js';
import { ReportMailQueueRepository } from './report-mail-queue.repository.js';
import { ReportMailSender } from './report-mail-sender.js';
import { ReportSchedulesController } from './report-schedules.controller.js';
import { ReportSchedulesRepository } from './report-schedules.repository.js';
import { ReportSchedulesService } from './report-schedules.service.js';

/** Reports that go out by mail. Needs Alarms, which the console has for all. */
@Module({
  imports: [DepartedModule, ReportsModule],
  controllers: [ReportSchedulesController],
  providers: [
    ReportSchedulesRepository,
    ReportSchedulesService,
    ReportMailQueueRepository,
    ReportMailPlanner,
    ReportMailSender,
  ],
})
export class ReportSchedulesModule {}
