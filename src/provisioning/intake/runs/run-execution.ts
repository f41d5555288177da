import { Injectable, Optional } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { DriftPass } from '../drift/drift-pass.js';
import { ConnectionHealth } from '../../host/connection-health.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { Absence } from './absence.js';
import { AccessPass } from './access-pass.js';
import { DryRun } from './dry-run.js';
import { FullScan } from './full-scan.js';
import { IncrementalPoll } from './incremental-poll.js';
import { ListedEndings } from './listed-endings.js';
import { RunRepository } from '../run-queue/run.repository.js';
import { type Claim, type Run, RunFailed } from '../run-queue/run.js';

/** What a run does, by its mode, from where it stands to its end. The caller keeps its lease. */
@Injectable()
export class RunExecution {
  constructor(
    private readonly runs: RunRepository,
    private readonly host: ConnectorHost,
    private readonly scan: FullScan,
    private readonly dryRun: DryRun,
    private readonly absence: Absence,
    private readonly polls: IncrementalPoll,
    private readonly endings: ListedEndings,
    private readonly accessPass: AccessPass,
    private readonly health: ConnectionHealth,
    private readonly clock: Clock,
    @Optional() private readonly drift?: DriftPass,
  ) {}

  /** Throws the error that ends a run; RunLost when it belongs to another worker now. */
  async carryOut(
    context: Context,
    run: Run,
    connection: StoredConnection,
    claim: () => Claim,
    signal: AbortSignal,
  ): Promise<void> {
    if (run.mode === 'access') return this.accessPass.pass(context, run, connection, claim(), signal);
    if (run.mode === 'drift') {
      if (!this.drift)
        throw new RunFailed({ code: 'not_supported', detail: 'This process has no console to compare with' });
      return this.drift.pass(context, run, connection, claim, signal);
    }
    const { polls, snapshots } = this.host.connectorOf(connection);
    if (run.mode === 'incremental') {
      if (!polls) throw new RunFailed({ code: 'not_supported', detail: 'This connector cannot ask what changed' });
      const isWhole = await this.polls.poll(context, run, connection, polls, claim(), signal);
      await this.health.worked(context, connection, 'poll');
      if (isWhole) await this.endings.settle(context, run, connection, claim());
      await this.runs.finish(context, run.id, 'done', this.clock.instant());
      return undefined;
    }
    if (!run.collectedAt) {
      if (!snapshots || run.cursor?.listing)
        throw new RunFailed({
          code: 'no_list',
          detail: 'The outside was asked for its list, but did not send it to the end',
        });
      if (run.dryRun) return this.dryRun.plan(context, run, connection, snapshots, claim(), signal);
      // Events during the list must not fall between it and the first poll.
      if (polls && connection.cursor === null) await this.polls.poll(context, run, connection, polls, claim(), signal);
      await this.scan.collect(context, run, connection, snapshots, claim(), signal);
      await this.health.worked(context, connection, 'list');
    }
    const collected = await this.runs.find(context, run.id);
    if (!collected) return undefined;
    await this.endings.settle(context, collected, connection, claim());
    await this.absence.settle(context, collected, connection, claim(), signal);
    return undefined;
  }
}
