import { Module } from '@nestjs/common';
import { AuditTrailModule } from '../../console/audit-trail/audit-trail.module.js';
import { PoliciesModule } from '../../console/policies/policies.module.js';
import { SessionsModule } from '../../console/sessions/sessions.module.js';
import { OnlineController } from './online.controller.js';
import { OnlineRepository } from './online.repository.js';
import { OnlineService } from './online.service.js';

/** Who is on the Wi-Fi now, and why. */
@Module({
  imports: [AuditTrailModule, PoliciesModule, SessionsModule],
  controllers: [OnlineController],
  providers: [OnlineRepository, OnlineService],
})
export class OnlineModule {}
