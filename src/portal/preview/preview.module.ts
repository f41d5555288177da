import { Module } from '@nestjs/common';
import { CaptivePortalsModule } from '../../console/captive-portals/captive-portals.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { PortalPreviewsController } from './portal-previews.controller.js';
import { PortalPreviews } from './portal-previews.js';

/** What editors of a portal see before it is saved. */
@Module({
  imports: [CaptivePortalsModule, VisitModule],
  controllers: [PortalPreviewsController],
  providers: [PortalPreviews],
})
export class PreviewModule {}
