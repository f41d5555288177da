import { Injectable } from '@nestjs/common';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { RetentionRepository } from './retention.repository.js';

/**
 * How long what is over is kept, in days; docs/provisioning.md says why. Payloads of messages have their own 30 days.
 */
const keptDays = {
  /** Facts of people who are gone, their ended entitlements, bindings of accounts that were removed. */
  person: 30,
  /** Inbox events without their payload, runs with their plans, calls to remote consoles, deliveries. */
  record: 90,
  /**
   * Tombstones, which keep old news from reviving anybody, and the provisioning log where the organization names no
   * days of its own.
   */
  history: 400,
} as const;

/** Lets go of what is over, hourly, in batches. Any number of processes may: each takes what no other is at. */
@Injectable()
export class EngineRetention extends Periodic {
  readonly name = 'retention';
  protected override readonly firstMilliseconds = 60_000;
  protected readonly everyMilliseconds = 3_600_000;

  constructor(
    private readonly rows: RetentionRepository,
    clock: Clock,
    log: Log,
  ) {
    super(clock, log);
  }

  /** One round. In this order, as later ones free what earlier ones referred to. */
  async round(signal?: AbortSignal): Promise<void> {
    const before = (days: number) => laterBy(this.clock.instant(), -days * 86_400);
    const steps: Readonly<Record<string, () => Promise<number>>> = {
      tombstonesReduced: () => this.rows.reduceTombstones(before(keptDays.person)),
      operations: () => this.rows.operations(before(keptDays.record)),
      entitlements: () => this.rows.endedEntitlements(before(keptDays.person)),
      bindings: () => this.rows.removedBindings(before(keptDays.person)),
      deliveries: () => this.rows.deliveries(before(keptDays.record)),
      inboxEvents: () => this.rows.inboxEvents(before(keptDays.record)),
      runs: () => this.rows.runs(before(keptDays.record)),
      tombstones: () => this.rows.tombstones(before(keptDays.history)),
      log: () => this.rows.log(keptDays.history, before),
    };
    const gone: Record<string, number> = {};
    for (const [name, step] of Object.entries(steps)) {
      if (signal?.aborted) break;
      const count = await step();
      if (count > 0) gone[name] = count;
    }
    if (Object.keys(gone).length > 0) this.log.info(gone, 'what was kept long enough is gone');
  }
}
