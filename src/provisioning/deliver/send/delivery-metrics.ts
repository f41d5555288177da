import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { CredentialDeliveryStatus, DeliveryWay } from '../delivery/delivery.js';

/** Attempts to deliver credentials, by this process. /metrics shows it. */
@Injectable()
export class CredentialDeliveryMetrics {
  readonly attempts = new Counter({
    name: 'usher_credential_delivery_attempts_total',
    help: 'Attempts to deliver credentials, by way and what became of the delivery (delivered, pending, failed)',
    labelNames: ['via', 'status'],
    registers: [],
  });

  attempted(via: DeliveryWay, status: CredentialDeliveryStatus): void {
    this.attempts.inc({ via, status });
  }
}
