import { Module } from '@nestjs/common';
import { ClientAddressesModule } from '../networks/client-addresses.module.js';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { RadiusServersController } from './radius-servers.controller.js';
import { RadiusServersRepository } from './radius-servers.repository.js';
import { RadiusServersService } from './radius-servers.service.js';

@Module({
  imports: [ClientAddressesModule, PasswordsModule],
  controllers: [RadiusServersController],
  providers: [RadiusServersRepository, RadiusServersService],
  exports: [RadiusServersService],
})
export class RadiusServersModule {}
