import { Module } from '@nestjs/common';
import { AuthenticationProvidersController } from './authentication-providers.controller.js';
import { AuthenticationProvidersRepository } from './authentication-providers.repository.js';
import { AuthenticationProvidersService } from './authentication-providers.service.js';
import { ProviderSecrets } from './provider-secrets.js';

@Module({
  controllers: [AuthenticationProvidersController],
  providers: [AuthenticationProvidersRepository, AuthenticationProvidersService, ProviderSecrets],
  exports: [AuthenticationProvidersService, ProviderSecrets],
})
export class AuthenticationProvidersModule {}
