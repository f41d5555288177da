import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { ClientAddressesModule } from './client-addresses.module.js';
import { NetworksController } from './networks.controller.js';
import { NetworksRepository } from './networks.repository.js';
import { NetworksService } from './networks.service.js';

@Module({
  imports: [ClientAddressesModule, PasswordsModule],
  controllers: [NetworksController],
  providers: [NetworksRepository, NetworksService],
  exports: [NetworksService],
})
export class NetworksModule {}
