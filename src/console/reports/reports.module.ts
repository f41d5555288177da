import { Module } from '@nestjs/common';
import { ReportCatalogue } from './report-catalogue.js';
import { ReportsController } from './reports.controller.js';
import { ReportsRepository } from './reports.repository.js';
import { ReportsService } from './reports.service.js';

/** Who has tables to report on imports this and adds to the catalogue. */
@Module({
  controllers: [ReportsController],
  providers: [ReportCatalogue, ReportsRepository, ReportsService],
  exports: [ReportCatalogue],
})
export class ReportsModule {}
