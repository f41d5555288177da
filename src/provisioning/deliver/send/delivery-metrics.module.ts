import { Module } from '@nestjs/common';
import { CredentialDeliveryMetrics } from './delivery-metrics.js';

/** For the modules that count and the one that shows. */
@Module({ providers: [CredentialDeliveryMetrics], exports: [CredentialDeliveryMetrics] })
export class DeliveryMetricsModule {}
