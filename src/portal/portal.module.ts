import { Module } from '@nestjs/common';
import { VisitModule } from './visit/visit.module.js';

/** Captive portals: the pages that guests see, and what lets them in. */
@Module({ imports: [VisitModule] })
export class PortalModule {}
