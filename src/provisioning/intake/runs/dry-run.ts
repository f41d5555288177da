import { Inject, Injectable, Optional } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { AccessPreview } from '../preview/access-preview.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Snapshots } from '../../connector/connector.js';
import { goneFacts } from '../../subject/fact-sets.js';
import type { KnownSubject } from '../../subject/known-subject.js';
import { SubjectRepository } from '../../subject/subject.repository.js';
import { Subjects } from '../changes/subjects.js';
import { Absence } from './absence.js';
import { countItems } from './page-reader.js';
import { RunItemsRepository } from '../run-queue/run-items.repository.js';
import { RunRepository } from '../run-queue/run.repository.js';
import { type Claim, type Run, RunFailed, type RunItem, RunLost } from '../run-queue/run.js';

type Foreseen = Pick<KnownSubject, 'id' | 'sourceKey' | 'facts' | 'identityId'> & { readonly before: string | null };

/** A full scan that stops at its plan: reads the outside system, writes only the run and its items. */
@Injectable()
export class DryRun {
  constructor(
    private readonly subjects: Subjects,
    private readonly rows: SubjectRepository,
    private readonly absence: Absence,
    private readonly runs: RunRepository,
    private readonly items: RunItemsRepository,
    private readonly clock: Clock,
    @Optional() @Inject(AccessPreview) private readonly previewer?: AccessPreview,
  ) {}

  /** @throws RunFailed, RunLost, ConnectorProblem */
  async plan(
    context: Context,
    run: Run,
    connection: StoredConnection,
    snapshots: Snapshots,
    claim: Claim,
    signal: AbortSignal,
  ): Promise<void> {
    await this.items.drop(context, run.id, everyPlanKind);
    const sequence = await this.rows.nextSequence(context);
    const listed = new Set<string>();
    for await (const page of snapshots.all(null, signal)) {
      signal.throwIfAborted();
      const origin = {
        sequence,
        at: this.clock.instant(),
        cause: { kind: 'run', id: run.id } as const,
        seenRunId: run.id,
      };
      const { set } = await this.subjects.simulate(context, connection, [{ origin, changes: page.changes }]);
      for (const each of set.all()) if (each.seenRunId === run.id) listed.add(each.sourceKey);
      const changed = set.toRefresh.map(({ subject }) => ({
        ...subject,
        before: set.toInsert.includes(subject) ? null : 'known',
      }));
      await this.keep(context, run, connection, changed);
      const mine = await this.runs.progress(context, run.id, claim, {
        cursor: null,
        seen: countItems(page.changes),
        changed: changed.length,
        invalid: 0,
      });
      if (!mine) throw new RunLost();
      if (page.complete?.listId === null)
        return void (await this.runs.finish(context, run.id, 'done', this.clock.instant()));
      if (page.complete) return this.planAbsence(context, run, connection, listed);
    }
    throw new RunFailed({ code: 'list_cut_off', detail: 'The list ended without saying that it was complete' });
  }

  private async planAbsence(
    context: Context,
    run: Run,
    connection: StoredConnection,
    listed: ReadonlySet<string>,
  ): Promise<void> {
    const absent = await this.absence.foresee(context, run, connection, listed);
    await this.keep(
      context,
      run,
      connection,
      absent.map((each) => ({ ...each, facts: goneFacts(each.facts), before: 'known' })),
    );
    await this.runs.tally(context, run.id, absent.length, 0);
    await this.runs.finish(context, run.id, 'done', this.clock.instant());
  }

  private async keep(
    context: Context,
    run: Run,
    connection: StoredConnection,
    records: readonly Foreseen[],
  ): Promise<void> {
    if (records.length === 0) return;
    await this.items.add(
      context,
      run.id,
      this.previewer ? await this.operations(context, connection, records, this.previewer) : records.map(itemOf),
    );
  }

  private async operations(
    context: Context,
    connection: StoredConnection,
    records: readonly Foreseen[],
    previewer: AccessPreview,
  ): Promise<RunItem[]> {
    const wanted = records.map(({ sourceKey, facts }) => ({ key: sourceKey, facts }));
    const items = await previewer.preview(context, connection, { records: wanted, limit: wanted.length * 4 });
    const known = new Map(records.map((each) => [each.sourceKey, each]));
    return items
      .filter(({ kind }) => kind !== 'unchanged')
      .map((item) => ({ ...item, identityId: known.get(item.sourceKey ?? '')?.identityId ?? null }));
  }
}

const everyPlanKind = [
  'create',
  'change',
  'none',
  'problem',
  'disputed',
  'create_user',
  'change_user',
  'disable_user',
  'delete_user',
  'create_vouchers',
  'change_voucher',
  'revoke_voucher',
];

function itemOf({ id, sourceKey, facts, identityId, before }: Foreseen): RunItem {
  const known = before !== null;
  return {
    kind: known ? 'change' : 'create',
    subjectId: known ? id : null,
    identityId,
    sourceKey,
    account: null,
    before: null,
    after: { status: facts.status },
    detail: null,
  };
}
