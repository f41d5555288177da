import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../kernel/clock.js';
import { type Context, everyOrganization, systemContext } from '../../../kernel/context.js';
import { Problem } from '../../../kernel/errors.js';
import type { RunDecision, RunMode } from '../run-queue/run.js';
import { ConnectionRepository } from '../../connection/connection.repository.js';
import type { StoredConnection } from '../../connection/stored-connection.js';
import type { Ability } from '../../connector/connector.js';
import { ConnectorHost } from '../../host/connector-host.js';
import { AbsenceRepository } from '../../subject/absence.repository.js';
import type { KnownSubject } from '../../subject/known-subject.js';
import { SubjectLock } from '../../subject/subject-lock.js';
import { SubjectRepository } from '../../subject/subject.repository.js';
import { HeldEndings } from './held-endings.js';
import { HeldPlans } from './held-plans.js';
import { planItemsOf, planHash } from './removal-plan.js';
import { Removals } from './removals.js';
import { RunQueue } from '../run-queue/run-queue.js';
import { RunItemsRepository } from '../run-queue/run-items.repository.js';
import { RunRepository } from '../run-queue/run.repository.js';
import type { Run } from '../run-queue/run.js';

/** What operators order and decide about runs. */
@Injectable()
export class RunDecisions {
  constructor(
    private readonly database: Database,
    private readonly queue: RunQueue,
    private readonly runs: RunRepository,
    private readonly items: RunItemsRepository,
    private readonly plans: HeldPlans,
    private readonly connections: ConnectionRepository,
    private readonly host: ConnectorHost,
    private readonly lock: SubjectLock,
    private readonly subjects: SubjectRepository,
    private readonly absences: AbsenceRepository,
    private readonly removals: Removals,
    private readonly endings: HeldEndings,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues a run and returns its id, or the id of one already queued or running in this mode. Joins the context's
   * transaction.
   */
  async start(
    context: Context,
    connection: StoredConnection,
    wanted: { readonly mode: RunMode; readonly dryRun: boolean },
  ): Promise<string> {
    const { abilities } = this.host.definitionOf(connection);
    const refusal = refuse(wanted, abilities);
    if (refusal) throw refusal;
    return this.queue.add(context, connection.id, { ...wanted, cause: 'operator', requestedBy: context.actor.name });
  }

  /**
   * Carries out a held run's removals. If the organization requires two approvals, the first one is recorded and the
   * run stays held.
   * @throws Problem not_found; conflict when it is not held, `hash` is not the present plan's, or the second approval
   * is not by another operator
   */
  async approve(context: Context, runId: string, hash: string, comment: string | null = null): Promise<void> {
    const verdict = await this.decide(context, runId, async (inside, run, connection) => {
      const decision = this.decisionOf(inside, 'approved', hash, comment);
      if (run.mode === 'endings') return this.approveEndings(inside, run, decision);
      if (hash !== run.planHash)
        return new Problem(
          'conflict',
          'This is not the hash of the present plan; look at the plan and approve its hash',
          [],
          { plan_hash: run.planHash },
        );
      const waits = await this.waitsForSecond(inside, run, decision);
      if (waits) return waits === true ? undefined : waits;
      const planned = await this.items.ofKind(inside, runId, 'removal');
      const still = await this.stillAbsent(
        inside,
        connection.id,
        planned.flatMap(({ subjectId }) => subjectId ?? []),
      );
      const now = this.clock.instant();
      if (planHash(still) !== run.planHash) return this.holdAgain(inside, run, connection, still);
      await this.items.relabel(inside, runId, 'removal', 'approved');
      await this.removals.remove(inside, connection, still, { kind: 'run', id: runId });
      await this.runs.finish(inside, runId, 'done', now, { decision });
      await this.plans.over(inside, connection.id);
      return undefined;
    });
    if (verdict) throw verdict;
    await this.endings.carryOut(context, runId);
  }

  /** @throws Problem not_found; conflict when it is not held */
  async reject(context: Context, runId: string, comment: string | null = null): Promise<void> {
    await this.decide(context, runId, async (inside, run, connection) => {
      const decision = this.decisionOf(inside, 'rejected', run.planHash, comment);
      if (run.mode === 'endings') {
        await this.endings.dismiss(inside, connection.id);
        return this.endDecided(inside, run, decision);
      }
      const planned = await this.items.ofKind(inside, run.id, 'removal');
      await this.absences.ignore(
        inside,
        connection.id,
        planned.flatMap(({ subjectId }) => subjectId ?? []),
      );
      await this.runs.finish(inside, run.id, 'rejected', decision.at, { decision });
      await this.plans.over(inside, connection.id);
      return undefined;
    });
  }

  /** @throws Problem not_found; conflict when it has ended */
  async cancel(context: Context, runId: string): Promise<void> {
    await this.database.transaction(context, async (inside) => {
      const run = await this.runs.lock(inside, runId);
      if (!run) throw Problem.notFound('run', runId);
      if (run.mode === 'endings' && run.status === 'held')
        throw new Problem('conflict', 'What is held was said of people: approve it, or reject it');
      const decision = this.decisionOf(inside, 'cancelled', run.planHash, null);
      const isOver = await this.runs.finish(inside, runId, 'cancelled', decision.at, { decision });
      if (!isOver) throw new Problem('conflict', 'The run has ended already');
      if (run.status === 'held') await this.plans.over(inside, run.connectionId);
    });
  }

  /** Plans without a decision within a day expire. */
  async expire(): Promise<void> {
    const everywhere = systemContext(everyOrganization, 'held-plans');
    const problem = { code: 'plan_expired', detail: 'Nobody decided about the plan within 24 hours' };
    for (const { organizationId, id, connectionId } of await this.runs.expired(everywhere, this.clock.instant())) {
      await this.database.transaction({ ...everywhere, organizationId }, async (inside) => {
        if (await this.runs.finish(inside, id, 'cancelled', this.clock.instant(), { problem }))
          await this.plans.over(inside, connectionId);
      });
    }
  }

  private async approveEndings(inside: Context, run: Run, decision: RunDecision): Promise<Problem | undefined> {
    const present = await this.endings.held(inside, run.connectionId);
    if (decision.planHash !== present.hash)
      return new Problem(
        'conflict',
        'This is not the hash of the present plan; look at the plan and approve its hash',
        [],
        { plan_hash: present.hash },
      );
    const waits = await this.waitsForSecond(inside, run, decision);
    if (waits) return waits === true ? undefined : waits;
    await this.items.relabel(inside, run.id, 'ending', 'approved');
    await this.endings.approve(inside, run.connectionId);
    return this.endDecided(inside, run, decision);
  }

  private async endDecided(inside: Context, { id, connectionId }: Run, decision: RunDecision): Promise<undefined> {
    const status = decision.decision === 'approved' ? 'done' : 'rejected';
    await this.runs.finish(inside, id, status, decision.at, { decision });
    await this.endings.over(inside, connectionId);
  }

  private decisionOf(
    { actor }: Context,
    decision: RunDecision['decision'],
    planHash: string | null,
    comment: string | null,
  ): RunDecision {
    return { decision, by: actor.name, actorId: actor.id, at: this.clock.instant(), planHash, comment };
  }

  /** True: this was the first of two approvals. Keys cannot give one: a program has no eyes. */
  private async waitsForSecond(inside: Context, run: Run, decision: RunDecision): Promise<boolean | Problem> {
    if (!(await this.runs.needTwo(inside))) return false;
    if (inside.actor.kind !== 'operator')
      return new Problem('conflict', 'Two operators have to approve a plan here; a key cannot');
    const first = run.decisions.filter((each) => each.decision === 'approved' && each.planHash === decision.planHash);
    if (first.some(({ actorId }) => actorId !== inside.actor.id)) return false;
    if (first.length > 0) return new Problem('conflict', 'You have approved this plan: now somebody else has to');
    await this.runs.note(inside, run.id, decision);
    return true;
  }

  private async decide(
    context: Context,
    runId: string,
    decision: (inside: Context, run: Run, connection: StoredConnection) => Promise<Problem | undefined>,
  ): Promise<Problem | undefined> {
    const found = await this.runs.find(context, runId);
    if (!found) throw Problem.notFound('run', runId);
    return this.database.transaction(context, async (inside) => {
      await this.lock.take(inside, found.connectionId);
      const run = await this.runs.lock(inside, runId);
      if (!run || run.status !== 'held')
        throw new Problem('conflict', `The run is ${run?.status ?? 'gone'}; only a held one is decided about`);
      if (run.expiresAt !== null && run.expiresAt <= this.clock.instant())
        throw new Problem('conflict', 'The plan is older than 24 hours; start a new full sync');
      return decision(inside, run, await this.connections.load(inside, run.connectionId));
    });
  }

  /** Of the planned removals, those without news since. */
  private async stillAbsent(inside: Context, connectionId: string, ids: readonly string[]): Promise<KnownSubject[]> {
    const known = await this.subjects.byIds(inside, connectionId, ids);
    return known.filter(
      ({ state, missingScans, absenceIgnored, ending }) =>
        state === 'present' && missingScans > 0 && !absenceIgnored && ending === null,
    );
  }

  private async holdAgain(
    inside: Context,
    run: Run,
    connection: StoredConnection,
    still: readonly KnownSubject[],
  ): Promise<Problem> {
    await this.items.drop(inside, run.id, ['removal']);
    if (still.length === 0) {
      await this.runs.finish(inside, run.id, 'done', this.clock.instant());
      await this.plans.over(inside, connection.id);
      return new Problem('conflict', 'Everybody in the plan was heard of meanwhile; nothing is left to remove');
    }
    const hash = planHash(still);
    await this.items.add(inside, run.id, planItemsOf('removal', still));
    await this.plans.hold(inside, connection, run.id, { held: still.length, hash });
    return new Problem(
      'conflict',
      'The plan has changed since it was made; look at it again and approve its new hash',
      [],
      { plan_hash: hash },
    );
  }
}

function refuse(
  { mode, dryRun }: { readonly mode: RunMode; readonly dryRun: boolean },
  abilities: readonly Ability[],
): Problem | undefined {
  const can = (ability: Ability) => abilities.includes(ability);
  if (mode === 'incremental' && !can('polls'))
    return Problem.invalidField('mode', 'This connector cannot ask what changed');
  if (mode === 'full' && !can('snapshots') && !can('listens'))
    return Problem.invalidField('mode', 'This connector cannot ask for everything');
  if (dryRun && (mode === 'incremental' || (mode === 'full' && !can('snapshots'))))
    return Problem.invalidField('dry_run', 'Only a full list that we ask for page by page, or a drift run, can be dry');
  return undefined;
}
