import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import { Ids } from '../../../kernel/ids.js';
import type { Connection } from '../../connection/connection.js';
import type { DueRun } from '../../connection/stored-connection.js';
import { WakeUps } from '../../../database/wake-ups.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { RunRepository } from './run.repository.js';
import type { RunRequest } from './run.js';

/** Runs that wait for a worker: at most one of each mode for a connection. */
@Injectable()
export class RunQueue {
  constructor(
    private readonly database: Database,
    private readonly runs: RunRepository,
    private readonly host: ConnectorHost,
    private readonly wakeUps: WakeUps,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * The id of the run that starts after this request: a new one, or one that already waits. A run in progress may
   * already have read past the news, so one more waits behind it, for everybody who asks meanwhile. A scheduled run is
   * satisfied by the one in progress.
   * @throws Problem conflict when that one is dry and this is not, or the reverse
   */
  async add(context: Context, connectionId: string, request: RunRequest): Promise<string> {
    const id = this.ids.next();
    const now = this.clock.instant();
    const isNew = await this.runs.insert(context, id, connectionId, request, now);
    this.publishRun(context, connectionId);
    if (isNew) return id;
    const open = await this.runs.open(context, connectionId, request.mode);
    // It ended between the two statements.
    if (!open) return this.add(context, connectionId, request);
    const isPatient = request.cause === 'source' || request.cause === 'hint';
    if (open.dryRun !== request.dryRun && !isPatient) {
      throw new Problem(
        'conflict',
        `A ${open.dryRun ? 'dry ' : ''}run of this mode is under way; wait for it or cancel it`,
        [],
        { run_id: open.id },
      );
    }
    if (open.dryRun === request.dryRun && (open.status === 'queued' || request.cause === 'schedule')) return open.id;
    if (await this.runs.insertBehind(context, id, connectionId, request, now)) return id;
    return (await this.runs.behind(context, connectionId, request))?.id ?? this.add(context, connectionId, request);
  }

  /** Like `add`, unless the scheduled work was done since: somebody ordered the full list meanwhile. */
  async addDue(context: Context, { connectionId, mode, at }: DueRun): Promise<void> {
    if (mode === 'full' && (await this.runs.isReadSince(context, connectionId, at))) return;
    await this.add(context, connectionId, { mode, dryRun: false, cause: 'schedule', requestedBy: 'schedule' });
  }

  /** Runs that waited behind one that has ended. */
  async followUp(): Promise<void> {
    for (const { organizationId, connectionId } of await this.runs.followUp(systemContext(everyOrganization, 'runs'))) {
      this.wakeUps.publish({ topic: 'runs', organizationId, key: connectionId });
    }
  }

  /** Where single records cannot be read, a hint asks for a poll. False where they can. */
  async askInsteadOfReading(context: Context, connection: Connection): Promise<boolean> {
    const { reads, polls, snapshots } = this.host.connectorOf(connection);
    if (reads) return false;
    const request = { dryRun: false, cause: 'hint', requestedBy: 'connector' } as const;
    if (polls) await this.add(context, connection.id, { mode: 'incremental', ...request });
    else if (snapshots) await this.add(context, connection.id, { mode: 'full', ...request });
    return true;
  }

  private publishRun(context: Context, connectionId: string): void {
    const { organizationId } = context;
    this.database.afterCommit(context, () =>
      this.wakeUps.publish({ topic: 'runs', organizationId, key: connectionId }),
    );
  }
}
