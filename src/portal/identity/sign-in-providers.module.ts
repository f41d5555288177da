import { Module } from '@nestjs/common';
import { AuthenticationProvidersModule } from '../../console/authentication-providers/authentication-providers.module.js';
import { DirectoriesRepository } from './directories.repository.js';
import { DirectoryCheck } from './ldap/directory-check.js';
import { LdapDirectory } from './ldap/ldap-directory.js';
import { ProviderChecksController } from './provider-checks.controller.js';
import { ProviderSignIns } from './provider-sign-ins.js';

/** Directories and identity providers outside, and who they say somebody is. */
@Module({
  imports: [AuthenticationProvidersModule],
  controllers: [ProviderChecksController],
  providers: [DirectoryCheck, DirectoriesRepository, LdapDirectory, ProviderSignIns],
  exports: [ProviderSignIns],
})
export class SignInProvidersModule {}
