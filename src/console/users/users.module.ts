import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { BatchModule } from '../batch/batch.module.js';
import { UserCreations } from './user-creations.js';
import { UserSet } from './user-set.js';
import { UserSetRepository } from './user-set.repository.js';
import { UsersController } from './users.controller.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@Module({
  imports: [PasswordsModule, BatchModule],
  controllers: [UsersController],
  providers: [UserCreations, UserSet, UserSetRepository, UsersRepository, UsersService],
  exports: [UserSet, UsersService],
})
export class UsersModule {}
