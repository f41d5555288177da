import { Injectable } from '@nestjs/common';
import { Histogram } from 'prom-client';
import type { WebhookType } from '../webhook/webhook.js';

/** This process's delivery attempts, shown by /metrics. */
@Injectable()
export class DeliveryMetrics {
  readonly attempts = new Histogram({
    name: 'usher_webhook_attempt_seconds',
    help: 'Attempts to deliver events, by type of endpoint and outcome (delivered, failed)',
    labelNames: ['type', 'outcome'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15],
    registers: [],
  });

  attempted(type: WebhookType, isDelivered: boolean, milliseconds: number): void {
    this.attempts.observe({ type, outcome: isDelivered ? 'delivered' : 'failed' }, milliseconds / 1000);
  }
}
