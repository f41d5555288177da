import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { MessageWay } from '../../alert-contacts/ways.js';
import type { MessageStatus } from '../message/alert-message.js';

/** This process's attempts to reach alert contacts, shown by /metrics. */
@Injectable()
export class MessageMetrics {
  readonly attempts = new Counter({
    name: 'usher_alert_attempts_total',
    help: 'Attempts to tell alert contacts, by way and what became of the message (delivered, pending, failed)',
    labelNames: ['way', 'status'],
    registers: [],
  });

  attempted(way: MessageWay, status: MessageStatus): void {
    this.attempts.inc({ way, status });
  }
}
