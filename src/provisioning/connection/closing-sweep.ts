import { Injectable } from '@nestjs/common';
import { Chance } from '../../kernel/chance.js';
import { Clock } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { Periodic } from '../../kernel/periodic.js';
import { WakeUps } from '../../database/wake-ups.js';
import { ConnectionRepository } from './connection.repository.js';

/** Deletes connections whose last account is settled. */
@Injectable()
export class ClosingSweep extends Periodic {
  readonly name = 'closing connections';
  protected readonly everyMilliseconds = 2_000;

  constructor(
    private readonly connections: ConnectionRepository,
    private readonly wakeUps: WakeUps,
    clock: Clock,
    chance: Chance,
    log: Log,
  ) {
    super(clock, chance, log);
  }

  async round(): Promise<void> {
    const removed = await this.connections.removeSettled(systemContext(everyOrganization, 'closing'));
    for (const { organizationId, id } of removed) {
      this.log.info({ organizationId, connectionId: id }, 'connection removed; its accounts are settled');
      this.wakeUps.publish({ topic: 'connections', organizationId, key: id });
    }
  }
}
