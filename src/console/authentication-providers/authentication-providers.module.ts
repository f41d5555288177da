import { Module } from '@nestjs/common';
import { AuthenticationProvidersController } from './authentication-providers.controller.js';
import { AuthenticationProvidersRepository } from './authentication-providers.repository.js';
import { AuthenticationProvidersService } from './authentication-providers.service.js';
import { LinkedAccountsModule } from '../linked-accounts/linked-accounts.module.js';
import { SingleSignOnModule } from '../single-sign-on/single-sign-on.module.js';
import { ProviderSecrets } from './provider-secrets.js';

@Module({
  imports: [LinkedAccountsModule, SingleSignOnModule],
  controllers: [AuthenticationProvidersController],
  providers: [AuthenticationProvidersRepository, AuthenticationProvidersService, ProviderSecrets],
  exports: [AuthenticationProvidersService, ProviderSecrets],
})
export class AuthenticationProvidersModule {}
