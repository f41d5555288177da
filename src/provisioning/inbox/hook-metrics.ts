import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';

/**
 * `another`: proven, and about another customer or place than the connection's. `nobody`: no connection has the
 * installation it names.
 */
export type UntakenReason = 'another' | 'nobody';

/** Messages that were pushed to this process and are nobody's here: nothing of them is stored. /metrics shows it. */
@Injectable()
export class HookMetrics {
  readonly notTaken = new Counter({
    name: 'usher_hooks_not_taken_total',
    help:
      'Pushed messages that were not stored, by connector and why (another: of another customer or place; ' +
      'nobody: of an installation without a connection)',
    labelNames: ['connector', 'why'],
    registers: [],
  });

  passedOver(connector: string, why: UntakenReason): void {
    this.notTaken.inc({ connector, why });
  }
}
