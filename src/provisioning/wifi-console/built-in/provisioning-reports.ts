import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ReportCatalogue } from '../../../console/reports/definitions/report-catalogue.js';
import { provisionLogReport } from './provision-log-report.js';

/** Puts the engine's report beside the console's. */
@Injectable()
export class ProvisioningReports implements OnModuleInit {
  constructor(private readonly catalogue: ReportCatalogue) {}

  onModuleInit(): void {
    this.catalogue.add(provisionLogReport);
  }
}
