import { Module } from '@nestjs/common';
import { AlertsModule } from '../console/alerts/alerts.module.js';
import { WebhooksModule } from '../console/webhooks/webhooks.module.js';
import { DeliveryMetricsModule } from '../provisioning/deliver/send/delivery-metrics.module.js';
import { HookMetricsModule } from '../provisioning/inbox/hook-metrics.js';
import { Backgrounds } from './backgrounds.js';
import { ClockWatch } from './clock-watch.js';
import { HealthController } from './health.controller.js';
import { Metrics } from './metrics.js';
import { Readiness } from './readiness.js';

@Module({
  imports: [AlertsModule, DeliveryMetricsModule, HookMetricsModule, WebhooksModule],
  controllers: [HealthController],
  providers: [Backgrounds, ClockWatch, Metrics, Readiness],
  exports: [Backgrounds, ClockWatch, Metrics],
})
export class HealthModule {}
