import { Injectable } from '@nestjs/common';
import { Clock, type Instant } from '../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../kernel/context.js';
import { Log } from '../../kernel/log.js';
import { isZone } from '../access/moment.js';
import { ConnectionScheduleRepository } from '../connection/connection-schedule.repository.js';
import { ConnectionRepository } from '../connection/connection.repository.js';
import type { DueRun, StoredConnection } from '../connection/stored-connection.js';
import { ConnectorCatalogue } from '../connector/catalogue.js';
import type { Ability } from '../connector/connector.js';
import { RunQueue } from './run-queue/run-queue.js';
import { nextRunAt } from './next-run.js';

/** Finds scheduled runs that are due. Any number of processes may ask; the database lets one of them queue each. */
@Injectable()
export class Schedules {
  constructor(
    private readonly connections: ConnectionRepository,
    private readonly times: ConnectionScheduleRepository,
    private readonly catalogue: ConnectorCatalogue,
    private readonly queue: RunQueue,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async tick(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'schedules');
    const now = this.clock.instant();
    await this.queue.followUp();
    for (const due of await this.times.dueRuns(everywhere, now)) {
      const context = { ...everywhere, organizationId: due.organizationId };
      try {
        await this.begin(context, due, now);
      } catch (error) {
        this.log.error(
          { connectionId: due.connectionId, mode: due.mode, error: String(error) },
          'queueing a scheduled run failed',
        );
      }
    }
  }

  /**
   * Gives new connections, and those with a changed schedule, their next times. A first full scan does not wait: it is
   * due since the connection was made, so that one which somebody orders meanwhile is the first, and no second follows.
   */
  async plan(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'schedules');
    const now = this.clock.instant();
    const connectors = { snapshots: this.connectorsThatCan('snapshots'), polls: this.connectorsThatCan('polls') };
    for (const connection of await this.connections.unplanned(everywhere, connectors)) {
      const fullAt =
        connection.nextFullAt ??
        (connection.lastFullScanAt === null && this.can(connection, 'snapshots')
          ? connection.createdAt
          : this.next(connection, 'full', now));
      const incrementalAt = connection.nextIncrementalAt ?? this.next(connection, 'incremental', now);
      const driftAt = connection.nextDriftAt ?? this.next(connection, 'drift', now);
      if (
        fullAt === connection.nextFullAt &&
        incrementalAt === connection.nextIncrementalAt &&
        driftAt === connection.nextDriftAt
      )
        continue;
      await this.times.setNextRuns({ ...everywhere, organizationId: connection.organizationId }, connection.id, {
        fullAt,
        incrementalAt,
        driftAt,
      });
    }
  }

  private async begin(context: Context, due: DueRun, now: Instant): Promise<void> {
    const connection = await this.connections.find(context, due.connectionId);
    if (!connection) return;
    const isMine = await this.times.moveNextRun(context, due, this.next(connection, due.mode, now));
    if (isMine) await this.queue.addDue(context, due);
  }

  private next(connection: StoredConnection, mode: DueRun['mode'], now: Instant): Instant | null {
    const cron = connection.schedule[mode] ?? null;
    const isPossible = mode === 'drift' || this.can(connection, mode === 'full' ? 'snapshots' : 'polls');
    if (cron === null || !isPossible) return null;
    return nextRunAt({ cron, timeZone: zoneOf(connection), mode, connectionId: connection.id }, now);
  }

  private connectorsThatCan(ability: Ability): string[] {
    return this.catalogue.definitions.filter(({ abilities }) => abilities.includes(ability)).map(({ key }) => key);
  }

  private can(connection: StoredConnection, ability: Ability): boolean {
    return this.catalogue.find(connection.connector)?.abilities.includes(ability) ?? false;
  }
}

function zoneOf({ settings }: StoredConnection): string {
  return isZone(settings.time_zone) ? settings.time_zone : 'UTC';
}
