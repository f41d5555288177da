import { Injectable, Module } from '@nestjs/common';
import { Counter } from 'prom-client';

/**
 * `another`: proven, but about another customer or place than the connection's. `nobody`: no connection has the
 * installation that it names.
 */
export type UntakenReason = 'another' | 'nobody';

/** Counts messages pushed to this process that belong to no connection here and are not stored. Shown at /metrics. */
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

/** For the modules that count and the one that shows. */
@Module({ providers: [HookMetrics], exports: [HookMetrics] })
export class HookMetricsModule {}
