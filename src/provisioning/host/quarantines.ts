import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Alarms } from '../../kernel/alarms.js';
import { Clock, laterBy } from '../../kernel/clock.js';
import type { Context } from '../../kernel/context.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { StoredConnection } from '../connection/stored-connection.js';

/** Quarantines connections that only a person can fix, and raises the alarm. */
@Injectable()
export class Quarantines {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionRepository,
    private readonly alarms: Alarms,
    private readonly clock: Clock,
  ) {}

  /**
   * `nextLookSeconds`: from now to the first probe. A disabled connection stays disabled, and a refusal of settings
   * that were replaced says nothing about the present ones. False in both cases.
   */
  begin(
    context: Context,
    { id, name, revision }: StoredConnection,
    why: { readonly code: string; readonly detail: string },
    nextLookSeconds: number,
  ): Promise<boolean> {
    const sinceAt = this.clock.instant();
    const quarantine = { ...why, sinceAt, probes: 0, nextProbeAt: laterBy(sinceAt, nextLookSeconds) };
    return this.database.transaction(context, async (inside) => {
      if (!(await this.connections.quarantine(inside, id, quarantine, revision))) return false;
      await this.alarms.raise(inside, [
        {
          event: 'connection.quarantined',
          subjectId: id,
          subjectName: name,
          state: why.code,
          detail: why.detail,
          facts: { code: why.code },
        },
      ]);
      return true;
    });
  }

  /** Nobody fixed it for so long that it is disabled. */
  giveUp(context: Context, { id, name }: StoredConnection, days: number): Promise<void> {
    return this.database.transaction(context, async (inside) => {
      await this.connections.setStatus(inside, id, 'disabled');
      const detail = `It was in quarantine for ${days} days`;
      await this.alarms.raise(inside, [
        {
          event: 'connection.quarantined',
          subjectId: id,
          subjectName: name,
          state: 'given_up',
          detail,
          facts: { code: 'given_up' },
        },
      ]);
    });
  }

  /** It passes its test again. False when other settings were saved meanwhile. */
  end(context: Context, connection: StoredConnection): Promise<boolean> {
    return this.database.transaction(context, async (inside) => {
      if (!(await this.connections.release(inside, connection))) return false;
      await this.alarms.end(inside, ['connection.quarantined'], [connection.id]);
      return true;
    });
  }
}
