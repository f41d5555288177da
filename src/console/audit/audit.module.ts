import { Module } from '@nestjs/common';
import { ReportCatalogue } from '../reports/definitions/report-catalogue.js';
import { ReportsModule } from '../reports/reports.module.js';
import { AuditController } from './audit.controller.js';
import { AuditService } from './audit.service.js';
import { AuditTrailModule } from '../audit-trail/audit-trail.module.js';
import { AuditRetention } from './chain/audit-retention.js';
import { AuditRetentionRepository } from './chain/audit-retention.repository.js';
import { Seals } from './chain/chain-head.js';
import { Sealer } from './chain/sealer.js';
import { SealingRepository } from './chain/sealing.repository.js';
import { Verification } from './chain/verification.js';
import { VerificationRepository } from './chain/verification.repository.js';
import { AuditEraser } from './chain/audit-eraser.js';
import { auditReport } from './entries/audit-report.js';
import { AuditRepository } from './entries/audit.repository.js';

/** Who changed what, in a chain that reveals tampering. */
@Module({
  imports: [AuditTrailModule, ReportsModule],
  controllers: [AuditController],
  providers: [
    AuditService,
    AuditRepository,
    Sealer,
    SealingRepository,
    Seals,
    Verification,
    VerificationRepository,
    AuditRetention,
    AuditRetentionRepository,
    AuditEraser,
  ],
  exports: [AuditTrailModule, AuditEraser, Sealer, AuditRetention, Verification, VerificationRepository],
})
export class AuditModule {
  constructor(catalogue: ReportCatalogue) {
    catalogue.add(auditReport);
  }
}
