import { Injectable } from '@nestjs/common';
import { Background } from '../../kernel/background.js';
import { Clock } from '../../kernel/clock.js';
import { everyOrganization, systemContext } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { Doorbell } from '../doorbell/doorbell.js';
import { ConnectionRepository } from './connection.repository.js';

const everySeconds = 2;

/** Lets connections go whose last account is settled. */
@Injectable()
export class ClosingSweep extends Background {
  readonly name = 'closing connections';
  private readonly stopping = new AbortController();
  private working: Promise<void> = Promise.resolve();

  constructor(private readonly connections: ConnectionRepository, private readonly doorbell: Doorbell, private readonly clock: Clock, private readonly log: Log) {
    super();
  }

  start(): void {
    this.working = this.work();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.working;
  }

  private async work(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.once().catch((error: unknown) => this.log.warn({ error: String(error) }, 'closing connections could not be looked at'));
      await this.clock.sleep(everySeconds * 1000, signal);
    }
  }

  private async once(): Promise<void> {
    const removed = await this.connections.removeSettled(systemContext(everyOrganization, 'closing'));
    for (const { organizationId, id } of removed) {
      this.log.info({ organizationId, connectionId: id }, 'a connection is gone, its accounts are settled');
      this.doorbell.ring({ topic: 'connections', organizationId, key: id });
    }
  }
}
