import { Module } from '@nestjs/common';
import { PasswordsModule } from '../../console/passwords/passwords.module.js';
import { PoliciesModule } from '../../console/policies/policies.module.js';
import { UsersModule } from '../../console/users/users.module.js';
import { BuiltInConsoleModule } from '../../provisioning/wifi-console/built-in/built-in-console.module.js';
import { AdmissionModule } from '../admission/admission.module.js';
import { SignInProvidersModule } from '../identity/sign-in-providers.module.js';
import { AccountMarks } from './account-marks.js';
import { AllowedAccounts } from './allowed-accounts.js';
import { DirectoryPeople } from './directory-people.js';
import { KnownAccountsRepository } from './known-accounts.repository.js';
import { PersonAccounts } from './person-accounts.js';
import { ProviderPeople } from './provider-people.js';
import { MadeAccounts } from './made-accounts.js';
import { RoomSurname } from './room-surname.js';
import { WaysIn } from './ways-in.js';

/** How a guest proves who they are. */
@Module({
  imports: [AdmissionModule, BuiltInConsoleModule, PasswordsModule, PoliciesModule, SignInProvidersModule, UsersModule],
  providers: [
    AccountMarks,
    AllowedAccounts,
    DirectoryPeople,
    KnownAccountsRepository,
    MadeAccounts,
    PersonAccounts,
    ProviderPeople,
    RoomSurname,
    WaysIn,
  ],
  exports: [AllowedAccounts, MadeAccounts, PersonAccounts, ProviderPeople, WaysIn],
})
export class WaysModule {}
