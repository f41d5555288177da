import { Module } from '@nestjs/common';
import { UsersModule } from '../../console/users/users.module.js';
import { ConnectionModule } from '../../provisioning/connection/connection.module.js';
import { ReconcileModule } from '../../provisioning/reconcile/reconcile.module.js';
import { TimelineController } from './timeline.controller.js';
import { TimelineRepository } from './timeline.repository.js';
import { TimelineScopeRepository } from './timeline-scope.repository.js';
import { TimelineService } from './timeline.service.js';

/** What happened to a person, and what is to come. */
@Module({
  imports: [UsersModule, ConnectionModule, ReconcileModule],
  controllers: [TimelineController],
  providers: [TimelineRepository, TimelineScopeRepository, TimelineService],
})
export class TimelineModule {}
