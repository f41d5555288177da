import { Module } from '@nestjs/common';
import { AlertContactsModule } from '../alert-contacts/alert-contacts.module.js';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { AlertsController } from './alert/alerts.controller.js';
import { AlertsRepository } from './alert/alerts.repository.js';
import { DigestRepository } from './digest/digest.repository.js';
import { Digests } from './digest/digests.js';
import {
  ContactMessagesController,
  ContactmessagesController,
} from './contact-messages/contact-messages.controller.js';
import { ContactMessagesRepository } from './contact-messages/contact-messages.repository.js';
import { ContactMessagesService } from './contact-messages/contact-messages.service.js';
import { EmailTransport } from './send/email-transport.js';
import { MessageMetrics } from './send/message-metrics.js';
import { MessageQueueRepository } from './send/message-queue.repository.js';
import { MessageSender } from './send/message-sender.js';
import { WebhookTransport } from './send/webhook-transport.js';
import { AlertNotifier } from './notify/alert-notifier.js';
import { AlertNoticeRepository } from './notify/alert-notice.repository.js';

/** States that need a person, and the messages about them. */
@Module({
  imports: [AlarmsModule, AlertContactsModule],
  controllers: [AlertsController, ContactMessagesController, ContactmessagesController],
  providers: [
    AlertsRepository,
    AlertNoticeRepository,
    AlertNotifier,
    DigestRepository,
    Digests,
    ContactMessagesRepository,
    ContactMessagesService,
    MessageMetrics,
    MessageQueueRepository,
    MessageSender,
    EmailTransport,
    WebhookTransport,
  ],
  exports: [AlarmsModule, Digests, MessageMetrics, MessageSender, AlertNotifier],
})
export class AlertsModule {}
