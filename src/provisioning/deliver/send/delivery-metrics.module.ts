import { Module } from '@nestjs/common';
import { CredentialDeliveryMetrics } from './delivery-metrics.js';

/** For those that count and those that show. */
@Module({ providers: [CredentialDeliveryMetrics], exports: [CredentialDeliveryMetrics] })
export class DeliveryMetricsModule {}
