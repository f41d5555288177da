import { Module } from '@nestjs/common';
import { ConnectionModule } from '../connection/connection.module.js';
import { EntitleModule } from '../entitle/entitle.module.js';
import { HostModule } from '../host/host.module.js';
import { InboxModule } from '../inbox/inbox.module.js';
import { BuiltInConsoleModule } from '../wifi-console/built-in/built-in-console.module.js';
import { AwaitedAnswerSender } from './awaited/awaited-answer-sender.js';
import { AwaitedAnswers } from './awaited/awaited-answers.js';
import { CredentialOutbox } from './credential-outbox.js';
import { DeliveryCheck } from './delivery-check.js';
import { DirectDelivery } from './direct-delivery.js';
import { MessageTemplates } from './message/message-templates.js';
import { Redelivery } from './redelivery.js';
import { AnswerTransport } from './send/answer-transport.js';
import { DeliveryMetricsModule } from './send/delivery-metrics.module.js';
import { DeliveryQueueRepository } from './send/delivery-queue.repository.js';
import { CredentialSender } from './send/delivery-sender.js';
import { MessageComposer } from './send/message-composer.js';
import { OrganizationDetailsRepository } from './send/organization-details.repository.js';
import { MailTransport } from './send/mail-transport.js';
import { SmsTransport } from './send/sms-transport.js';
import { TestMessage } from './send/test-message.js';
import { WaitingDeliveries } from './send/waiting-deliveries.js';
import { DeliveryPlaces } from './send/delivery-places.js';
import { DeliverySettingsRepository } from './settings/delivery-settings.repository.js';
import { DeliverySettingsService } from './settings/delivery-settings.service.js';

/** Credentials on their way to people. */
@Module({
  imports: [BuiltInConsoleModule, ConnectionModule, DeliveryMetricsModule, EntitleModule, HostModule, InboxModule],
  providers: [
    CredentialOutbox,
    DeliveryPlaces,
    DirectDelivery,
    DeliverySettingsRepository,
    DeliverySettingsService,
    MessageTemplates,
    OrganizationDetailsRepository,
    MessageComposer,
    MailTransport,
    SmsTransport,
    TestMessage,
    AnswerTransport,
    DeliveryQueueRepository,
    CredentialSender,
    WaitingDeliveries,
    DeliveryCheck,
    Redelivery,
    AwaitedAnswers,
    AwaitedAnswerSender,
  ],
  exports: [
    AwaitedAnswers,
    CredentialOutbox,
    DeliveryCheck,
    DeliveryPlaces,
    DeliverySettingsService,
    DirectDelivery,
    Redelivery,
    SmsTransport,
    TestMessage,
    WaitingDeliveries,
  ],
})
export class DeliverModule {}
