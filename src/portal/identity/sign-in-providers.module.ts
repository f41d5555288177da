import { Module } from '@nestjs/common';
import { AuthenticationProvidersModule } from '../../console/authentication-providers/authentication-providers.module.js';
import { LinkedAccountsModule } from '../../console/linked-accounts/linked-accounts.module.js';
import { DirectoriesRepository } from './directories.repository.js';
import { SignInModule } from '../../console/sign-in/sign-in.module.js';
import { SignInStates } from './contract/sign-in-states.js';
import { OidcCheck } from './oidc/oidc-check.js';
import { OidcClients } from './oidc/oidc-clients.js';
import { OidcSignIn } from './oidc/oidc-sign-in.js';
import { DirectoryCheck } from './ldap/directory-check.js';
import { LdapDirectory } from './ldap/ldap-directory.js';
import { ConsoleSignInController } from './console-sign-in.controller.js';
import { OperatorEntrance } from './operator-entrance.js';
import { OperatorProvidersRepository } from './operator-providers.repository.js';
import { OperatorSignInController } from './operator-sign-in.controller.js';
import { OperatorSignIns } from './operator-sign-ins.js';
import { ProviderChecksController } from './provider-checks.controller.js';
import { SamlCheck } from './saml/saml-check.js';
import { SamlExchange } from './saml/saml-exchange.js';
import { ProviderSignIns } from './provider-sign-ins.js';

/** Directories and identity providers outside, and who they say somebody is. */
@Module({
  imports: [AuthenticationProvidersModule, LinkedAccountsModule, SignInModule],
  controllers: [ConsoleSignInController, OperatorSignInController, ProviderChecksController],
  providers: [
    DirectoryCheck,
    DirectoriesRepository,
    LdapDirectory,
    OidcCheck,
    OidcClients,
    OidcSignIn,
    OperatorEntrance,
    OperatorProvidersRepository,
    OperatorSignIns,
    ProviderSignIns,
    SamlCheck,
    SamlExchange,
    SignInStates,
  ],
  exports: [DirectoriesRepository, OperatorSignIns, ProviderSignIns, SignInStates],
})
export class SignInProvidersModule {}
