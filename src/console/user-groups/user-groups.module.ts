import { Module } from '@nestjs/common';
import { BatchModule } from '../batch/batch.module.js';
import { GroupSet } from './group-set.js';
import { GroupSetRepository } from './group-set.repository.js';
import { UserGroupsController } from './user-groups.controller.js';
import { UserGroupsRepository } from './user-groups.repository.js';
import { UserGroupsService } from './user-groups.service.js';

@Module({
  imports: [BatchModule],
  controllers: [UserGroupsController],
  providers: [GroupSet, GroupSetRepository, UserGroupsRepository, UserGroupsService],
  exports: [GroupSet, UserGroupsService],
})
export class UserGroupsModule {}
