import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { ClientAddressesModule } from './client-addresses.module.js';
import { ContactsController } from './contacts.controller.js';
import { ContactsRepository } from './contacts/contacts.repository.js';
import { WrongSecrets } from './contacts/wrong-secrets.js';
import { NetworksController } from './networks.controller.js';
import { NetworksRepository } from './networks.repository.js';
import { NetworksService } from './networks.service.js';

@Module({
  imports: [ClientAddressesModule, PasswordsModule],
  controllers: [NetworksController, ContactsController],
  providers: [NetworksRepository, NetworksService, ContactsRepository, WrongSecrets],
  exports: [NetworksService, WrongSecrets],
})
export class NetworksModule {}
