import { Module } from '@nestjs/common';
import { AlertContactsController } from './alert-contacts.controller.js';
import { AlertContactsRepository } from './alert-contacts.repository.js';
import { AlertContactsService } from './alert-contacts.service.js';
import { AlertcontactsController } from './alertcontacts.controller.js';

@Module({
  controllers: [AlertContactsController, AlertcontactsController],
  providers: [AlertContactsRepository, AlertContactsService],
  exports: [AlertContactsService],
})
export class AlertContactsModule {}
