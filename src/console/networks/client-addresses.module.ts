import { Module } from '@nestjs/common';
import { PasswordsModule } from '../passwords/passwords.module.js';
import { ClientAddresses } from './client-addresses.js';

@Module({ imports: [PasswordsModule], providers: [ClientAddresses], exports: [ClientAddresses] })
export class ClientAddressesModule {}
