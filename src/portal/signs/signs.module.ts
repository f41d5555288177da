import { Module } from '@nestjs/common';
import { AuditTrailModule } from '../../console/audit-trail/audit-trail.module.js';
import { CaptivePortalsModule } from '../../console/captive-portals/captive-portals.module.js';
import { DeliverModule } from '../../provisioning/deliver/deliver.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { PortalSignsController } from './portal-signs.controller.js';
import { PortalSigns } from './portal-signs.js';

/** Signs for the wall, by which guests find the portal. */
@Module({
  imports: [AuditTrailModule, CaptivePortalsModule, DeliverModule, VisitModule],
  controllers: [PortalSignsController],
  providers: [PortalSigns],
})
export class SignsModule {}
