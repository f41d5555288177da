import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { SetModule } from '../set/set.module.js';
import { UserSet } from './user-set.js';
import { UserSetRepository } from './user-set.repository.js';

@Module({
  imports: [PasswordsModule, SetModule],
  providers: [UserSet, UserSetRepository],
  exports: [UserSet],
})
export class UsersModule {}
