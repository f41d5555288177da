import { Module } from '@nestjs/common';
import { AlarmsModule } from '../alerts/alarms.module.js';
import { DeliveriesController } from './deliveries/deliveries.controller.js';
import { DeliveriesRepository } from './deliveries/deliveries.repository.js';
import { DeliveriesService } from './deliveries/deliveries.service.js';
import { DeliveryRetention } from './deliveries/delivery-retention.js';
import { DispatchRepository } from './dispatch/dispatch.repository.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import { EventsModule } from './events/events.module.js';
import { SyslogTransport } from './export/syslog-transport.js';
import { Transports } from './send/transports.js';
import { DeliveryMetrics } from './send/delivery-metrics.js';
import { HttpTransport } from './send/http-transport.js';
import { LaneRepository } from './send/lane.repository.js';
import { Sender } from './send/sender.js';
import { Settling } from './send/settling.js';
import { WebhookSecrets } from './webhook-secrets.js';
import { WebhookTarget } from './webhook-target.js';
import { WebhooksController } from './webhooks.controller.js';
import { WebhooksRepository } from './webhooks.repository.js';
import { WebhooksService } from './webhooks.service.js';

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
    DeliveryRetention,
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
  exports: [EventsModule, Dispatcher, Sender, DeliveryMetrics, DeliveryRetention],
})
export class WebhooksModule {}
