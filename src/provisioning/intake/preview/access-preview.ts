import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../../database/database.js';
import { Clock, type Instant } from '../../../kernel/clock.js';
import type { Context } from '../../../kernel/context.js';
import { Ids } from '../../../kernel/ids.js';
import type { PlanItem, PreviewRequest } from './plan-item.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Account } from '../../identity/account.js';
import type { Target } from '../../connection/connection.js';
import { doubtAbout } from '../../access/account-names.js';
import type { Cause } from '../../identity/cause.js';
import { Entitler } from '../../entitle/entitler.js';
import type { LogEntry } from '../../identity/provision-log.js';
import { Heirs } from '../../reconcile/heirs.js';
import { type Plan, planFor, type PlannedOperation } from '../../reconcile/plan.js';
import { beforeAndAfter, shownKind } from '../../reconcile/settlement.js';
import { WorkRepository } from '../../reconcile/work.repository.js';
import { PreviewRecords, type TriedSubject } from './preview-records.js';

const savepoint = statement('preview_savepoint', 'savepoint preview');
const takeBack = statement('preview_rollback', 'rollback to savepoint preview');
const forget = statement('preview_release', 'release savepoint preview');

/** Thrown to roll a transaction back. */
class TakenBack extends Error {
  constructor(readonly items: PlanItem[]) {
    super('a preview leaves nothing behind');
  }
}

/**
 * Runs the very code that entitles and plans, in a transaction that is rolled back: it shows what the next run would
 * do, and writes nothing.
 */
@Injectable()
export class AccessPreview {
  constructor(
    private readonly database: Database,
    private readonly records: PreviewRecords,
    private readonly entitler: Entitler,
    private readonly work: WorkRepository,
    private readonly heirs: Heirs,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** `connection` has the settings and access to try, saved or not. At most `limit` items. */
  async preview(context: Context, connection: StoredConnection, request: PreviewRequest): Promise<PlanItem[]> {
    if (context.transaction) return this.withinSavepoint(context, connection, request);
    try {
      await this.database.transaction(context, async (inside) => {
        throw new TakenBack(await this.simulate(inside, connection, request));
      });
      return [];
    } catch (error) {
      if (error instanceof TakenBack) return error.items;
      throw error;
    }
  }

  private async withinSavepoint(
    inside: Context,
    connection: StoredConnection,
    request: PreviewRequest,
  ): Promise<PlanItem[]> {
    await this.database.query(inside, savepoint);
    const items = await this.simulate(inside, connection, request);
    await this.database.query(inside, takeBack);
    await this.database.query(inside, forget);
    return items;
  }

  private async simulate(inside: Context, connection: StoredConnection, request: PreviewRequest): Promise<PlanItem[]> {
    const { subjects, unread } = await this.records.of(inside, connection, request);
    const cause: Cause = { kind: 'run', id: this.ids.next() };
    const { dirty, log } = await this.entitler.entitle(inside, connection, subjects, cause);
    // Earlier decisions wait, too, while the connection is paused.
    const waiting = subjects.flatMap(({ identityId }) => identityId ?? []);
    const accountIds = [...new Set([...dirty.keys(), ...waiting])];
    const planned = await this.plannedItems(inside, connection, accountIds, subjects);
    const mentioned = new Set(planned.map(({ subjectId }) => subjectId));
    const decisions = new Map(log.map((entry) => [entry.subjectId, entry]));
    const others = subjects
      .filter(({ id }) => !mentioned.has(id))
      .map((subject) => untouched(subject, decisions.get(subject.id)));
    return [...planned, ...others, ...unread].map((item) => shownOf(item, subjects)).slice(0, request.limit);
  }

  private async plannedItems(
    inside: Context,
    { target }: Pick<StoredConnection, 'target'>,
    identityIds: readonly string[],
    subjects: readonly TriedSubject[],
  ): Promise<PlanItem[]> {
    const now = this.clock.instant();
    const keys = new Map(subjects.map(({ id, sourceKey }) => [id, sourceKey]));
    const plans = await this.plans(inside, identityIds, now);
    // The name goes to another person: the former account ends, and theirs is made.
    const handedOver = plans.filter(({ isHandedOver }) => isHandedOver).map(({ account }) => account);
    const heirIds = await this.heirs.succeed(inside, handedOver, now);
    const ending = await this.plans(
      inside,
      handedOver.map(({ id }) => id),
      now,
    );
    return [...plans, ...ending, ...(await this.plans(inside, heirIds, now))].flatMap(({ account, operations }) =>
      operations.map((operation): PlanItem => ({
        kind: shownKind(operation),
        sourceKey: keys.get(operation.subjectId ?? '') ?? null,
        subjectId: operation.subjectId,
        account: operation.account,
        ...beforeAndAfter(operation),
        detail: doubtOf(operation, account, target),
      })),
    );
  }

  private async plans(inside: Context, identityIds: readonly string[], now: Instant): Promise<Plan[]> {
    if (identityIds.length === 0) return [];
    const accounts = await this.work.look(inside, identityIds);
    const accountStates = await this.work.accountStates(inside, accounts, now);
    return accountStates.map((accountState) => planFor(accountState, now, this.ids));
  }
}

/** Why the console may refuse it: it has done so, or takes no such name. */
function doubtOf({ account, user }: PlannedOperation, { problem }: Account, target: Target): string | null {
  if (problem?.code === 'refused') return `The console refused it: ${problem.detail}`;
  return user && account !== null && target.console === 'remote' ? doubtAbout(account) : null;
}

function untouched({ id, sourceKey }: TriedSubject, decision: LogEntry | undefined): PlanItem {
  const about = { sourceKey, subjectId: id, account: decision?.account ?? null, before: null, after: null };
  if (!decision) return { ...about, kind: 'unchanged', detail: null };
  return {
    ...about,
    kind: decision.status === 'disputed' ? 'disputed' : decision.status === 'refused' ? 'problem' : 'none',
    detail: decision.detail,
  };
}

/** With its facts; a record on trial has no id that could be looked up. */
function shownOf(item: PlanItem, subjects: readonly TriedSubject[]): PlanItem {
  const subject = subjects.find(({ id }) => id === item.subjectId);
  return subject ? { ...item, facts: subject.facts, subjectId: subject.isNew ? null : item.subjectId } : item;
}
