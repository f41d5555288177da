import { Module } from '@nestjs/common';
import { IdentityModule } from '../identity/identity.module.js';
import { SubjectModule } from '../subject/subject.module.js';
import { AccountPasswords } from './account-passwords.js';
import { EntitlementRepository } from './entitlement.repository.js';
import { Entitler } from './entitler.js';

/** Turns facts into what accounts should be. */
@Module({
  imports: [IdentityModule, SubjectModule],
  providers: [AccountPasswords, EntitlementRepository, Entitler],
  exports: [AccountPasswords, EntitlementRepository, Entitler],
})
export class EntitleModule {}
