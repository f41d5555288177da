import { Module } from '@nestjs/common';
import { AlertContactSecrets } from './alert-contact-secrets.js';
import { AlertContactsController } from './alert-contacts.controller.js';
import { AlertContactsRepository } from './alert-contacts.repository.js';
import { AlertContactsService } from './alert-contacts.service.js';
import { AlertcontactsController } from './alertcontacts.controller.js';
import { Ways } from './ways.js';

@Module({
  controllers: [AlertContactsController, AlertcontactsController],
  providers: [AlertContactsRepository, AlertContactsService, AlertContactSecrets, Ways],
  exports: [AlertContactsService, AlertContactSecrets, Ways],
})
export class AlertContactsModule {}
