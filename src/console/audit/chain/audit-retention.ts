import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock, laterBy } from '../../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../../kernel/context.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { Partitions } from '../../../database/retention/partitions.js';
import { AuditTrail } from '../../audit-trail/audit-trail.js';
import { usualRetention } from '../../organizations/organization.js';
import { type DueChain, AuditRetentionRepository } from './audit-retention.repository.js';
import { Seals } from './chain-head.js';
import { SealingRepository } from './sealing.repository.js';

/** No organization may keep its audit for less. */
const leastSeconds = 30 * 86_400;

/**
 * Drops the oldest blocks, whole ones only. The rest verifies as before: the head keeps number and hash of the last
 * dropped block, and the audit has an entry about it.
 */
@Injectable()
export class AuditRetention extends Periodic {
  readonly name = 'audit retention';
  protected readonly everyMilliseconds = 3_600_000;
  protected override readonly firstMilliseconds = 60_000;

  constructor(
    private readonly rows: AuditRetentionRepository,
    private readonly sealing: SealingRepository,
    private readonly seals: Seals,
    private readonly trail: AuditTrail,
    private readonly database: Database,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  async round(signal?: AbortSignal): Promise<void> {
    await this.dropBlocks(signal);
    const partitions = new Partitions(this.database);
    const now = this.clock.instant();
    await partitions.make('audit_entries', now);
    // Those that are empty by now.
    await partitions.drop('audit_entries', laterBy(now, -leastSeconds));
  }

  private async dropBlocks(signal?: AbortSignal): Promise<void> {
    for (;;) {
      const due = await this.rows.due(
        systemContext(everyOrganization, 'audit retention'),
        this.clock.instant(),
        usualRetention.audit_log_days,
      );
      let dropped = 0;
      for (const chain of due) if (!signal?.aborted) dropped += await this.drop(chain);
      if (dropped === 0) return;
    }
  }

  private drop({ organizationId, upTo }: DueChain): Promise<number> {
    return this.database.transaction(systemContext(organizationId, 'audit retention'), async (inside) => {
      const head = (await this.sealing.hold(inside)) ? await this.sealing.head(inside) : undefined;
      if (!head || upTo <= head.droppedNumber) return 0;
      const { entries, untilAt, hash } = await this.rows.drop(inside, upTo);
      await this.sealing.writeHead(
        inside,
        this.seals.sealed({
          ...head,
          droppedNumber: upTo,
          droppedEntries: entries,
          droppedHash: hash,
          droppedUntilAt: untilAt,
        }),
      );
      const gone = entries - head.droppedEntries;
      await this.trail.record(
        inside,
        { action: 'drop', resource: 'audit', resourceId: null, label: null },
        { entries: gone, until: untilAt, block: upTo, hash: hash.toString('hex') },
      );
      return gone;
    });
  }
}
