import { Module } from '@nestjs/common';
import { SignInModule } from '../../console/sign-in/sign-in.module.js';
import { SignInProvidersModule } from '../identity/sign-in-providers.module.js';
import { WaysModule } from '../ways/ways.module.js';
import { DirectoryLogins } from './directory-logins.js';
import { KnownPeopleRepository } from './known-people.repository.js';

/** Logins that RADIUS alone cannot decide. */
@Module({
  imports: [SignInModule, SignInProvidersModule, WaysModule],
  providers: [DirectoryLogins, KnownPeopleRepository],
  exports: [DirectoryLogins],
})
export class DirectoryLoginsModule {}
