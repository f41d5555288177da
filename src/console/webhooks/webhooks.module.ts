import { Module } from '@nestjs/common';
import { AlarmsModule } from '../alarms/alarms.module.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DispatchRepository } from './dispatch/dispatch.repository.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { EventsModule } from '../events/events.module.js';
import { SyslogTransport } from './transport/syslog-transport.js';
import { Transports } from './transport/transports.js';
import { DeliveryMetrics } from './send/delivery-metrics.js';
import { HttpTransport } from './transport/http-transport.js';
import { LaneRepository } from './send/lane.repository.js';
import { Sender } from './send/sender.js';
import { Settling } from './send/settling.js';
import { WebhookSecrets } from './webhook/webhook-secrets.js';
import { WebhookTarget } from './webhook/webhook-target.js';
import { WebhooksController } from './webhook/webhooks.controller.js';
import { WebhooksRepository } from './webhook/webhooks.repository.js';
import { WebhooksService } from './webhook/webhooks.service.js';

/** Endpoints and everything that delivers to them. */
@Module({
  imports: [AlarmsModule, EventsModule],
  controllers: [DeliveriesController, WebhooksController],
  providers: [
    WebhooksService,
    WebhooksRepository,
    WebhookSecrets,
    WebhookTarget,
    DeliveriesService,
    DeliveriesRepository,
    DispatchRepository,
    Dispatcher,
    Sender,
    Settling,
    DeliveryMetrics,
    LaneRepository,
    Transports,
    HttpTransport,
    SyslogTransport,
  ],
  exports: [EventsModule, Dispatcher, Sender, DeliveryMetrics],
})
export class WebhooksModule {}
