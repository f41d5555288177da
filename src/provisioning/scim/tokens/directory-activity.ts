import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../kernel/at-most.js';
import { Clock } from '../../../kernel/clock.js';
import { systemContext } from '../../../kernel/context.js';
import { Log } from '../../../kernel/log.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';

const toldEverySeconds = 60;

/** Records once a minute that a directory calls, for operators to see. */
@Injectable()
export class DirectoryActivity {
  private readonly told = new LRUCache<string, number>(atMost(10_000));

  constructor(
    private readonly connections: ConnectionRepository,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async from({ organizationId, id }: StoredConnection): Promise<void> {
    const now = this.clock.milliseconds();
    if ((this.told.get(id) ?? 0) > now - toldEverySeconds * 1000) return;
    this.told.set(id, now);
    const link = { state: 'connected', detail: 'The directory calls', lastHeardAt: this.clock.instant() };
    await this.connections.setLink(systemContext(organizationId, 'scim'), id, link).catch((error: unknown) => {
      this.log.warn({ connectionId: id, error: String(error) }, 'recording directory activity failed');
    });
  }
}
