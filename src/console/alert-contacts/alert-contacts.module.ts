import { Module } from '@nestjs/common';
import { DepartedModule } from '../departed/departed.module.js';
import { AlertContactSecrets } from './alert-contact-secrets.js';
import { AlertContactsController } from './alert-contacts.controller.js';
import { AlertContactsRepository } from './alert-contacts.repository.js';
import { AlertContactsService } from './alert-contacts.service.js';
import { AlertcontactsController } from './alertcontacts.controller.js';
import { Ways } from './ways.js';

@Module({
  imports: [DepartedModule],
  controllers: [AlertContactsController, AlertcontactsController],
  providers: [AlertContactsRepository, AlertContactsService, AlertContactSecrets, Ways],
  exports: [DepartedModule, AlertContactsService, AlertContactSecrets, Ways],
})
export class AlertContactsModule {}
