import { Module } from '@nestjs/common';
import { AuthenticationProvidersModule } from '../../console/authentication-providers/authentication-providers.module.js';
import { DirectoriesRepository } from './directories.repository.js';
import { LdapDirectory } from './ldap/ldap-directory.js';
import { ProviderSignIns } from './provider-sign-ins.js';

/** Directories and identity providers outside, and who they say somebody is. */
@Module({
  imports: [AuthenticationProvidersModule],
  providers: [DirectoriesRepository, LdapDirectory, ProviderSignIns],
  exports: [ProviderSignIns],
})
export class SignInProvidersModule {}
