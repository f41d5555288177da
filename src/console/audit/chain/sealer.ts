import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Chance } from '../../../kernel/chance.js';
import { Clock } from '../../../kernel/clock.js';
import { systemContext } from '../../../kernel/context.js';
import { Log } from '../../../kernel/log.js';
import { Periodic } from '../../../kernel/periodic.js';
import { blockHash } from './canonical.js';
import { emptyHead, Seals } from './chain-head.js';
import { SealingRepository } from './sealing.repository.js';

const entriesInBlock = 2000;

/**
 * Adds committed entries to their organization's chain, about a second after they were written, so that writers never
 * wait for the chain. An entry's place follows from when it was found; within a block, from its id.
 */
@Injectable()
export class Sealer extends Periodic {
  readonly name = 'audit';
  protected readonly everyMilliseconds = 1000;

  constructor(
    private readonly rows: SealingRepository,
    private readonly seals: Seals,
    private readonly database: Database,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  async round(signal?: AbortSignal): Promise<void> {
    for (const organizationId of await this.rows.organizationsWaiting()) {
      // A chain that cannot continue must not block the others.
      await this.sealAll(organizationId, signal).catch((error: unknown) =>
        this.log.error({ organizationId, error: String(error) }, 'chaining audit entries failed'),
      );
    }
  }

  private async sealAll(organizationId: string, signal: AbortSignal | undefined): Promise<void> {
    while (!signal?.aborted && (await this.seal(organizationId)) >= entriesInBlock);
  }

  /** Number of entries added to the chain, in one block. */
  seal(organizationId: string): Promise<number> {
    return this.database.transaction(systemContext(organizationId, 'audit'), async (inside) => {
      if (!(await this.rows.hold(inside))) return 0;
      const taken = await this.rows.take(inside, entriesInBlock);
      if (!taken) return 0;
      const { firstIds, entries, hashes } = taken;
      if (entries !== taken.expected)
        this.log.error(
          { organizationId, expected: taken.expected, entries },
          'audit entries missing before they were chained',
        );
      const head = (await this.rows.head(inside)) ?? emptyHead(organizationId);
      const block = {
        organizationId,
        number: head.number + 1,
        firstEntry: head.entries + 1,
        entries,
        firstIds,
        hashes,
        sealedAt: this.clock.instant(),
        previousHash: head.hash,
      };
      const hash = blockHash(block);
      await this.rows.insertBlock(inside, block, hash, this.seals.ofBlock(hash));
      await this.rows.writeHead(
        inside,
        this.seals.sealed({ ...head, number: block.number, entries: head.entries + entries, hash }),
      );
      return entries;
    });
  }
}
