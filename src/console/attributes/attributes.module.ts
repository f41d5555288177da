import { Module } from '@nestjs/common';
import { RadiusModule } from '../../radius/radius.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { UserGroupsModule } from '../user-groups/user-groups.module.js';
import { UsersModule } from '../users/users.module.js';
import { AttributesController } from './attributes.controller.js';
import { AttributesRepository } from './attributes.repository.js';
import { AttributesService } from './attributes.service.js';

@Module({
  imports: [UsersModule, UserGroupsModule, RadiusModule, PasswordsModule],
  controllers: [AttributesController],
  providers: [AttributesRepository, AttributesService],
})
export class AttributesModule {}
