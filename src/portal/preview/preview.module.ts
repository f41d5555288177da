import { Module } from '@nestjs/common';
import { CaptivePortalsModule } from '../../console/captive-portals/captive-portals.module.js';
import { VisitModule } from '../visit/visit.module.js';
import { PortalPreviewsController } from './portal-previews.controller.js';
import { PortalPreviews } from './portal-previews.js';

/** Previews of portals before they are saved. */
@Module({
  imports: [CaptivePortalsModule, VisitModule],
  controllers: [PortalPreviewsController],
  providers: [PortalPreviews],
})
export class PreviewModule {}
