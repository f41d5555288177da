import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../kernel/at-most.js';
import { Clock } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { isUuid } from '../../kernel/ids.js';
import { WakeUps } from '../../database/wake-ups.js';
import { ConnectionRepository } from './connection.repository.js';
import type { StoredConnection } from './stored-connection.js';

/** How long another process's change may go unnoticed when its wake-up is lost. */
const freshMilliseconds = 1000;

interface Known {
  readonly connection: Promise<StoredConnection | undefined>;
  readonly until: number;
}

/**
 * Finds the connection that a message names, for hundreds of messages a second: one query a second, shared by all
 * callers. An unknown id costs one indexed look-up each time and is not cached.
 */
@Injectable()
export class ConnectionDirectory {
  private readonly known = new LRUCache<string, Known>(atMost(10_000));

  private readonly installed = new LRUCache<
    string,
    { readonly connections: readonly StoredConnection[]; readonly until: number }
  >(atMost(10_000));

  constructor(
    private readonly connections: ConnectionRepository,
    private readonly clock: Clock,
    wakeUps: WakeUps,
  ) {
    wakeUps.on('connections', ({ key }) => {
      this.known.delete(key);
      // It may be a new one, of any of them.
      this.installed.clear();
    });
  }

  find(context: Context, id: string): Promise<StoredConnection | undefined> {
    if (!isUuid(id)) return Promise.resolve(undefined);
    const known = this.known.get(id);
    if (known && known.until > this.clock.milliseconds()) return known.connection;
    const connection = this.connections.findAnywhere(context, id);
    this.known.set(id, { connection, until: this.clock.milliseconds() + freshMilliseconds });
    void this.keepOnlyFound(id, connection);
    return connection;
  }

  /** Those of the installation that an app's message names. An unknown one costs one indexed look-up each time. */
  async ofInstallation(
    context: Context,
    connector: string,
    installation: string,
  ): Promise<readonly StoredConnection[]> {
    const key = `${connector} ${installation}`;
    const known = this.installed.get(key);
    if (known && known.until > this.clock.milliseconds()) return known.connections;
    const connections = await this.connections.ofInstallation(context, connector, installation);
    if (connections.length > 0)
      this.installed.set(key, { connections, until: this.clock.milliseconds() + freshMilliseconds });
    else this.installed.delete(key);
    return connections;
  }

  private async keepOnlyFound(id: string, connection: Known['connection']): Promise<void> {
    const found = await connection.catch(() => undefined);
    if (!found && this.known.get(id)?.connection === connection) this.known.delete(id);
  }
}
