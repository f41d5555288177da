import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import type { DriftSettings } from '../../connection/connection.js';
import type { DriftAction } from '../../connection/connection-parts.dto.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import { ConsoleRefused, ConsoleUnavailable } from '../../wifi-console/port/console-problems.js';
import { Quarantines } from '../../host/quarantines.js';
import { consoleRefusedCode } from '../../connection/permission.js';
import { RunItemsRepository } from '../run-queue/run-items.repository.js';
import { RunRepository } from '../run-queue/run.repository.js';
import { type Claim, type Run, RunFailed, type RunItem, RunLost } from '../run-queue/run.js';
import { kindOfDrift } from './drift.js';
import { type DriftPage, DriftScan } from './drift-scan.js';

const nextLookSeconds = 60;
const done: Readonly<Record<DriftAction, string>> = {
  report: 'reported',
  repair: 'written again',
  accept: 'left as it is',
};

/** A drift scan as a run: counted, with a plan of the differences and what was done about each. */
@Injectable()
export class DriftPass {
  constructor(
    private readonly scan: DriftScan,
    private readonly runs: RunRepository,
    private readonly items: RunItemsRepository,
    private readonly quarantines: Quarantines,
    private readonly clock: Clock,
  ) {}

  /**
   * A listing cannot be resumed: it starts over when its worker dies.
   * @throws RunFailed, RunLost
   */
  async pass(
    context: Context,
    run: Run,
    connection: StoredConnection,
    claim: () => Claim,
    signal: AbortSignal,
  ): Promise<void> {
    if (!(await this.runs.beginAnew(context, run.id, claim().owner))) throw new RunLost();
    await this.items.drop(context, run.id, ['changed', 'missing', 'foreign']);
    const cause = { kind: 'run', id: run.id } as const;
    const total = { foreign: 0, missing: 0 };
    const alongside = (inside: Context, page: DriftPage) => this.write(inside, run, connection.drift, claim(), page);
    try {
      for await (const page of this.scan.pages(context, connection, {
        actions: connection.drift,
        cause,
        dryRun: run.dryRun,
        alongside,
      })) {
        signal.throwIfAborted();
        total.foreign += page.foreign;
        total.missing += page.drifts.filter((drift) => kindOfDrift(drift) === 'missing').length;
      }
    } catch (error) {
      throw await this.meaningOf(context, connection, error);
    }
    if (total.foreign > 0) await this.items.add(context, run.id, [foreignItem(total.foreign)]);
    await this.runs.tally(context, run.id, total.missing, 0);
    await this.runs.finish(context, run.id, 'done', this.clock.instant());
  }

  private async write(
    inside: Context,
    run: Run,
    actions: DriftSettings,
    claim: Claim,
    { seen, drifts }: DriftPage,
  ): Promise<void> {
    const changed = drifts.filter((drift) => kindOfDrift(drift) === 'changed').length;
    if (!(await this.runs.progress(inside, run.id, claim, { cursor: null, seen, changed, invalid: 0 })))
      throw new RunLost();
    await this.items.add(
      inside,
      run.id,
      drifts.map((drift): RunItem => {
        const kind = kindOfDrift(drift);
        const { identityId, account, expected: before, found: after } = drift;
        return {
          kind,
          subjectId: null,
          identityId,
          sourceKey: null,
          account,
          before,
          after,
          detail: done[run.dryRun ? 'report' : actions[kind]],
        };
      }),
    );
  }

  /** A console that refuses our key quarantines its connection, as it does on a write. */
  private async meaningOf(context: Context, connection: StoredConnection, error: unknown): Promise<unknown> {
    if (error instanceof ConsoleUnavailable)
      return new RunFailed({ code: 'console_unavailable', detail: error.message });
    if (!(error instanceof ConsoleRefused)) return error;
    await this.quarantines.begin(
      context,
      connection,
      { code: consoleRefusedCode, detail: error.message },
      nextLookSeconds,
    );
    return new RunFailed({ code: consoleRefusedCode, detail: error.message });
  }
}

function foreignItem(count: number): RunItem {
  return {
    kind: 'foreign',
    subjectId: null,
    identityId: null,
    sourceKey: null,
    account: null,
    before: null,
    after: { accounts: count },
    detail: 'accounts of the console that are not ours; they are never touched',
  };
}
